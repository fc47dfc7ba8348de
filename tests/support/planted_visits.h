/* Logs of cache_policy and write_policy as a machine that is known would have sent them. */
#ifndef PLANTED_VISITS_H
#define PLANTED_VISITS_H

#include "result/result.h"

struct planted_log {
    struct log_run run;
    struct log_series series[8];
};

/* Begins a log with a reference chain alone: a cycle is a tick. Free with planted_free(). */
void planted_begin(struct planted_log *log);
void planted_free(struct planted_log *log);

/* Adds a series of PROBE; keys, events and samples go to the last one added. */
void planted_series(struct planted_log *log, const char *probe);
void planted_key(struct planted_log *log, const char *key, uint64_t value);
void planted_event(struct planted_log *log, uint64_t x, const uint64_t *values, size_t n);

/* Adds one point of CYCLES a load at x : x2. */
void planted_sample(struct planted_log *log, uint64_t x, uint64_t x2, double cycles);

/* Adds an answer that an earlier analysis would have given. */
void planted_known(struct results *out, const char *id, double value);

#endif
