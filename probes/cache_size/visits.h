/* Large working sets, visited again and again between later probes: an outer level may take a line
 * in after many laps only, and other guests have a part of it that changes over seconds. */
#ifndef CACHE_SIZE_VISITS_H
#define CACHE_SIZE_VISITS_H

#include "hal/alloc.h"
#include "lib/pointer_chase.h"
#include "run/probe.h"

/* Takes BLOCK over, over which CHASE walks, where there is something to visit: working sets beyond
 * the last level but one that PLAN knows. *BLOCK is then emptied. */
void visits_take(const struct plan *plan, struct hal_block *block, const struct chase *chase);

/* As struct probe_extra has them. */
void visits_again(struct probe_run *run);
void visits_send(struct probe_run *run);

/* Returns about how many samples visits_send() will send where working sets go to MOST_BYTES. */
unsigned visits_points(const struct plan *plan, uint64_t most_bytes);

#endif
