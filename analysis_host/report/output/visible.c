/* Text of strangers as a terminal may get it. */
#define _GNU_SOURCE /* fopencookie() */
#include "visible.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE_BYTES = 4 }; /* of \xNN */

/* Code points that are shown as bytes. Controls; soft hyphen; Arabic letter mark; Mongolian vowel
 * separator; widthless ones, marks, embeddings and overrides of direction; line and paragraph
 * separator; joiners and isolates; byte order mark; annotations; tags (Unicode 15, 23 and UAX 9).
 */
static const struct {
    uint32_t first, last;
} hidden[] = {
    { 0, 0x1f },        { 0x7f, 0x9f },     { 0xad, 0xad },       { 0x61c, 0x61c },
    { 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e },   { 0x2060, 0x206f },
    { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe0fff },
};

static bool is_hidden(uint32_t code)
{
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return true;
    return false;
}

/* Bytes of the sequence that begins with LEAD, and in *LEAST its lowest code point; 0: none does.
 */
static size_t sequence_bytes(unsigned char lead, uint32_t *least)
{
    *least = lead < 0x80 ? 0 : lead < 0xe0 ? 0x80 : lead < 0xf0 ? 0x800 : 0x10000;
    return lead < 0x80   ? 1
           : lead < 0xc0 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
           : lead < 0xf8 ? 4
                         : 0;
}

/* Returns the bytes of the first letter of TEXT, 1 to 4 of N, N > 0; *SHOWN: as it is. */
static size_t first_letter(const char *text, size_t n, bool *shown)
{
    const unsigned char *p = (const unsigned char *)text;
    uint32_t least, code;
    size_t bytes = sequence_bytes(*p, &least);

    *shown = false;
    if (bytes == 0 || bytes > n)
        return 1;
    code = bytes == 1 ? *p : *p & (0xffu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 1;
        code = code << 6 | (p[i] & 0x3f);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 1;
    *shown = !is_hidden(code);
    return bytes;
}

void output_visible(FILE *out, const char *text, size_t n)
{
    size_t from = 0, bytes;
    bool shown;

    for (size_t at = 0; at < n; at += bytes) {
        bytes = first_letter(text + at, n - at, &shown);
        if (shown)
            continue;
        fwrite(text + from, 1, at - from, out);
        for (size_t i = at; i < at + bytes; i++)
            fprintf(out, "\\x%02x", (unsigned char)text[i]);
        from = at + bytes;
    }
    if (from < n)
        fwrite(text + from, 1, n - from, out);
}

void output_visible_lines(FILE *out, const char *text, size_t n)
{
    while (n > 0) {
        const char *end = memchr(text, '\n', n);
        size_t line = end == NULL ? n : (size_t)(end - text);
        output_visible(out, text, line);
        if (end != NULL)
            fputc('\n', out);
        line += end != NULL;
        text += line;
        n -= line;
    }
}

size_t output_visible_fit(const char *text, size_t n, size_t room)
{
    size_t at = 0, bytes;
    bool shown;

    for (; at < n; at += bytes) {
        bytes = first_letter(text + at, n - at, &shown);
        size_t cost = shown ? bytes : bytes * ESCAPE_BYTES;
        if (cost > room)
            break;
        room -= cost;
    }
    return at;
}

size_t output_visible_bytes(const char *text, size_t n)
{
    size_t all = 0, bytes;
    bool shown;

    for (size_t at = 0; at < n; at += bytes) {
        bytes = first_letter(text + at, n - at, &shown);
        all += shown ? bytes : bytes * ESCAPE_BYTES;
    }
    return all;
}

size_t output_visible_letter(const char *text, size_t n)
{
    bool shown;

    return n == 0 ? 0 : first_letter(text, n, &shown);
}

const char *output_visible_cell(char *to, size_t size, const char *text)
{
    FILE *out = fmemopen(to, size, "w");

    to[0] = '\0';
    if (out == NULL)
        return to;
    output_visible(out, text, output_visible_fit(text, strlen(text), size - 1));
    fclose(out);
    return to;
}

/* ---- standard error ---- */

static ssize_t write_guarded(void *plain, const char *bytes, size_t n)
{
    output_visible_lines(plain, bytes, n);
    return ferror((FILE *)plain) ? 0 : (ssize_t)n;
}

void output_guard_errors(void)
{
    FILE *guarded = fopencookie(stderr, "w", (cookie_io_functions_t){ .write = write_guarded });

    if (guarded == NULL)
        return;
    setvbuf(guarded, NULL, _IOLBF, BUFSIZ);
    stderr = guarded; /* a variable in glibc: argp, getopt and all that is here write there */
}

bool output_say(FILE *err, const char *file, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    fputs("analyze: ", err);
    output_visible(err, file, strlen(file));
    fputs(": ", err);
    if (n >= 0)
        output_visible(err, text, (size_t)n);
    fputc('\n', err);
    if (n >= 0)
        free(text);
    return false;
}
