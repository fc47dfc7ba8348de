/* Colours (SGR, ECMA-48) for what a report marks without them, too: headings, doubts, doubtful
 * answers. */
#include "colour.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char heading[] = "\033[1m", doubtful[] = "\033[33m", alarm[] = "\033[1;31m",
                  plain[] = "\033[0m";

static void coloured(FILE *out, const char *colour, const char *text, size_t n)
{
    if (n > 0)
        fprintf(out, "%s%.*s%s", colour, (int)n, text, plain);
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* The capital words at the start of LINE, "MEMORY HIERARCHY": bytes; 0 where there are none. */
static size_t heading_bytes(const char *line, size_t n)
{
    size_t end = 0;

    for (size_t i = 0; i < n && is_upper(line[i]); i++) {
        while (i < n && is_upper(line[i]))
            i++;
        if (i < n && line[i] != ' ')
            break;
        end = i;
    }
    return end > 1 ? end : 0;
}

/* True when the byte at AT is the sign after an answer: "40!", "1 MiB!,". */
static bool is_sign(const char *line, size_t n, size_t at)
{
    return line[at] == '!' && at > 0 && isalnum((unsigned char)line[at - 1]) &&
           (at + 1 == n || strchr(" ,;", line[at + 1]) != NULL);
}

/* Where the answer that ends at END begins, not before FROM: one word, or a number and its unit. */
static size_t answer_start(const char *line, size_t from, size_t end)
{
    size_t at = end;

    while (at > from && line[at - 1] != ' ')
        at--;
    if (at > from + 1 && isalpha((unsigned char)line[at]) && isdigit((unsigned char)line[at - 2]))
        for (at--; at > from && line[at - 1] != ' ';)
            at--;
    return at;
}

static void colour_line(FILE *out, const char *line, size_t n)
{
    size_t done = heading_bytes(line, n);

    coloured(out, heading, line, done);
    if (n > 3 && strncmp(line, "  ! ", 4) == 0) {
        coloured(out, alarm, line, 3);
        done = 3;
    }
    for (size_t i = done; i < n; i++) {
        if (!is_sign(line, n, i))
            continue;
        size_t start = answer_start(line, done, i);
        fwrite(line + done, 1, start - done, out);
        coloured(out, doubtful, line + start, i + 1 - start);
        done = i + 1;
    }
    fwrite(line + done, 1, n - done, out);
}

void report_colour(FILE *out, const char *text)
{
    size_t n = strcspn(text, "\n");

    coloured(out, heading, text, n); /* which machine */
    for (text += n; *text != '\0'; text += n) {
        fputc('\n', out);
        text++;
        n = strcspn(text, "\n");
        colour_line(out, text, n);
    }
}
