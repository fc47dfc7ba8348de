/* Tells a step of latency by translation from the end of a cache, by several chains at once. */
#ifndef MODEL_CHAIN_STEP_H
#define MODEL_CHAIN_STEP_H

#include "curve.h"
#include <stdbool.h>
#include <stddef.h>

enum { CHAIN_WALKS_MOST = 8 };

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

/* Curves of several chains at once at the points of one chain, the most chains first. */
struct chain_walks {
    struct curve at[CHAIN_WALKS_MOST];
    double chains[CHAIN_WALKS_MOST]; /* how many walk at once */
    size_t n;
};

/* Fills W with the N curves CHAINS, from fewer to more chains (x2 of their points), each as
 * chain_step_points() has it; those that lack a point are left out, and no more than
 * CHAIN_WALKS_MOST are taken. To be freed with chain_walks_free(). */
void chain_walks_take(struct chain_walks *w, const struct curve *one, const struct curve *chains,
                      size_t n);
void chain_walks_free(struct chain_walks *w);

/* Returns the curve of the most chains; one without points where there is none. */
const struct curve *chain_walks_most(const struct chain_walks *w);

/* Returns true when a cache ends between points FROM and TO of ONE: the most chains tell it, or
 * fewer chains rise as no slope of translations does, and by more than one chain's rise would add
 * if they paid it one after the other. The most chains may all wait for one port. */
bool chain_walks_end_cache(const struct chain_walks *w, const struct curve *one, size_t from,
                           size_t to);

/* Returns true when STEP is translations that miss. Chains wait for one another where lines miss:
 * so a step of a cache costs many chains as much as INTO, the step before it, does, relative to
 * what it costs one chain. The walks of several chains overlap. */
bool chain_step_is_translation(const struct chain_step *step, const struct chain_step *into);

/* Returns true when many chains tell that a cache ends at STEP, whatever one chain shows. */
bool chain_step_is_cache(const struct chain_step *step);

#endif
