/* Tells a step of latency by translation from the end of a cache, by several chains at once. */
#ifndef MODEL_CHAIN_STEP_H
#define MODEL_CHAIN_STEP_H

#include "curve.h"
#include <stdbool.h>
#include <stddef.h>

/* Costs on either side of a step, walked by one chain and by many at once (one load of each); the
 * unit is the same throughout. Zeros: there is no such step, or it was not measured. */
struct chain_step {
    double one_before, one_after, many_before, many_after;
};

/* Returns the points of ONE with the costs that MANY, a curve of several chains at once, has for
 * their working sets, none above the one to its right; the caller frees them. NULL where MANY lacks
 * one of them, or memory is short.
 */
struct curve_point *chain_step_points(const struct curve *one, const struct curve *many);

/* Returns the costs of points FROM and TO of two curves of the same working sets; zeros where MANY
 * has no points. */
struct chain_step chain_step_between(const struct curve *one, const struct curve *many, size_t from,
                                     size_t to);

/* Returns true when STEP is translations that miss. Chains wait for one another where lines miss:
 * so a step of a cache costs many chains as much as INTO, the step before it, does, relative to
 * what it costs one chain. The walks of several chains overlap. */
bool chain_step_is_translation(const struct chain_step *step, const struct chain_step *into);

/* Returns true when many chains tell that a cache ends at STEP, whatever one chain shows. */
bool chain_step_is_cache(const struct chain_step *step);

#endif
