/* Kernels that are timed again, at their fastest sizes, between what is timed later: a neighbour on
 * the same core slows all that is timed within a second. */
#ifndef KERNEL_KEPT_H
#define KERNEL_KEPT_H

#include "kernel_send.h"

/* Keeps of the N series at SERIES, all of one name and already timed by RUN, those of one context
 * in warm caches: the fastest sizes in each cache, as far as their arrays are soon filled.
 * REFERENCE_OPS: additions next to each timing. What there is no room for is not kept. */
void kernel_kept_offer(const struct probe_run *run, const struct kernel_series *series, unsigned n,
                       uint64_t reference_ops);

/* As again() and send_again() of struct probe: times the next of those kept, a few ms long, in the
 * arrays of the group that is measured, if one is, which then hold something else; sends all that
 * were kept, with the probe and keys of their series and again=1, each with its reference chain. */
void kernel_kept_again(struct probe_run *run);
void kernel_kept_send(struct probe_run *run);

/* Has everything timed again (probe_again()), so that kernels and their roofs come from the same
 * windows, until the lowest timings of each kernel agree, BUDGET ticks at most; nothing where it is
 * 0. No arrays are held. */
void kernel_kept_settle(uint64_t budget_ticks);

#endif
