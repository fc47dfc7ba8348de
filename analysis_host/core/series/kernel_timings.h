/* What the timings of one size of a kernel say of its time. */
#ifndef SERIES_KERNEL_TIMINGS_H
#define SERIES_KERNEL_TIMINGS_H

#include "kernel_point.h"
#include "method.h"

/* Fills the times of P from SAMPLE, by METHOD. */
void kernel_timings_take(struct kernel_point *p, const struct log_sample *sample,
                         enum method method);

/* Fills them from these and from those at P's size in AGAIN, which was timed at many times of the
 * run, and whose ticks are SCALE of P's own: the answer and the quartiles are then those of the
 * timings that are nearly as fast as the best, as a neighbour only slows. Nothing where AGAIN has
 * none. */
void kernel_timings_again(struct kernel_point *p, const struct log_series *again, double scale);

#endif
