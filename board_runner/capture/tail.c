/* Keeps the last lines of a stream of bytes. */
#include "tail.h"
#include <string.h>

static void next_line(struct tail *tail)
{
    if (tail->n_bytes == 0)
        return;
    tail->at = (tail->at + 1) % TAIL_LINES;
    tail->n_bytes = 0;
    memset(tail->line[tail->at], 0, TAIL_BYTES);
}

void tail_feed(struct tail *tail, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char c = bytes[i];

        if (c == '\n')
            next_line(tail);
        else if (c != '\r' && tail->n_bytes < TAIL_BYTES - 1)
            tail->line[tail->at][tail->n_bytes++] = c >= ' ' && c <= '~' ? c : '?';
    }
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
