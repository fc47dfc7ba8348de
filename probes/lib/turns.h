/* Several chains timed alternately with the reference chain, for answers that are differences. */
#ifndef TURNS_H
#define TURNS_H

#include "hal/board_limits.h"
#include "run/probe.h"

enum { TURNS_MOST = HAL_LIMIT_SYSTEM ? 13 : 8, TURNS_REFERENCE = 99 };

/* Sends a series of RUN with the timings of N chains (at most TURNS_MOST): x = the number of the
 * chain, ops = steps, multiples of LAP; x = TURNS_REFERENCE: the reference chain, timed in the same
 * rounds. CHAINS are as the run of a measure_kernel, called without a context; 0: left out. */
void turns_send(struct probe_run *run, void (*const *chains)(void *ctx, uint64_t steps), unsigned n,
                uint64_t lap);

#endif
