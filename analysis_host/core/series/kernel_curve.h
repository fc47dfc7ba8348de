/* A kernel's speed-up over one thread, by the number of threads. */
#ifndef SERIES_KERNEL_CURVE_H
#define SERIES_KERNEL_CURVE_H

#include "kernel_ratio.h"
#include "kernels.h"

enum { KERNEL_CURVE_MOST = 16 };

/* One number of threads. */
struct kernel_curve_point {
    const struct kernel_run *run;
    struct kernel_ratio
        speedup; /* time on one thread by the time on so many, at the curve's size */
};

/* One variant of a kernel: one form of its parallel loop. */
struct kernel_curve {
    const struct kernel_run *alone; /* on one thread */
    const char *form;               /* "static": a stretch each; "farm": dealt in turn */
    uint64_t size;                  /* n */
    struct kernel_curve_point at[KERNEL_CURVE_MOST]; /* ascending threads, from 2 on */
    size_t n;                                        /* 0: nothing can be compared */
};

/* Returns "farm" or "static" for R on several threads; NULL: R is no share of one kernel's work, as
 * it ran on one thread, in caches that were not warm, or in arrays of each thread's own. */
const char *kernel_curve_form(const struct kernel_run *r);

/* Fills C with the runs of K that have the name, type and variant of ALONE on several threads, at
 * the size at which those on the most threads surely gain most; further sizes of few passes or of
 * which call and barrier take more than a fifth count as kernel_ratio_largest() says. C points into
 * K. */
void kernel_curve_make(struct kernel_curve *c, const struct kernels *k,
                       const struct kernel_run *alone);

/* Returns the run of R's variant on one thread with warm caches; NULL: it was not timed. */
const struct kernel_run *kernel_curve_alone(const struct kernels *k, const struct kernel_run *r);

#endif
