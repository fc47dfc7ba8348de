/* Chains of lines that all fall into one set of a cache, and control chains over the same pages
 * whose lines are spread over its sets: what the TLB adds is in both, what the sets add in the
 * first alone. */
#ifndef CONFLICT_SET_H
#define CONFLICT_SET_H

#include "lib/pointer_chase.h"
#include "run/probe.h"
#include <stdbool.h>

enum conflict_kind { CONFLICT_SET, CONFLICT_CONTROL, CONFLICT_KINDS };

enum { CONFLICT_LINES = 2048 }; /* most lines of one chain */

struct conflict_set {
    const struct hal_block *block;
    size_t capacity_bytes; /* of the level asked about, as estimated */
    size_t way_bytes;      /* of its ways; 0: not known */
    size_t stride_bytes;   /* from one line of a set to the next */
    bool scattered; /* not the next, but any: lines at multiples of the stride that follow no rule,
                     * which a hashed index does not put into one set */
    /* Nearer levels that would hold the few lines of a set are made to overflow by further groups
     * of lines SPREAD bytes apart: a multiple of their ways' size and not of this level's (stride
     * decomposition, X-Ray section 4.5.1). 0: one group. */
    size_t evict_stride_bytes;
    unsigned above; /* the most ways of a nearer level */

    struct chase chase; /* what chase_walk() follows; conflict_set.c's own */
};

/* Groups of N lines that make nearer levels overflow, at least 1. */
unsigned conflict_groups(const struct conflict_set *conflict, unsigned n);

/* The largest n whose chains lie within the block and in CONFLICT_LINES. */
unsigned conflict_most(const struct conflict_set *conflict);

/* Lays the chain of N lines a set (at least 1), in an order that SEED and N decide. Returns the
 * loads of one lap; chase_walk() on conflict->chase follows it. */
uint64_t conflict_lay(struct conflict_set *conflict, uint64_t seed, unsigned n,
                      enum conflict_kind kind);

#endif
