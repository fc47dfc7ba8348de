/* Makes texts by a format, and writes them for a person: nothing from outside commands the
 * terminal. */
#define _GNU_SOURCE /* fopencookie() */
#include "say.h"
#include "record/visible.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

char *format_list(const char *format, va_list args)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    if (out == NULL)
        return NULL;
    int length = vfprintf(out, format, args);
    if (fclose(out) == 0 && length >= 0)
        return text;
    free(text);
    return NULL;
}

char *format_text(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = format_list(format, args);
    va_end(args);
    return text;
}

void format_append(char *text, size_t room, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text + n, room - n, format, args);
    va_end(args);
}

/* ---- text for a person ---- */

enum { WRAPPED_COLUMNS = 79, FEWEST_COLUMNS = 20 };

/* Returns the longest line for OUT: a narrow terminal's, else the usual. */
static unsigned columns_of(FILE *out)
{
    struct winsize size = { .ws_col = 0 };
    int fd = fileno(out);

    if (fd < 0 || ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ||
        size.ws_col > WRAPPED_COLUMNS)
        return WRAPPED_COLUMNS;
    return size.ws_col <= FEWEST_COLUMNS ? FEWEST_COLUMNS : size.ws_col - 1u;
}

/* Writes N bytes and END to OUT at once: standard error has no buffer. */
static void put_shown(FILE *out, const char *bytes, size_t n, const char *end)
{
    char *text = malloc(VISIBLE_BYTES * n + 1);

    if (text != NULL) {
        (void)visible_text(text, VISIBLE_BYTES * n + 1, bytes, n);
        (void)fprintf(out, "%s%s", text, end);
    }
    free(text);
}

static void say_so(FILE *out, const char *end, const char *format, va_list args)
{
    char *text = format_list(format, args);

    if (text != NULL)
        put_shown(out, text, strlen(text), end);
    free(text);
}

void say_part(FILE *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_so(out, "", format, args);
    va_end(args);
}

void say_line(FILE *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_so(out, "\n", format, args);
    va_end(args);
}

void say_wrapped(FILE *out, unsigned indent, const char *text)
{
    size_t at = strspn(text, " ");
    bool begins = true; /* no word is on the line yet */
    unsigned columns = columns_of(out);

    (void)fprintf(out, "%*s", (int)at, "");
    text += at;
    for (size_t n; *text != '\0'; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        if (!begins && at + 1 + n > columns) {
            (void)fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
            begins = true;
        }
        if (!begins)
            (void)fputc(' ', out);
        at += n + !begins;
        put_shown(out, text, n, "");
        begins = false;
    }
    (void)fputc('\n', out);
}

static ssize_t write_shown(void *out, const char *bytes, size_t n)
{
    bool ends = n > 0 && bytes[n - 1] == '\n';

    put_shown(out, bytes, n - ends, ends ? "\n" : "");
    return (ssize_t)n;
}

FILE *say_stream(void)
{
    const cookie_io_functions_t calls = { .write = write_shown };
    FILE *stream = fopencookie(stderr, "w", calls);

    if (stream != NULL)
        (void)setvbuf(stream, NULL, _IONBF, 0);
    return stream;
}

/* ---- messages of board_runner ---- */

void complain_list(const char *format, va_list args)
{
    char *text = format_list(format, args);

    say_line(stderr, "board_runner: %s", text != NULL ? text : format);
    free(text);
}

void complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain_list(format, args);
    va_end(args);
}

/* ---- words of commands ---- */

static bool is_visible(const char *word)
{
    unsigned length = 1;

    for (size_t left = strlen(word); left > 0 && length > 0; left -= length, word += length)
        length = visible_length(word, left);
    return length > 0;
}

/* Writes WORD so that bash reads \xNN as that byte. */
static void print_escaped(FILE *out, const char *word)
{
    char text[VISIBLE_BYTES + 1];

    (void)fputs("$'", out);
    for (; *word != '\0'; word++) {
        (void)visible_text(text, sizeof text, word, 1);
        (void)fprintf(out, "%s%s", *word == '\'' || *word == '\\' ? "\\" : "", text);
    }
    (void)fputc('\'', out);
}

void shell_word_print(FILE *out, const char *word)
{
    if (*word != '\0' && strpbrk(word, " \t'\"") == NULL && is_visible(word)) {
        (void)fputs(word, out);
        return;
    }
    if (!is_visible(word)) {
        print_escaped(out, word);
        return;
    }
    (void)fputc('\'', out);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            (void)fputs("'\\''", out);
        else
            (void)fputc(*word, out);
    (void)fputc('\'', out);
}
