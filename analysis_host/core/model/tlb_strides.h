/* The ways of a TLB, from how many pages a stride apart it holds. */
#ifndef MODEL_TLB_STRIDES_H
#define MODEL_TLB_STRIDES_H

#include <stdbool.h>
#include <stddef.h>

struct tlb_stride_point {
    double stride, n; /* pages: from one to the next, and how many */
    double cost;      /* of a load */
};

/* What fits at one stride: MOST pages do, LEAST do not; LEAST 0: all that were tried do. */
struct tlb_stride_edge {
    double stride, most, least;
};

/* Fills EDGES, by ascending stride, from the N points AT, which it sorts; FILLERS: pages of other
 * sets in each lap. Returns their number, at most ROOM. */
size_t tlb_stride_edges(struct tlb_stride_edge *edges, size_t room, struct tlb_stride_point *at,
                        size_t n, double fillers);

struct tlb_strides {
    bool full;    /* as many fit at any stride: fully associative */
    double ways;  /* the fewest that fit at two strides or more, or, where all differ, near those of
                     two others; of a full one what most show; 0: not told */
    size_t agree; /* strides at which exactly so many fit */
    size_t strides; /* those from the first of them on */
    bool hashed;    /* strides of as many pages as there are sets, or more, hold more than that */
    double most;    /* the most pages that fit wherever they were tried */
};

/* Returns what the N EDGES tell of a TLB of ENTRIES (0: not known): the larger a stride, the more
 * bits of the page number its pages have in common, so that the fewest that fit are its ways. */
struct tlb_strides tlb_strides_of(const struct tlb_stride_edge *edges, size_t n, double entries);

/* Returns T, what the N EDGES tell of a TLB of ENTRIES, but where these are no power of two of sets
 * of T's ways, and what fits at some stride is not what sets of so many hold: three quarters of it
 * to all, as others that keep something there make fewer fit, never more. Then the ways are the
 * next, less than half as many again, that are right in both, or 0. */
struct tlb_strides tlb_strides_of_sets(struct tlb_strides t, const struct tlb_stride_edge *edges,
                                       size_t n, double entries);

/* Returns the entries of a TLB of WAYS (above 0) and a power of two of sets that was seen to hold
 * ENTRIES: no fewer, but for a tenth, as what others keep there makes fewer fit, never more. */
double tlb_strides_entries(double entries, double ways);

/* Returns the entries of a TLB of WAYS by the smallest stride of the N EDGES at which pages fall
 * into some of its sets, a power of two of them: no fewer fit there than three quarters of what
 * those hold. 0: no stride tells. A hashed index makes it too large. */
double tlb_strides_shown(const struct tlb_stride_edge *edges, size_t n, double ways);

#endif
