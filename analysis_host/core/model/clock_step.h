/* The step of a clock, from differences of its readings. */
#ifndef MODEL_CLOCK_STEP_H
#define MODEL_CLOCK_STEP_H

#include <stddef.h>

/* A step in ticks, and how many of the differences are whole numbers of it. */
struct clock_step {
    double ticks;
    size_t whole, of;
};

/* Returns the step of a clock whose neighbouring readings were N DIFFERENCES apart, ticks above 0
 * in any order: the largest unit of which these are whole numbers, to within a tick, also where it
 * is no whole number of ticks. Where all are as far apart, N_OTHERS further timings OTHERS tell the
 * step from what a reading costs: the largest part that most of them are whole numbers of, too;
 * where that is neither the whole nor a tick, whole is 0, as it may be several steps. Of fewer than
 * CLOCK_STEP_FEWEST the smallest. Zeros where N is 0. */
struct clock_step clock_step_of(const double *differences, size_t n, const double *others,
                                size_t n_others);

/* Fewer differences are whole numbers of some unit by chance. */
enum { CLOCK_STEP_FEWEST = 16 };

#endif
