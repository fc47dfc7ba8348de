/* Whether the levels of a curve stay when a part of what was measured is left out: the jackknife
 * (Quenouille 1956; Efron and Gong 1983, "A leisurely look at the bootstrap, the jackknife, and
 * cross-validation"). No single pass and no single point may decide. */
#ifndef MODEL_LEVEL_VOTES_H
#define MODEL_LEVEL_VOTES_H

#include "latency_levels.h"

enum { LEVEL_VOTES_WHY = 48 };

/* What the curves say of one level of the whole curve. */
struct level_vote {
    size_t against;            /* curves in which it costs or ends elsewhere, or is not there */
    double shift;              /* farthest that its end moves in the others, octaves */
    double low, high;          /* its latencies in all that are not against */
    char why[LEVEL_VOTES_WHY]; /* what was left out of the first curve against */
};

struct level_votes {
    struct latency_outline whole;
    size_t asked;              /* curves with a part left out */
    size_t against;            /* of these show another number of levels, */
    size_t least, most;        /* levels that any curve shows */
    size_t other;              /* levels that the first one against shows, */
    char why[LEVEL_VOTES_WHY]; /* which has this left out */
    struct level_vote level[LATENCY_LEVELS_MOST];
};

/* Fills *V with the outline of the whole CURVE; arguments as for latency_levels_find(). Nothing is
 * left out yet. */
void level_votes_begin(struct level_votes *v, const struct curve *curve, const struct curve *chains,
                       size_t n_chains);

/* Takes what CURVE says, of which LEFT_OUT was left out, in words. */
void level_votes_ask(struct level_votes *v, const struct curve *curve, const struct curve *chains,
                     size_t n_chains, const char *left_out);

/* Asks CURVE, the whole one, without its last point, the last two and the last three, and without
 * the one before the last and the one before that. Nothing is asked where memory is short, or of
 * curves with a point an octave, where a point is a level's only witness. */
void level_votes_ask_ends(struct level_votes *v, const struct curve *curve,
                          const struct curve *chains, size_t n_chains);

#endif
