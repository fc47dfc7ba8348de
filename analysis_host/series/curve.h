#ifndef INFER_CURVE_H
#define INFER_CURVE_H

#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>

/* A series turned into a curve: one cost per value of the control variable. */

struct curve_point {
    double x, x2; /* control variable; the second of two joined by ':', else 0 */
    double y; /* cost of one operation: cycles, or nanoseconds where there is no reference chain */
    double typical; /* the median repetition: where replacement has luck in it, y is too low */
    double mean; /* of the repetitions without the lowest and highest eighth: where frames are drawn
                  * anew for each, the average draw */
    double fair; /* lower quartile of the timings, each by the reference chain right beside it, so
                  * that a drifting clock cancels: for latencies */
    double spread; /* how far the lowest eighth of the repetitions lies above y, relative */
    size_t n;      /* repetitions */
};

struct curve {
    struct curve_point *at; /* ascending x, then x2 */
    size_t n;
    bool in_cycles;  /* else y is in nanoseconds (or ticks where the tick's length is unknown) */
    bool damaged;    /* points are missing */
    double cycle_ns; /* length of a cycle; 0: unknown */
    bool drawn;      /* frames were drawn anew in every pass */
    bool contiguous; /* frames are known to be contiguous */
    double page;  /* bytes of a page behind the memory; 4096 where the series does not say, or names
                   * a  large one, behind which a host may have small ones */
    double drift; /* how far the reference chain moved between passes, relative */
};

/* The lowest cost at each x over all samples of SERIES, scaled by the reference chain that was
 * measured beside it pass by pass (BlackjackBench section 3.3.1), or by the run's own add_chain.
 * 0, or -1 when memory is short or no sample is usable; *CURVE is to be freed with curve_free() on
 * 0. */
int curve_make(struct curve *curve, const struct log_run *run, const struct log_series *series);
void curve_free(struct curve *curve);

/* Takes out of CURVE what translations add. WIDE: the same walk at twice the stride, where a page
 * holds half as many loads; the difference is what they add to a load of CURVE. Between the points
 * of WIDE it is interpolated, and it never falls. Nothing is done when memory is short or no x is
 * common. */
void curve_take_out_translation(struct curve *curve, const struct curve *wide);

/* Ticks of one addition in the run's add_chain, and in its second kind of chain: the slope of the
 * lowest timings over the operations, so that what a timing costs by itself drops out. 0: not
 * there. */
double curve_reference_ticks(const struct log_run *run, unsigned kind);

/* Whether the series is of another tool's kind that gives the increment over the first level only.
 */
bool curve_is_increment(const struct log_series *series);

#endif
