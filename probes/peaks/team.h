/* The same work on several contexts at once, many times over: the contexts are started once and
 * meet at a barrier before and after each run, as starting them takes longer than what is timed. */
#ifndef PEAKS_TEAM_H
#define PEAKS_TEAM_H

#include "lib/parallel_run.h"
#include <stdint.h>

enum { TEAM_MOST = PARALLEL_MOST }; /* contexts */

/* What the first context does while the others wait for team_ticks(). */
typedef void team_lead(void *arg);

/* Runs LEAD(ARG) on the caller's context with contexts 1 to N - 1 (N at least 2) ready. 0, or -1
 * where so many contexts are not to be had; LEAD has not run then. */
int team_run(unsigned n, team_lead *lead, void *arg);

/* For LEAD alone: all contexts run OPS of KERNEL, whose context they share. Ticks from the barrier
 * before to the one after; MEASURE_NONE where the clock went back. */
uint64_t team_ticks(const struct measure_kernel *kernel, uint64_t ops);

#endif
