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

/* Returns the length of the UTF-8 at BYTES, with its character in *CODE; 1 with the byte itself
 * where there is none. */
static size_t decode(const unsigned char *bytes, unsigned *code)
{
    size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 1;

    *code = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            *code = bytes[0];
            return 1;
        }
        *code = *code << 6 | (bytes[i] & 0x3Fu);
    }
    return length;
}

/* Writes the character at TEXT, which is to be escaped. Returns its length. */
static size_t put_escape(const char *text)
{
    unsigned code;
    size_t length = decode((const unsigned char *)text, &code);

    (void)printf(length == 1 ? "\\x%02x" : code <= 0xFFFF ? "\\u%04x" : "\\U%08x", code);
    return length;
}

/* Writes TEXT between double quotes, where \xNN, \uNNNN and \UNNNNNNNN are characters. */
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
