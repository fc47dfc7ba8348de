/* Keeps the last lines of a stream of bytes. */
#include "tail.h"
#include "record/visible.h"
#include <string.h>

static void next_line(struct tail *tail)
{
    if (tail->n_bytes == 0)
        return;
    tail->at = (tail->at + 1) % TAIL_LINES;
    tail->n_bytes = 0;
    memset(tail->line[tail->at], 0, TAIL_BYTES);
}

static void add_byte(struct tail *tail, char byte)
{
    char *line = tail->line[tail->at];

    tail->n_bytes += visible_text(line + tail->n_bytes, TAIL_BYTES - tail->n_bytes, &byte, 1);
}

void tail_feed(struct tail *tail, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char c = bytes[i];

        if (c == '\n')
            next_line(tail);
        else if (tail->cr)
            add_byte(tail, '\r');
        tail->cr = c == '\r';
        if (c != '\n' && c != '\r')
            add_byte(tail, c);
    }
}

const char *tail_last(const struct tail *tail)
{
    const char *now = tail->line[tail->at];

    return *now != '\0' ? now : tail->line[(tail->at + TAIL_LINES - 1) % TAIL_LINES];
}

unsigned tail_print(const struct tail *tail, FILE *out, const char *indent)
{
    unsigned n = 0;

    for (unsigned i = 1; i <= TAIL_LINES; i++) {
        const char *line = tail->line[(tail->at + i) % TAIL_LINES];

        if (*line != '\0') {
            (void)fprintf(out, "%s%s\n", indent, line);
            n++;
        }
    }
    return n;
}
