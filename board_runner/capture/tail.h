#ifndef TAIL_H
#define TAIL_H

#include <stddef.h>
#include <stdio.h>

/* The last lines that came, to show what a board said before it fell silent. */

enum { TAIL_LINES = 5, TAIL_BYTES = 160 };

/* Zero-initialise. Lines beyond TAIL_BYTES - 1 are cut. */
struct tail {
    char line[TAIL_LINES][TAIL_BYTES];
    size_t n_bytes; /* of the line under way */
    unsigned at;    /* of the line under way */
};

void tail_feed(struct tail *tail, const char *bytes, size_t n);
/* Writes them to OUT, oldest first, each with INDENT before it; bytes that are no printable ASCII
 * become '?', as a broken stream must not command the terminal. Returns how many. */
unsigned tail_print(const struct tail *tail, FILE *out, const char *indent);

#endif
