/* How many times as long one kernel takes as another, by timings that were taken in turn. */
#ifndef SERIES_KERNEL_RATIO_H
#define SERIES_KERNEL_RATIO_H

#include "kernels.h"

struct kernel_ratio {
    uint64_t n;               /* the size; 0: there is none at which both can be compared */
    double value;             /* median over the passes of the run of A's time by B's */
    double low, high, chance; /* CHANCE that the median of all such passes lies within */
};

/* The ratio at the size at which it is surely largest, by its lower bound: of several disturbed
 * sizes the largest ratio alone would be a matter of luck. Sizes of which call and loop take more
 * than a fifth count for nothing, and those with few passes only where there are no others. */
struct kernel_ratio kernel_ratio_largest(const struct kernel_run *a, const struct kernel_run *b);

/* The ratio at size N; its n is 0 where the two cannot be compared there. */
struct kernel_ratio kernel_ratio_at(const struct kernel_run *a, const struct kernel_run *b,
                                    uint64_t n);

#endif
