/* Numbers for the configurations of other simulators, each with the words that say which answer it
 * comes from. */
#ifndef EXPORT_SIMULATED_H
#define EXPORT_SIMULATED_H

#include "kind.h"
#include <stdbool.h>

enum { SIMULATED_FROM = 240 };

struct simulated_value {
    double value; /* 0: not known */
    /* "core.rob.entries 248 (235-279), confidence 0.93", or why it is not known. */
    char from[SIMULATED_FROM];
};

/* The answer ID in its own unit: by export_known(), else its low bound, which is noted. What is not
 * known is no refusal, for consumers that have a default. */
struct simulated_value simulated_value(struct exporter *e, struct result_id id);
/* The same of the first of the N ids that is known; of ID[0] where none is. */
struct simulated_value simulated_first(struct exporter *e, const struct result_id *id, size_t n);
/* The same in whole numbers, at least 1 where the answer is known. */
struct simulated_value simulated_count(struct exporter *e, struct result_id id);

/* A cache with a power of two of sets, which simulators need. Where the ways are not known or do
 * not divide the size so, the size is kept and the ways are chosen. */
struct simulated_cache {
    double bytes, line_bytes, ways, sets; /* bytes 0: not known, and the others say nothing */
    char from[2 * SIMULATED_FROM + 64];
};

/* Data cache LEVEL, from 1, or the first instruction cache. */
struct simulated_cache simulated_data_cache(struct exporter *e, unsigned level);
struct simulated_cache simulated_instruction_cache(struct exporter *e);

/* Cycles that cache LEVEL, or memory at LEVELS + 1, adds to the level before: where a simulator
 * begins that adds up latencies. 0: not known. */
struct simulated_value simulated_step(struct exporter *e, unsigned level, unsigned levels);

/* Misses of cache LEVEL in flight: its MSHRs, else loads in flight beyond it. */
struct simulated_value simulated_misses(struct exporter *e, unsigned level);

/* Operations OP of TYPE that start in a cycle, at least 1; 0: not known. */
struct simulated_value simulated_units(struct exporter *e, const char *op, const char *type);

/* The integer type of the machine's words: "i64", or "i32". */
const char *simulated_word(const struct exporter *e);

#endif
