/* Steps of a share: up to how many operations between two misses these overlap, where another
 * thread has part of the core some of the time. */
#ifndef MODEL_OVERLAP_STEPS_H
#define MODEL_OVERLAP_STEPS_H

#include <stdbool.h>
#include <stddef.h>

/* Timings with X operations between two misses: N of them, in SERIAL of which the misses did not
 * overlap. */
struct overlap_point {
    double x;
    size_t n, serial;
};

/* A queue that is full between points AT - 1 and AT. */
struct overlap_steps {
    size_t at;          /* the first point beyond the whole queue; at least 1 */
    size_t first, last; /* AT lies within these in 19 of 20 cases: by likelihood */
    size_t part;        /* the first point beyond the part that is left while another thread has the
                           rest; AT: there was one mode */
    double share;       /* of timings from PART to AT that did not overlap; 0: there was one mode */
};

/* Fits the N_POINTS, ascending in x, by the chance that misses do not overlap: small below one
 * step and large above; or, where that is much more likely, with a chance of its own between two
 * steps (binomial likelihoods; change points by D. V. Hinkley and E. A. Hinkley, "Inference about
 * the change-point in a sequence of binomial variables", 1970). Two steps are modes of one queue
 * where the smaller has half of the larger, to within a quarter, OWN operations of the loop itself
 * added to each. Returns false where a step is not much more likely than none. */
bool overlap_steps_find(const struct overlap_point *points, size_t n_points, double own,
                        struct overlap_steps *steps);

#endif
