/* The last lines that came, to show after a failure. */
#ifndef TAIL_H
#define TAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TAIL_LINES = 5, TAIL_BYTES = 160 };

/* Zero-initialise. Lines beyond TAIL_BYTES - 1 are cut. */
struct tail {
    char line[TAIL_LINES][TAIL_BYTES];
    size_t n_bytes; /* of the line under way */
    unsigned at;    /* index of the line under way */
    bool cr;        /* a CR came: nothing is shown of it if a line end follows */
};

/* Takes N bytes. Those that are no printable ASCII become \xNN: a broken stream must not command
 * the terminal. */
void tail_feed(struct tail *tail, const char *bytes, size_t n);
/* Returns the last line that is not empty, whole or not; "" where there is none. */
const char *tail_last(const struct tail *tail);
/* Writes the lines to OUT, oldest first, each with INDENT before it. Returns their number. */
unsigned tail_print(const struct tail *tail, FILE *out, const char *indent);

#endif
