/* Counters of what the loads, or the stores, of an instruction met. Most instructions meet few
 * different distances: counters are kept in pieces of a cache line each, made when first needed. */
#ifndef MET_H
#define MET_H

#include "signature/signature.h"

enum {
    MET_PIECE = 16, /* counters in a piece */
    /* Counters, from a piece's first each: of distances, and of depths, those of one depth in all
     * sets side by side. */
    MET_DISTANCE = 0,
    MET_DEPTH = (SIGNATURE_GROUPS + MET_PIECE - 1) / MET_PIECE * MET_PIECE,
    MET_DEPTH_SETS = 4, /* SIGNATURE_SETS of them are used */
    MET_DEPTHS = ((SIGNATURE_DEEP + 1) * MET_DEPTH_SETS + MET_PIECE - 1) / MET_PIECE * MET_PIECE,
    MET_PAGE_DISTANCE = MET_DEPTH + MET_DEPTHS,
    MET_PAGE_DEPTH = MET_PAGE_DISTANCE + MET_DEPTH,
    MET_COUNTERS = MET_PAGE_DEPTH + MET_DEPTHS,
};

/* Dirty lines that an instruction drove out, by number of sets and of ways (less 1). */
struct met_driven_out {
    uint64_t ways[SIGNATURE_SETS][SIGNATURE_DEEP];
};

struct met {
    uint64_t same_page; /* touches of another line in the page touched last: its distances are 0 */
    uint64_t first_of_set; /* touches of another line, the last of its sets: all depths are 0 */
    struct met_driven_out *drove_out; /* NULL: nothing yet */
    uint32_t *wraps;                  /* of each counter beyond 32 bits; NULL: none did yet */
    uint32_t *piece[MET_COUNTERS / MET_PIECE]; /* NULL: all 0 */
};

/* Where pieces come from. All 0: empty. */
struct met_pieces {
    struct met_slab *slabs;
};

/* Frees all pieces: no struct met that has some may be used any more. */
void met_pieces_free(struct met_pieces *p);

/* Returns a new one, all 0. Without memory the process ends. met_free() it. */
struct met *met_new(void);
void met_free(struct met *m);

/* Makes PIECE of zeros; notes that a counter went through 2^32. Without memory the process ends. */
void met_new_piece(struct met_pieces *p, uint32_t **piece);
void met_wrapped(struct met *m, unsigned counter);

/* Adds N to COUNTER. */
static inline void met_count(struct met_pieces *p, struct met *m, unsigned counter, uint32_t n)
{
    uint32_t **piece = &m->piece[counter / MET_PIECE];

    if (!*piece)
        met_new_piece(p, piece);
    if (((*piece)[counter % MET_PIECE] += n) < n)
        met_wrapped(m, counter);
}

/* Adds what M counted to the distances and depths of ROW. */
void met_add(const struct met *m, struct signature_memory *row);

#endif
