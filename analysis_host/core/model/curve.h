/* A curve: one cost for each value of the control variable. */
#ifndef MODEL_CURVE_H
#define MODEL_CURVE_H

#include <stdbool.h>
#include <stddef.h>

struct curve_point {
    double x, x2; /* control variable; the second of two joined by ':', else 0 */
    double y; /* cost of one operation: cycles, or nanoseconds where there is no reference chain */
    double least;   /* the lowest repetition, even where y does not believe it */
    double typical; /* the median repetition: where replacement has luck in it, y is too low */
    double mean; /* of the repetitions without the lowest and highest eighth: where frames are drawn
                  * anew for each, the average draw */
    double error; /* standard error of the mean; 0: of fewer than 3 repetitions */
    double fair;  /* lower quartile of the timings, each by the reference chain timed next to it, so
                   * that a drifting clock cancels: for latencies */
    double spread; /* how far the lowest eighth of the repetitions lies above y, relative */
    double step;   /* what one step of the clock adds to y; 0: not known */
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
    double page;  /* bytes of a page of the memory; 4096 where the series names none, or a large one
                   * that a host  may map by small ones */
    double drift; /* how far the reference chain moved between passes, relative */
};

#endif
