/* Lines of one set of a cache whose index the addresses do not show: found by what they evict
 * (Vila, Koepf, Morales 2019, "Theory and practice of finding eviction sets"). */
#ifndef EVICTION_H
#define EVICTION_H

#include "hal/alloc.h"
#include "hal/board_limits.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    EVICTION_POOL = HAL_LIMIT_CANDIDATES,
    EVICTION_FEWEST = 128,
    EVICTION_LINES = 40,   /* most lines of one set */
    EVICTION_FILLERS = 24, /* lines of other sets, which keep nearer levels from serving the set */
};

/* Most visits to one line in a lap: each has a pointer of its own in it. */
enum { EVICTION_HOT = 64 / sizeof(void *) };

/* Most visits to a line or filler of an order: lines may be shorter where pointers are. */
enum { EVICTION_TURNS = 4 };

/* What to look for; the costs in 1/256 ticks, as estimated. */
struct eviction_level {
    const struct hal_block *block;
    size_t page_bytes;
    uint64_t within, beyond;            /* a load in this level, in the next one */
    unsigned n_fillers;                 /* 0 for the first level */
    bool (*is_over)(const void *limit); /* the time for searches, with LIMIT */
    const void *limit;
};

/* A set: pages of the block, each with a line at the same place. Where the clock is too coarse for
 * one load, lines at several places of the page are timed together. */
struct eviction_set {
    uint16_t line[EVICTION_LINES];
    unsigned n;
    uint16_t other[EVICTION_FILLERS]; /* lines of other sets */
    unsigned n_other;
    unsigned n_tried,
        n_joined; /* candidates that were held against the set, and those that joined */
};

/* Takes N_POOL candidates (at most EVICTION_POOL) and finds a set. Returns false where they evict
 * nothing, a test went wrong on the way (other candidates may do), or the time is over. */
bool eviction_find(struct probe_run *run, const struct eviction_level *level, unsigned n_pool,
                   struct eviction_set *set);

/* Lays a lap over the first N lines of SET, fillers between them. Returns its loads; *BASE: where
 * it begins. */
uint64_t eviction_lay(const struct eviction_level *level, const struct eviction_set *set,
                      unsigned n, char **base);

/* Lays a lap over the first N lines of SET, between them visits to one more line, which a nearer
 * level keeps: HOT's, a page. A visit comes after each line, or, where that were more than
 * EVICTION_HOT, after every second, third ... one. All lines are in one set of a first level whose
 * ways are a page. Returns the lap's loads; *BASE: where it begins. */
uint64_t eviction_lay_hot(const struct eviction_level *level, const struct eviction_set *set,
                          unsigned n, unsigned hot, char **base);

/* Returns how many fillers go with each of N visits of eviction_lay_order(). */
unsigned eviction_fillers(const struct eviction_set *set, unsigned n);

/* Lays a lap of N visits to lines of SET, fillers after each: ORDER holds numbers of lines, each at
 * most EVICTION_TURNS times. Returns the lap's loads; *BASE: where it begins. */
uint64_t eviction_lay_order(const struct eviction_level *level, const struct eviction_set *set,
                            const uint16_t *order, unsigned n, char **base);

#endif
