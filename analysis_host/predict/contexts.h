/* How much faster the board's kernels are on several contexts. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "board.h"
#include "database.h"
#include <stddef.h>

enum { CONTEXTS_MOST = 16 };

/* A programming model on so many contexts. */
struct contexts_speedup {
    const char *model; /* "static": stretches; "farm": dealt */
    unsigned n;
    double speedup; /* mSpeedUP, of kernels as near as they are */
    size_t kernels; /* that it is of */
};

/* Fills TO with the speedups of the kernels that B's log has timed on one context and on several,
 * those of D that wait for the same causes as CAUSE counting most; returns how many. 0: none was
 * timed, or no memory. */
size_t contexts_speedups(struct contexts_speedup to[CONTEXTS_MOST], const struct board *b,
                         const struct database *d, const double cause[CAUSES]);

/* Returns the time, by that on one context, of a program of which SHARE is shared at SPEEDUP. */
double contexts_time(double share, double speedup);

#endif
