/* Runs a kernel whose data, or code, no cache holds. */
#ifndef KERNEL_COLD_H
#define KERNEL_COLD_H

#include "flush.h"
#include "kernel_run.h"

/* Returns the sets of arrays of JOB that there is memory for; 0: not one. */
uint64_t kernel_cold_sets(const struct kernel_job *job);

/* Runs JOB, on all of its contexts at once, once in each of SETS sets of arrays, 1 to
 * kernel_cold_sets(), which are filled and then made as STATE says, not KERNEL_WARM; with code that
 * is to be cold, it is so for the first of them. FLUSH has .code for states that need it. Sets are
 * taken in no order that a prefetcher follows, and share no lines. MOVED, not NULL: the lines that
 * the run moved over each level are added to it; where data were flushed by line, out counts those
 * that a flush after the run writes back, too. Returns the ticks, or MEASURE_NONE when the clock
 * went back. */
uint64_t kernel_cold_ticks(const struct kernel_job *job, enum kernel_state state,
                           const struct flush *flush, uint64_t sets, struct hal_traffic *moved);

#endif
