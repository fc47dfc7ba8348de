/* Chains that were timed in turn with the reference chain (probes/lib/turns.h). */
#ifndef SERIES_TURNS_H
#define SERIES_TURNS_H

#include "log/log.h"

enum { TURNS_MOST = 13 };

/* Cycles of a step of each chain; NaN: not timed. */
struct turns {
    double least[TURNS_MOST], cost[TURNS_MOST], median[TURNS_MOST];
    double ticks[TURNS_MOST]; /* what COST is in ticks */
    double cycle;             /* ticks; 0: not known */
};

/* Fills T from S, a series of RUN: a cycle is an addition of the reference chain in S, else of the
 * run's add_chain. */
void turns_gather(struct turns *t, const struct log_run *run, const struct log_series *s);

#endif
