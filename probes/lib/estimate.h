/* A crude reading of a sweep, on the board itself, for later probes to start from. The host reads
 * the same samples with more care, and says so when the board's reading spoilt them. */
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include "run/probe.h"

/* A point of a curve: working set, bytes, and lowest cost of a load, in 1/256 ticks. */
struct estimate_point {
    uint64_t x, cost;
};

/* Sorts AT[0..n) by x and fills plan->n_caches, cache_bytes and cache_cost: plateaus of at least
 * half an octave that grow by less than an eighth; a capacity is the roundest number between the
 * last working set that costs what the plateau does and the next. */
void estimate_caches(struct plan *plan, struct estimate_point *at, unsigned n);

/* Fills plan->beyond_bytes from AT[0..n), in any order: from there on a load costs three quarters
 * of what it costs in the largest working set, or more. What is to lie in memory is larger than
 * that, whatever the caches were taken for. */
void estimate_beyond(struct plan *plan, const struct estimate_point *at, unsigned n);

/* Takes out of AT[0..n), sorted by x after that, what translations add to a load. WIDE[0..n_wide)
 * is the same memory at twice the stride, where they add twice as much and nothing else does;
 * it is spoilt. */
void estimate_without_translation(struct estimate_point *at, unsigned n,
                                  struct estimate_point *wide, unsigned n_wide);

/* capacity=SIZE,...: the caches, nearest first, in place of what the board estimates. Fills
 * plan->n_caches and cache_bytes. */
extern const struct probe_option estimate_capacity;

/* Measures plan->cache_cost with a pointer chase within each cache and one beyond the last, unless
 * it is known. For caches whose capacities were given. 0, or -1: there is not memory enough. */
int estimate_costs(struct plan *plan);

/* The number with the most trailing zero bits in FROM to TO (inclusive, FROM <= TO). */
uint64_t estimate_roundest(uint64_t from, uint64_t to);

#endif
