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

/* The capital words at the start of LINE, "CORE TO CORE": bytes; 0 where there are none. */
static size_t heading_bytes(const char *line, size_t n)
{
    size_t end = 0;

    for (size_t i = 0; i < n && is_upper(line[i]); i++) {
        while (i < n && is_upper(line[i]))
            i++;
        if (i < n && line[i] != ' ' && line[i] != ',')
            break;
        end = i;
    }
    return end > 1 ? end : 0;
}

/* True when a doubtful answer begins at AT. */
static bool is_sign(const char *line, size_t n, size_t at)
{
    return line[at] == '~' && at + 1 < n && isalnum((unsigned char)line[at + 1]) &&
           (at == 0 || strchr(" (/", line[at - 1]) != NULL);
}

/* Where the answer that begins at AT ends: a word, and its unit where that is another one. */
static size_t answer_end(const char *line, size_t n, size_t at)
{
    static const char *const units[] = {
        "c",   "ns",  "us",  "ms",  "B",      "KiB",    "MiB",
        "GiB", "GHz", "MHz", "B/c", "uops/c", "FLOP/c", "GFLOP/s"
    };
    size_t end = at;

    while (end < n && strchr(" /,;)", line[end]) == NULL)
        end++;
    for (size_t i = 0; i < sizeof units / sizeof units[0] && end < n && line[end] == ' '; i++) {
        size_t unit = strlen(units[i]);
        bool fits = end + 1 + unit <= n && strncmp(line + end + 1, units[i], unit) == 0;
        if (fits && (end + 1 + unit == n || strchr(" ,;)", line[end + 1 + unit]) != NULL))
            return end + 1 + unit;
    }
    return end;
}

static void colour_line(FILE *out, const char *line, size_t n)
{
    size_t done = heading_bytes(line, n), sign = strspn(line, " ");

    coloured(out, heading, line, done);
    if (done == 0 && n > sign + 2 && sign <= 2 && strncmp(line + sign, "! ", 2) == 0) {
        coloured(out, alarm, line, sign + 1);
        done = sign + 1;
    }
    for (size_t i = done; i < n; i++) {
        if (!is_sign(line, n, i))
            continue;
        size_t end = answer_end(line, n, i);
        fwrite(line + done, 1, i - done, out);
        coloured(out, doubtful, line + i, end - i);
        done = end;
        i = end - 1;
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
