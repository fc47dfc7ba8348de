/* Timings of how much was moved, and which level it was moved in. */
#ifndef SERIES_THROUGHPUT_H
#define SERIES_THROUGHPUT_H

#include "by_x.h"
#include "result/result.h"
#include <stddef.h>

/* Lengths of a cycle and of a tick, from the run's reference chain and clock. */
struct throughput_units {
    double cycle_ticks; /* 0: not measured */
    double tick_hz;     /* 0: unknown */
};

/* Returns the units of RUN. */ struct throughput_units
throughput_units_of(const struct log_run *run);

/* Operations a tick at a point: best is the second highest of its timings, as what disturbs only
 * slows (BlackjackBench section 3.3.1), or the only one. */
struct throughput {
    double best, median, highest;
    double slow;        /* lower quartile */
    size_t n;           /* timings; 0: none */
    size_t quiet;       /* of them, within AGAIN_QUIET of the best or above it; */
    double least_quiet; /* the lowest rate of these */
};

/* Returns the throughput of the N timings Y, operations a tick each. Leaves Y as it is. */
struct throughput throughput_of(const double *y, size_t n);

/* Returns the throughput of all points of S together whose x is N_X numbers, the first N_MATCH
 * being X. */
struct throughput throughput_at(const struct log_series *s, const uint64_t *x, unsigned n_match,
                                unsigned n_x);

/* Returns the throughput of all points of B together that have the x of P, when P is the first of
 * them received; else n is 0. */
struct throughput throughput_first(const struct by_x *b, const struct log_sample *p);

/* Sets R to RATE bytes a tick, in bytes per cycle, with bounds, and as evidence how near the
 * median is to the best, less where timings are few. R is unknown where the cycle is not known. */
void throughput_answer(struct result *r, const struct throughput *rate,
                       const struct throughput_units *units);

/* Sets R to the latency, cycles, of RATE operations a tick: that of the median timing, as a load
 * may find in a cache what others find in memory. Bounds: the second fastest, and the upper
 * quartile. */
void throughput_answer_latency(struct result *r, const struct throughput *rate,
                               const struct throughput_units *units);

/* Remarks on R, which throughput_answer() answered from RATE whose timings were taken at many times
 * of the run: the best is the rate of a quiet machine, the median that of one that is shared.
 * Evidence and lower bound then come from the timings that are as fast as the best. */
void throughput_answer_quiet(struct result *r, const struct throughput *rate,
                             const struct throughput_units *units);

/* The level that a working set of BYTES is in, from 1, by the cache sizes among RESULTS, or
 * MEMORY_LEVEL. Where there are no sizes: LEVEL, the board's own count, of which DEEPEST is memory.
 */
unsigned throughput_level(const struct results *results, double bytes, unsigned level,
                          unsigned deepest);

/* Returns the level that the chase of S was in, by its working set (key bytes). Boards that do not
 * tell it chase in their last cache and in memory: LEVEL, their own count, of which DEEPEST is
 * memory. */
unsigned throughput_chased_level(const struct results *results, const struct log_series *s,
                                 unsigned level, unsigned deepest);

/* The board's own count of the level that S was measured in, its key level; 0: none, or more than
 * any machine has. */
unsigned throughput_board_level(const struct log_series *s);

/* Returns the largest throughput_board_level() of all series of PROBE in RUN. */
unsigned throughput_deepest(const struct log_run *run, const char *probe);

#endif
