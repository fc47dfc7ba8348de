/* How much faster the board's kernels are on several contexts. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "board.h"
#include "database.h"
#include "paper.h"
#include "series/kernels.h"
#include <stdbool.h>
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

/* Fills TO with the curve over contexts of the kernel NAME among K, of each model, at N where that
 * was timed on several contexts, else, unless EXACT, at the size at which the most gain most;
 * returns how many. */
size_t contexts_of_kernel(struct contexts_speedup to[CONTEXTS_MOST], const struct kernels *k,
                          const char *name, uint64_t n, bool exact);
/* Returns the speedup of MODEL on N contexts among the N_OF at OF; 0: it is not there. */
double contexts_find(const struct contexts_speedup *of, size_t n_of, const char *model, unsigned n);

/* Fills TO with the speedups of formula (1): of each kernel of P those of its match among K, at the
 * match's size, by the shares of the instructions; returns how many. 0: a match was not timed on
 * several contexts. */
size_t contexts_of_matches(struct contexts_speedup to[CONTEXTS_MOST], const struct kernels *k,
                           const struct paper *p);

/* Returns the time, by that on one context, of a program of which SHARE is shared at SPEEDUP. */
double contexts_time(double share, double speedup);

#endif
