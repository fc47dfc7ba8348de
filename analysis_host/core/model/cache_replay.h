/* Simulates a load sequence on a hypothetical cache, for comparison with the measured cost. */
#ifndef MODEL_CACHE_REPLAY_H
#define MODEL_CACHE_REPLAY_H

#include "policy/replacement.h"
#include <stddef.h>
#include <stdint.h>

/* Keeps only the sets that the loads fall into. */

enum cache_replay_inclusion {
    CACHE_REPLAY_NINE,
    CACHE_REPLAY_INCLUSIVE,
    CACHE_REPLAY_EXCLUSIVE,
    CACHE_REPLAY_INCLUSIONS
};

enum { CACHE_REPLAY_LEVELS = 4 };

/* Names as in results: "nine" ... */
extern const char *const cache_replay_inclusion_names[CACHE_REPLAY_INCLUSIONS];

struct cache_replay_level {
    uint64_t sets, line_bytes; /* at least 1 */
    unsigned ways;             /* at least 1 */
    enum replacement_policy policy;
    enum cache_replay_inclusion inclusion; /* towards the level before */
    double latency;                        /* cycles */
};

struct cache_replay_machine {
    struct cache_replay_level level[CACHE_REPLAY_LEVELS];
    unsigned n_levels;
    double memory; /* cycles */
};

/* A load sequence on the sets and lines of a machine: what does not depend on its policies. */
struct cache_replay;

/* Returns the loads of the N_AT byte addresses AT on the levels of MACHINE, for
 * cache_replay_free(). NULL: there are no loads, or memory is short. */
struct cache_replay *cache_replay_new(const struct cache_replay_machine *machine,
                                      const uint64_t *at, size_t n_at);
void cache_replay_free(struct cache_replay *replay);

/* Returns the cycles of a load of REPLAY, lap after lap, once the caches have settled, under the
 * policies and latencies of MACHINE, which is that of cache_replay_new() but for these. START: seed
 * of the first state, any number. NaN when memory is short, and for NULL. */
double cache_replay_cycles(struct cache_replay *replay, const struct cache_replay_machine *machine,
                           unsigned start);

/* Returns what that costs for N_AT loads: those of all laps for each level, and an eighth of a load
 * for each way of the sets that they may fall into. */
double cache_replay_work(const struct cache_replay_machine *machine, size_t n_at);

/* Returns what cache_replay_new() costs, in the same unit. */
double cache_replay_work_of_new(const struct cache_replay_machine *machine, size_t n_at);

#endif
