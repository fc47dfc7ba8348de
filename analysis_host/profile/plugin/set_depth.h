/* Depths in sets: the last 16 lines of each set of a cache or TLB. */
#ifndef SET_DEPTH_H
#define SET_DEPTH_H

#include "signature/signature.h"
#include <string.h>

/* The last lines of each of some sets, the last touched first. 0 is none. */
struct set_ways {
    uint32_t way[SIGNATURE_DEEP];
};

/* Of each of the lines of struct set_ways: in a cache of that many ways and fewer it is clean. A
 * store makes it dirty in all; where a load brings it in again, it left before, and was written. */
struct set_clean {
    uint8_t ways[SIGNATURE_DEEP];
};

/* What tells LINE from others of its set. */
static inline uint32_t set_tag(unsigned n_sets, uint64_t line)
{
    return (uint32_t)(line >> __builtin_ctz(n_sets)) | 1U << 31; /* no division: it runs always */
}

/* Touches LINE in the set that it is in. Returns how many other lines of the set were touched
 * since, or SIGNATURE_DEEP where that is more than are kept; then *EVICTED is the tag of the one
 * that is not kept any more, or 0. N_SETS is a power of two. */
static inline unsigned set_touch(struct set_ways *sets, unsigned n_sets, uint64_t line,
                                 uint32_t *evicted)
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
    *evicted = before;
    return SIGNATURE_DEEP;
}

/* The line at DEPTH, or one beyond all, becomes the first, by a store or a load. */
static inline void set_clean_touch(struct set_clean *clean, unsigned depth, bool store)
{
    unsigned from = depth < SIGNATURE_DEEP ? depth : SIGNATURE_DEEP - 1;
    uint8_t before = depth < SIGNATURE_DEEP ? clean->ways[depth] : SIGNATURE_DEEP;

    memmove(clean->ways + 1, clean->ways, from);
    clean->ways[0] = store ? 0 : before > depth ? before : (uint8_t)depth;
}

/* Returns for which numbers of ways (bit W - 1: W) the line that makes room for one at DEPTH is
 * dirty. Lines that are not there are clean. */
static inline unsigned set_writebacks(const struct set_clean *clean, unsigned depth)
{
    unsigned dirty = 0;

    for (unsigned w = 1; w <= depth; w++)
        dirty |= (unsigned)(clean->ways[w - 1] < w) << (w - 1);
    return dirty;
}

#endif
