/* The kernels of each set that start operations fastest, timed again between later probes. */
#ifndef OPS_RATES_H
#define OPS_RATES_H

#include "lib/op_kernel.h"
#include "run/probe.h"
#include <stdbool.h>
#include <stddef.h>

enum { RATES_EACH = 3 }; /* laps of a set */

/* LAPS laps of kernel KERNEL; HALF: half laps of it. */
struct rate_of {
    unsigned kernel;
    bool half;
    uint64_t laps;
};

/* Gets memory for N_SETS sets; without any nothing is timed again. */
void rates_prepare(size_t n_sets);

/* Times again: the N laps OF kernels of SET, at most RATES_EACH, and REFERENCE_OPS operations of
 * the reference chain. */
void rates_take(const struct op_set *set, const struct rate_of *of, unsigned n,
                uint64_t reference_ops);

/* As struct probe has them. */
void rates_again(struct probe_run *run);
void rates_send(struct probe_run *run);

#endif
