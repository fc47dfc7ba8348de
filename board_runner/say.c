/* Writes text for a person, in which nothing from outside commands the terminal. */
#define _GNU_SOURCE /* fopencookie() */
#include "say.h"
#include "format.h"
#include "record/visible.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

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
    bool begins = true; /* no word stands on the line yet */
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
