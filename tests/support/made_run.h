/* A run put together by hand, as the reader would have made it. Nothing here is the heap's: a
 * struct made_run is all there is, and struct log_run points into it. */
#ifndef MADE_RUN_H
#define MADE_RUN_H

#include "log/log.h"

enum { MADE_SERIES = 10, MADE_SAMPLES = 400, MADE_TICKS = 12, MADE_KEYS = 10 };

struct made_series {
    struct log_key keys[MADE_KEYS];
    char values[MADE_KEYS][24];
    struct log_sample samples[MADE_SAMPLES];
    uint64_t ticks[MADE_SAMPLES][MADE_TICKS];
};

struct made_run {
    struct log_run run;
    struct log_series series[MADE_SERIES];
    struct log_key keys[1];
    char hz[24];
    struct made_series of[MADE_SERIES];
};

/* Begins an empty run with key tick_hz; 0: without it. */
void made_begin(struct made_run *m, uint64_t hz);

/* Adds a series of PROBE, a literal; the samples that follow are its. */
void made_series(struct made_run *m, const char *probe);

/* Add KEY, a literal, to the last series. */
void made_key(struct made_run *m, const char *key, uint64_t value);
void made_key_text(struct made_run *m, const char *key, const char *value);

/* Adds a sample to the last series: X, or X:X2 where X2 is not 0, and N_TICKS timings of OPS. */
void made_sample(struct made_run *m, uint64_t x, uint64_t x2, uint64_t ops, const uint64_t *ticks,
                 size_t n_ticks);

/* Adds one with one timing. */
void made_point(struct made_run *m, uint64_t x, uint64_t x2, uint64_t ops, uint64_t ticks);

/* Adds add_chain of KIND: TICKS / OPS an operation, and 20 ticks that every timing costs. */
void made_chain(struct made_run *m, unsigned kind, uint64_t ops, uint64_t ticks);

#endif
