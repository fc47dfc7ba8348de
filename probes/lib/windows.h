/* Timings of one point that are taken at many times of a run: a neighbour on the same core may slow
 * all that is timed within seconds. */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "run/probe.h"

/* 1 on a board that runs nothing else: it has no neighbour to wait out, and nothing is timed again.
 */
#ifndef HAL_ALONE
#define HAL_ALONE 0
#endif

enum { WINDOWS_MOST = 64 };

/* All zero: none yet. */
struct windows {
    unsigned n, taken;
    uint32_t least; /* of all taken; 0: none */
    uint32_t ticks[WINDOWS_MOST];
};

/* Keeps TICKS, unless the clock went back or they do not fit; where W is full in place of another,
 * but never of the least. */
void windows_keep(struct windows *w, uint64_t ticks);

/* Sends W as a sample at X, N_X numbers, with OPS for each timing; nothing where W has none. */
void windows_send(struct probe_run *run, const uint64_t *x, unsigned n_x, uint64_t ops,
                  const struct windows *w);

#endif
