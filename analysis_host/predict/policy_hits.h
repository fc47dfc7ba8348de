/* Which touches hit in a cache that does not replace the line that was used least lately. */
#ifndef POLICY_HITS_H
#define POLICY_HITS_H

#include "policy/replacement.h"
#include <stdbool.h>

/* Sets of the cache are driven, phase by phase, by touches that are drawn by how many other lines
 * were touched since the same one was (the stack model: in a phase each draw is without regard to
 * the ones before), and served by the policy itself. A loop over lines comes out as it is. */

struct policy_cache {
    enum replacement_policy policy;
    unsigned ways; /* at least 1 */
    double sets;   /* that lines fall into; 1: what is told is depths in one set */
    bool random;   /* lines fall into sets at random; else they lie in a row */
};

/* Touches of one kind. */
struct policy_touches {
    double least, end; /* other lines since the last touch: from LEAST up to END */
    double before;     /* share of them that a cache before this one serves */
};

enum { POLICY_KINDS = 100 };

/* A part of the program that does one thing. */
struct policy_phase {
    float weight[POLICY_KINDS]; /* touches of each kind */
    float newer; /* to lines that were never touched before, and for which one is evicted */
};

/* Fills HITS with the share of the touches of each of the N KINDS, at most POLICY_KINDS, that find
 * their line among those that come to the cache, in the N_PHASES PHASES. Always the same for the
 * same arguments. Returns 0, or -1 without memory. */
int policy_hits(float *hits, const struct policy_touches *kinds, unsigned n,
                const struct policy_phase *phases, unsigned n_phases,
                const struct policy_cache *cache);

#endif
