/* Counters of what the loads, or the stores, of an instruction met. Most instructions meet few
 * different distances: counters are kept in chunks of a cache line each, made when first needed. */
#ifndef ACCESS_COUNTS_H
#define ACCESS_COUNTS_H

#include "signature/signature.h"

enum {
    COUNTS_CHUNK = 16, /* counters in a chunk */
    /* Counters, from a chunk's first each: of distances, and of depths, those of one depth in all
     * sets side by side. */
    COUNTS_DISTANCE = 0,
    COUNTS_DEPTH = (SIGNATURE_GROUPS + COUNTS_CHUNK - 1) / COUNTS_CHUNK * COUNTS_CHUNK,
    COUNTS_DEPTH_SETS = 4, /* SIGNATURE_SETS of them are used */
    COUNTS_DEPTHS =
        ((SIGNATURE_DEEP + 1) * COUNTS_DEPTH_SETS + COUNTS_CHUNK - 1) / COUNTS_CHUNK * COUNTS_CHUNK,
    COUNTS_PAGE_DISTANCE = COUNTS_DEPTH + COUNTS_DEPTHS,
    COUNTS_PAGE_DEPTH = COUNTS_PAGE_DISTANCE + COUNTS_DEPTH,
    COUNTS_COUNTERS = COUNTS_PAGE_DEPTH + COUNTS_DEPTHS,
};

/* Dirty lines that an instruction drove out, by number of sets and of ways (less 1). */
struct counts_writebacks {
    uint64_t ways[SIGNATURE_SETS][SIGNATURE_DEEP];
};

struct access_counts {
    uint64_t same_page; /* touches of another line in the page touched last: its distances are 0 */
    uint64_t first_of_set; /* touches of another line, the last of its sets: all depths are 0 */
    struct counts_writebacks *writebacks; /* NULL: nothing yet */
    uint32_t *wraps;                      /* of each counter beyond 32 bits; NULL: none did yet */
    uint32_t *chunk[COUNTS_COUNTERS / COUNTS_CHUNK]; /* NULL: all 0 */
};

/* Where chunks come from. All 0: empty. */
struct counts_pool {
    struct counts_slab *slabs;
};

/* Frees all chunks: no struct access_counts that has some may be used any more. */
void counts_pool_free(struct counts_pool *p);

/* Returns a new one, all 0. Without memory the process ends. counts_free() it. */
struct access_counts *counts_new(void);
void counts_free(struct access_counts *m);

/* Makes PIECE of zeros; notes that a counter went through 2^32. Without memory the process ends. */
void counts_new_chunk(struct counts_pool *p, uint32_t **chunk);
void counts_wrapped(struct access_counts *m, unsigned counter);

/* Adds N to COUNTER. */
static inline void counts_add_to(struct counts_pool *p, struct access_counts *m, unsigned counter,
                                 uint32_t n)
{
    uint32_t **chunk = &m->chunk[counter / COUNTS_CHUNK];

    if (!*chunk)
        counts_new_chunk(p, chunk);
    if (((*chunk)[counter % COUNTS_CHUNK] += n) < n)
        counts_wrapped(m, counter);
}

/* Adds what M counted to the distances and depths of ROW. */
void counts_add(const struct access_counts *m, struct signature_memory *row);

#endif
