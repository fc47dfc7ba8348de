/* Finds the plateaus of a latency curve: ranges of working sets that cost the same. */
#ifndef MODEL_LATENCY_PLATEAUS_H
#define MODEL_LATENCY_PLATEAUS_H

#include "chain_step.h"
#include "curve.h"
#include <stdbool.h>
#include <stddef.h>

enum { LATENCY_PLATEAUS_MOST = 8 };

struct plateau {
    size_t first, last; /* points of the curve */
    size_t settled;     /* last point before translations miss */
};

/* The plateaus of a curve, one for each level, and the curves that they were found in. */
struct latency_plateaus {
    struct curve curve; /* monotone, without faults of the clock; its points are owned. x2: the cost
                         * of the point before the curve was made monotone */
    struct chain_walks walks;                     /* of sparse curves only; owned */
    struct plateau at[2 * LATENCY_PLATEAUS_MOST]; /* ascending, disjoint */
    size_t n;                                     /* at most LATENCY_PLATEAUS_MOST */
    bool open, late; /* as in struct latency_level, of the last plateau and of the first */
};

/* Fills P with the plateaus of CURVE; arguments as for latency_levels_find(). The last plateau is
 * one point where the curve ends in a rise. P->n is 1 where the curve has no plateau (the first
 * point), 0 without points or memory. To be freed with latency_plateaus_free() in any case. */
void latency_plateaus_find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                           struct latency_plateaus *p);
void latency_plateaus_free(struct latency_plateaus *p);

/* Returns the octaves between the working sets of points I and J. */
double curve_octaves(const struct curve *curve, size_t i, size_t j);

/* Returns true when two neighbours among points FROM to TO lie so far apart that only the miss
 * ratio of one of them locates a capacity. */
bool curve_is_sparse(const struct curve *curve, size_t from, size_t to);

/* Returns the middle point of P, which is the median on a monotone curve. */
const struct curve_point *plateau_middle(const struct curve *curve, const struct plateau *p);

/* Returns how far the timings of P disagree, relative: the mean over its points of the larger of
 * the point's spread and its distance from the next point, at most 0.5 each. */
double plateau_noise(const struct curve *curve, const struct plateau *p);

#endif
