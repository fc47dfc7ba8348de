/* Writes quoted texts and paths as YAML. */
#include "yaml.h"
#include "record/visible.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns true when TEXT holds what neither a terminal nor YAML takes as it is. */
static bool wants_escapes(const char *text)
{
    unsigned length = 1;

    for (size_t left = strlen(text); left > 0 && length > 0; left -= length, text += length)
        length = visible_length(text, left);
    return length == 0;
}

static bool follows(unsigned byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Writes the character at TEXT, which is to be escaped: all that are, and are valid, have at most
 * three bytes. Returns its length. */
static size_t put_escape(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    if (c[0] >= 0xE0 && c[0] < 0xF0 && follows(c[1]) && follows(c[2])) {
        (void)printf("\\u%04x", (c[0] & 0xFu) << 12 | (c[1] & 0x3Fu) << 6 | (c[2] & 0x3Fu));
        return 3;
    }
    if (c[0] >= 0xC2 && c[0] < 0xE0 && follows(c[1])) {
        (void)printf("\\u%04x", (c[0] & 0x1Fu) << 6 | (c[1] & 0x3Fu));
        return 2;
    }
    (void)printf("\\x%02x", c[0]);
    return 1;
}

/* Writes TEXT between double quotes, where \xNN and \uNNNN are characters. */
static void put_escaped(const char *text)
{
    while (*text != '\0') {
        size_t length = visible_length(text, strlen(text));

        if (*text == '"' || *text == '\\')
            (void)putchar('\\');
        (void)fwrite(text, 1, length, stdout);
        text += length > 0 ? length : put_escape(text);
    }
}

/* Writes TEXT between single quotes. */
static void put_plain(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            (void)putchar('\'');
        (void)putchar(*text);
    }
}

static void put_scalar(const char *scheme, const char *text)
{
    bool escaped = wants_escapes(text);

    (void)printf("%c%s", escaped ? '"' : '\'', scheme);
    if (escaped)
        put_escaped(text);
    else
        put_plain(text);
    (void)putchar(escaped ? '"' : '\'');
}

void yaml_put(const char *before, const char *text, const char *after)
{
    (void)fputs(before, stdout);
    put_scalar("", text);
    (void)fputs(after, stdout);
}

void yaml_put_path(const char *before, const char *scheme, const char *file)
{
    char *path = realpath(file, NULL);

    (void)fputs(before, stdout);
    put_scalar(scheme, path != NULL ? path : file);
    (void)putchar('\n');
    free(path);
}
