#ifndef INFER_REPLAY_H
#define INFER_REPLAY_H

#include "model/replacement.h"
#include <stddef.h>
#include <stdint.h>

/* What a few loads cost on caches that are supposed to be so and so: to be held against what they
 * were measured to cost. Only the sets that they fall into are kept. */

enum replay_inclusion { REPLAY_NINE, REPLAY_INCLUSIVE, REPLAY_EXCLUSIVE, REPLAY_INCLUSIONS };

enum { REPLAY_LEVELS = 4 };

/* Names as in results: "nine" ... */
extern const char *const replay_inclusion_names[REPLAY_INCLUSIONS];

struct replay_level {
    uint64_t sets, line_bytes; /* at least 1 */
    unsigned ways;             /* at least 1 */
    enum replacement_policy policy;
    enum replay_inclusion inclusion; /* towards the level before */
    double latency;                  /* cycles */
};

struct replay_machine {
    struct replay_level level[REPLAY_LEVELS];
    unsigned n_levels;
    double memory; /* cycles */
};

/* Cycles of a load at the N_AT byte addresses AT, lap after lap, once it has settled. START: the
 * state it begins from, any number. NaN when memory is short. */
double replay_cycles(const struct replay_machine *machine, const uint64_t *at, size_t n_at,
                     unsigned start);

#endif
