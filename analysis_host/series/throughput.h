/* Timings of how much was moved, and which level it was moved in. */
#ifndef SERIES_THROUGHPUT_H
#define SERIES_THROUGHPUT_H

#include "result/result.h"
#include <stddef.h>

/* Lengths of a cycle and of a tick, from the run's reference chain and clock. */
struct throughput_units {
    double cycle_ticks; /* 0: not measured */
    double tick_hz;     /* 0: unknown */
};

struct throughput_units throughput_units_of(const struct log_run *run);

/* Operations a tick at a point: best is the second highest of its timings, as what disturbs only
 * slows (BlackjackBench section 3.3.1), or the only one. */
struct throughput {
    double best, median, highest;
    size_t n; /* timings; 0: none */
};

/* Of the N timings Y, operations a tick each. Sorts nothing. */
struct throughput throughput_of(const double *y, size_t n);

/* Of the points of S that have N_X numbers, those whose first N_MATCH are X, together. */
struct throughput throughput_at(const struct log_series *s, const uint64_t *x, unsigned n_match,
                                unsigned n_x);

/* Gives R, in B per cycle, the value of RATE bytes a tick with bounds and a confidence that falls
 * with the spread; null where the cycle is not known. */
void throughput_answer(struct result *r, const struct throughput *rate,
                       const struct throughput_units *units);

/* The same for a latency, in cycles: operations a tick turned over. */
void throughput_answer_latency(struct result *r, const struct throughput *rate,
                               const struct throughput_units *units);

/* The level that a working set of BYTES is in, from 1, by the cache sizes among RESULTS, or
 * MEMORY_LEVEL. Where there are no sizes: LEVEL, the board's own count, of which DEEPEST is memory.
 */
unsigned throughput_level(const struct results *results, double bytes, unsigned level,
                          unsigned deepest);

/* The board's own count of the level that S was measured in, its key level; 0: none, or more than
 * any machine has. */
unsigned throughput_board_level(const struct log_series *s);

/* The largest of them over all series of PROBE in RUN. */
unsigned throughput_deepest(const struct log_run *run, const char *probe);

#endif
