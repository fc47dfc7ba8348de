/* Pointer chains that no prefetcher can guess and that every working set of a sweep can share.
 *
 * Memory is cut into slots, slots into segments of one page. A lap visits every slot once: those of
 * a segment in random order, segment after segment, so that a page costs one TLB miss a lap
 * (BlackjackBench section 3.1.2). A slot holds one element, or a pair EXTENT bytes apart (3.1.1).
 * With gaps, a piece lies in the upper half of its place where its number has an odd sum of bits:
 * pieces then take all sets of a cache evenly, whatever power of two a way of it has.
 * The lap over a smaller working set is the beginning of the lap over a larger one, so that only
 * its last segment is laid anew. */
#ifndef POINTER_CHASE_H
#define POINTER_CHASE_H

#include "hal/alloc.h"
#include <stddef.h>
#include <stdint.h>

struct chase {
    char *base;           /* memory of the caller's; from here to the end: set by the caller */
    size_t slot_bytes;    /* a power of two, at least two pointers */
    size_t segment_bytes; /* a power of two, at least slot_bytes */
    size_t extent_bytes;  /* of a pair, first byte to last; 0: one element a slot */
    size_t piece_bytes;   /* slots lie in pieces this long, a power of two, in either half of twice
                           * as much memory each; segment_bytes is then half a page; 0: no gaps */
    uint64_t seed;        /* of every order */

    size_t
        n_whole; /* segments laid so that each leads to the next; pointer_chase.c's own from here */
    size_t closing; /* the one among them that leads to slot 0 instead; n_whole: none */
};

/* Forgets what was laid: to be called after any field but base's contents was set. */
void chase_init(struct chase *chase);

/* Lays the lap over the first N_SLOTS slots (at least 1). Returns the loads in one lap. */
uint64_t chase_lay(struct chase *chase, size_t n_slots);

/* Loads the pointer at AT, the one where it points, and so on, STEPS times in all, with one loop
 * around 128 loads. Returns the last pointer: 0 steps return AT. */
void *chase_follow(void *at, uint64_t steps);

/* Follows the lap for STEPS loads, each waiting for the last. Context of measure_kernel: the
 * struct chase. Starts where the lap starts. */
void chase_walk(void *chase, uint64_t steps);

#endif
