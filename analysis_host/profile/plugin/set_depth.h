/* Depths in sets: the last 16 lines of each set of a cache or TLB. */
#ifndef SET_DEPTH_H
#define SET_DEPTH_H

#include "signature/signature.h"

/* The last lines of each of some sets, the last touched first. 0 is none. */
struct set_ways {
    uint32_t way[SIGNATURE_DEEP];
};

/* What tells LINE from others of its set. */
static inline uint32_t set_tag(unsigned n_sets, uint64_t line)
{
    return (uint32_t)(line >> __builtin_ctz(n_sets)) | 1U << 31; /* no division: it runs always */
}

/* Touches LINE in the set that it is in. Returns how many other lines of the set were touched
 * since, or SIGNATURE_DEEP where that is more than are kept; then *LEFT is the tag of the one that
 * is not kept any more, or 0. N_SETS is a power of two. */
static inline unsigned set_touch(struct set_ways *sets, unsigned n_sets, uint64_t line,
                                 uint32_t *left)
{
    uint32_t *way = sets[line & (n_sets - 1)].way;
    uint32_t tag = set_tag(n_sets, line), before = way[0];

    if (before == tag)
        return 0;
    way[0] = tag;
    for (unsigned depth = 1; depth < SIGNATURE_DEEP; depth++) {
        uint32_t now = way[depth];
        way[depth] = before;
        if (now == tag)
            return depth;
        before = now;
    }
    *left = before;
    return SIGNATURE_DEEP;
}

#endif
