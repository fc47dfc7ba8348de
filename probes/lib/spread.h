/* Chains of one line a slot, for what is asked of translation rather than of caches: however many
 * slots there are and however large, their lines fill the sets of any cache evenly, so that two
 * chains of equal length cost the same but for the pages they touch. */
#ifndef SPREAD_H
#define SPREAD_H

#include "pointer_chase.h"
#include "run/probe.h"

/* The slot after a slot: one far away, so that no two in a row are neighbours, or one near by: of
 * every aligned power of two of slots a lap visits all before it leaves. At random in either case.
 */
enum spread_order { SPREAD_FAR, SPREAD_NEAR };

struct spread {
    struct chase chase; /* base is the caller's to set; comes first, as chase_walk() walks it */
    size_t line_bytes;  /* a power of two, at least a pointer */
    size_t slot_bytes;  /* a power of two, at least two lines */
    enum spread_order order;
    uint64_t seed;
    /* Slots wrap: those that would lie ROOM bytes after base or later lie RING bytes before. RING
     * is a multiple of slot_bytes; 0: they do not. */
    size_t room_bytes, ring_bytes;
    /* spread.c's own from here */
    size_t n;
    void **last;
    uint64_t rng;
};

/* Lays a lap over the first N slots, N at least 1, which are N * slot_bytes from base on. Returns
 * the loads in one lap, N. The kernel is chase_walk() with the spread as its context. */
uint64_t spread_lay(struct spread *spread, size_t n);

/* Where the line of slot I lies, bytes from base. */
size_t spread_offset_bytes(const struct spread *spread, size_t i);

/* The distance of lines of a chain to compare with: packed so that translation costs little, but
 * apart enough that no two share a line of twice line_bytes, and that what a prefetcher brings
 * next to a line is as useless as it is when lines are pages apart. */
size_t spread_control_bytes(size_t line_bytes);

/* pages=N, the most pages that a sweep over pages goes to: plan->most_pages. */
extern const struct probe_option spread_pages;

/* Line size for chains on PLAN's board, bytes: as given from outside, else the usual one. */
size_t spread_line_bytes(const struct plan *plan);

#endif
