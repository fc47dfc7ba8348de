/* Words in lines as wide as the terminal. */
#include "wrap.h"
#include "report/output/visible.h"
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char blanks[] = " ";
static size_t columns_of_line = FORMAT_COLUMNS;

void format_set_columns(size_t n)
{
    columns_of_line = n == 0                     ? FORMAT_COLUMNS
                      : n < FORMAT_LEAST_COLUMNS ? FORMAT_LEAST_COLUMNS
                      : n > FORMAT_MOST_COLUMNS  ? FORMAT_MOST_COLUMNS
                                                 : n;
}

size_t format_columns(void)
{
    return columns_of_line;
}

/* N bytes of TEXT, each run of blanks as one. */
static void put_words(FILE *out, const char *text, size_t n)
{
    for (size_t at = 0; at < n; at += strspn(text + at, blanks)) {
        size_t word = strcspn(text + at, blanks);
        word = word < n - at ? word : n - at;
        output_visible(out, text + at, word);
        at += word;
        if (at + strspn(text + at, blanks) < n)
            fputc(' ', out);
    }
}

/* Bytes of the words at BODY that fit after COLUMNS used ones, and at least one word, cut
 * where it alone is too long. */
static size_t fitting_bytes(const char *body, size_t columns)
{
    size_t n = 0, room = columns_of_line - columns;

    for (size_t end = 0; body[n] != '\0'; n = end) {
        end = n + strspn(body + n, blanks);
        end += strcspn(body + end, blanks);
        if (output_visible_bytes(body, end) > room)
            break;
    }
    return n > 0 ? n : output_visible_fit(body, strlen(body), room);
}

unsigned format_wrap_most(FILE *out, const char *lead, const char *body, unsigned most)
{
    static const char cut[] = "...";
    size_t indent = strlen(lead);
    unsigned lines = 0;

    fputs(lead, out);
    for (body += strspn(body, blanks); *body != '\0'; body += strspn(body, blanks)) {
        bool last = lines + 1 == most &&
                    output_visible_bytes(body, strlen(body)) > columns_of_line - indent;
        size_t n = fitting_bytes(body, indent + (last ? strlen(cut) : 0));

        if (lines++ > 0)
            fprintf(out, "\n%*s", (int)indent, "");
        put_words(out, body, n);
        if (last) {
            fputs(cut, out);
            break;
        }
        body += n;
    }
    fputc('\n', out);
    return lines > 0 ? lines : 1;
}

void format_wrap(FILE *out, const char *lead, const char *body)
{
    (void)format_wrap_most(out, lead, body, UINT_MAX);
}

void format_wrapf(FILE *out, const char *lead, const char *format, ...)
{
    char body[1000 + 1];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(body, sizeof body, format, args);
    va_end(args);
    if (n >= (int)sizeof body)
        memcpy(body + sizeof body - 4, "...", 4);
    format_wrap(out, lead, body);
}
