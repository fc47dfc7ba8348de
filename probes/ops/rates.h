/* The kernels of each set that start operations fastest, timed again between later probes. */
#ifndef OPS_RATES_H
#define OPS_RATES_H

#include "lib/op_kernel.h"
#include "run/probe.h"
#include <stddef.h>

enum { RATES_EACH = 2 }; /* kernels of a set */

/* Gets memory for N_SETS sets; without any nothing is timed again. */
void rates_prepare(size_t n_sets);

/* Times again: LAPS[i] laps of kernel K[i] of SET, the first N, at most RATES_EACH, and
 * REFERENCE_OPS operations of the reference chain. */
void rates_take(const struct op_set *set, const unsigned *k, const uint64_t *laps, unsigned n,
                uint64_t reference_ops);

/* As struct probe has them. */
void rates_again(struct probe_run *run);
void rates_send(struct probe_run *run);

#endif
