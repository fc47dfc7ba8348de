/* Text of strangers as a terminal may get it. */
#define _GNU_SOURCE /* fopencookie() */
#include "visible.h"
#include "record/visible.h"
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *output_program = "analyze";

/* Returns the bytes of the first letter of TEXT, 1 to 4 of N, N > 0; *SHOWN: as it is. A byte that
 * is not shown counts as a letter. */
static size_t first_letter(const char *text, size_t n, bool *shown)
{
    unsigned length = visible_length(text, n);

    *shown = length > 0;
    return length > 0 ? length : 1;
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
        size_t cost = shown ? bytes : bytes * VISIBLE_BYTES;
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
        all += shown ? bytes : bytes * VISIBLE_BYTES;
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

static void check_end(void)
{
    bool failed = ferror(stdout) != 0;

    errno = 0;
    if ((fflush(stdout) == 0 && !failed) || errno == EPIPE || errno == EBADF)
        return;
    output_say(stderr, "standard output", "%s",
               errno != 0 ? strerror(errno) : "could not be written");
    fflush(stderr);
    _exit(4);
}

void output_guard_end(void)
{
    (void)atexit(check_end);
}

bool output_say(FILE *err, const char *file, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    fprintf(err, "%s: ", output_program);
    output_visible(err, file, strlen(file));
    fputs(": ", err);
    if (n >= 0)
        output_visible(err, text, (size_t)n);
    fputc('\n', err);
    if (n >= 0)
        free(text);
    return false;
}
