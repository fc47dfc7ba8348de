#ifndef INFER_SHAPE_H
#define INFER_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

/* How the share of misses grows with the working set around a capacity, by kind of cache. */

struct shape {
    const char *name;                   /* the model, a literal */
    double capacity;                    /* best fit, in the unit of x */
    double capacity_low, capacity_high; /* all that fit nearly as well */
    double ways;                        /* of the best fit; 0: the model has none */
    double rms;                         /* of the best fit, share of the rise */
    bool contiguous;                    /* frames were known to be so */
};

/* Fits SHARE[0..n) (0: all hit, 1: all miss) over working sets X[0..n) (ascending, bytes) by
 * models: sets that overflow one after the other (least recently used), random replacement, and,
 * unless CONTIGUOUS, pages in random frames under either policy. N at least 2. */
void shape_fit(const double *x, const double *share, size_t n, bool contiguous,
               struct shape *shape);

/* Share of misses of a cyclic walk over X bytes in a cache of C bytes and WAYS ways:
 * least recently used, where the sets overflow one after the other between C and C + C / WAYS: of x
 * lines' worth, (x - C) sets' worth miss with all their WAYS + 1 lines. */
double shape_lru(double x, double c, double ways);
/* random replacement: the fixed point of m = 1 - (1 - 1/WAYS)^(m (k - 1)), k = WAYS x / C lines a
 * set. */
double shape_random(double x, double c, double ways);
/* pages of PAGE bytes in random frames: P[Binomial(n - 1, 1/colours) >= WAYS], n = x / PAGE pages,
 * colours = C / (WAYS PAGE). */
double shape_frames(double x, double c, double ways, double page);
/* both: a colour that holds k > WAYS pages misses as a set of k lines under random replacement. */
double shape_frames_random(double x, double c, double ways, double page);

#endif
