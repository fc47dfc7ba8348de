/* The cost of one point of a series, and of the reference chain that it is held against. */
#ifndef SERIES_POINT_H
#define SERIES_POINT_H

#include "log/log.h"

/* Returns the ticks of one operation at P: the second lowest of its timings (BlackjackBench
 * section 3.3.1), the only one where there is one. NaN where there is none. */
double point_cost(const struct log_sample *p);

/* Returns the ticks of one operation at P: the median of its timings, for threads that work side by
 * side: threads that barely overlapped look free of contention. NaN where there is none. */
double point_median(const struct log_sample *p);

/* Returns the ticks of one operation at P: the quantile Q, 0 to 1, of its timings, as
 * stats_quantile(). NaN without any. */
double point_quantile(const struct log_sample *p, double q);

/* Returns the ticks of one operation at P: the lower quartile of its timings. NaN without any. */
double point_quartile(const struct log_sample *p);

/* Returns the ticks of one operation at P: the least of its timings. NaN where there is none. */
double point_least(const struct log_sample *p);

/* Returns the ticks of one operation of S: the median of all its timings, without a copy of them
 * where they are many. NaN where there is none or memory is short. */
double point_series_median(const struct log_series *s);

/* Returns what turns the time of an addition of the reference chain of RUN into a cycle: the share
 * of its laps' time that additions take, times the additions of a cycle (run->adds_a_cycle). The
 * share is 1 where the loop hides behind them, less on cores that start one operation a cycle: by
 * the chains of usual and of long laps in add_chain, which differ by the loop alone; 1 where a log
 * has no long laps. Every timing of the chain, also within other probes, times this is a cycle. */
double point_chain_share(const struct log_run *run);

/* Returns the same where Y holds, for N pairs of timings, how much less long laps took than usual
 * ones, as a share of these. 1: fewer than 5 pairs, or no loop that is clear of noise. */
double point_share_without(const double *y, size_t n);

/* Returns the ticks of a cycle by the run's add_chain of KIND (0, or 1 for the second kind of
 * chain): the slope of the lowest timings over the operations, so that what a timing costs by
 * itself drops out, times point_chain_share(); of kind 0 less point_chain_slower(). 0: not
 * measured. */
double point_reference_ticks(const struct log_run *run, unsigned kind);

/* Returns how many times as long an addition took in the run's add_chain as in the chains within
 * three later probes or more, where that is more than a clock changes by; else 1. */
double point_chain_slower(const struct log_run *run);

/* Returns the ticks of the clock a second, key tick_hz of RUN; 0 where it is not known, or where it
 * cannot be: an addition would take less than 0.1 ns. */
double point_tick_hz(const struct log_run *run);
/* Returns by what power of ten key tick_hz is about too high where it cannot be; else 1. */
double point_tick_hz_off(const struct log_run *run);

/* Returns the step of the clock that S was timed by, ticks: what all timings are multiples of,
 * where some are neighbouring multiples of it, below 64. Else 1: of a fine clock, or one whose step
 * is small against all that was timed. */
double point_clock_step(const struct log_series *s);

/* Returns point_reference_ticks() of kind 0: the length of a cycle. */
double point_cycle(const struct log_run *run);

/* Returns the length of a cycle while series AT of RUN was timed, by the second lowest addition of
 * the chain beside it (key beside), where that is more than 3 percent away from CYCLE, the run's
 * own, and has timings enough; else CYCLE. A processor may change its clock by a tenth between two
 * probes. */
double point_cycle_beside(const struct log_run *run, size_t at, double cycle);
/* The second lowest of the chains that were timed with series AT of RUN where its first x was X,
 * ticks: of the fastest clock that the timings there had. 0: too few to know. */
double point_cycle_at(const struct log_run *run, size_t at, uint64_t x);

#endif
