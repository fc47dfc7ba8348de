/* Timing of short kernels with whatever clock there is (X-Ray section 2.2). */
#ifndef MEASURE_H
#define MEASURE_H

#include "run/probe.h"
#include <stdbool.h>
#include <stdint.h>

/* OPS operations of the thing measured. Must take time in proportion to OPS. */
struct measure_kernel {
    void (*run)(void *ctx, uint64_t ops);
    void *ctx;
};

/* The result of measure_ticks() when the clock went back on every try. */
#define MEASURE_NONE UINT64_MAX

/* Fills plan->tick_min and plan->sample_ticks from the running clock. */
void measure_clock(struct plan *plan);

/* Ticks of the shortest timing that a probe may ask for where it needs many, and less than
 * plan->sample_ticks will do. */
uint64_t measure_least_sample_ticks(const struct plan *plan);

/* Ticks that stand for a second wherever a probe limits its own time: the rate of the clock, 0
 * where it is not known. In a run with --slow 2^21 at most: one that simulates a core at 57 kHz
 * takes half a minute for so many. Of the plan that measure_clock() was called with last. */
uint64_t measure_second_ticks(void);

/* Ticks that OPS operations take, one timing, modulo the counter's width. Nothing but the kernel
 * runs between the two readings. A clock that went back is read again, a few times. */
uint64_t measure_ticks(const struct measure_kernel *kernel, uint64_t ops);

/* Smallest LAP_OPS * 2^k whose timing is at least plan->sample_ticks. 0 when the clock went back on
 * every try. *TICKS (may be NULL) receives the timing that was long enough. */
uint64_t measure_enough_ops(const struct plan *plan, const struct measure_kernel *kernel,
                            uint64_t lap_ops, uint64_t *ticks);

/* At most ROUNDS timings of OPS operations (0: none can be timed) into TICKS, less those on which
 * the clock went back; how many. */
unsigned measure_rounds(const struct measure_kernel *kernel, uint64_t ops, uint64_t *ticks,
                        unsigned rounds);

/* Returns true when a timing of TICKS, before which N of as many operations were kept, is long
 * enough: at least ENOUGH_TICKS, and half of that where others were, as an interruption can make
 * few operations look like enough. */
bool measure_is_long(uint64_t ticks, unsigned n, uint64_t enough_ticks);

/* TICKS from BEGIN to END, modulo the counter's width; MEASURE_NONE when END lies before BEGIN. */
uint64_t measure_between_ticks(uint64_t begin, uint64_t end);

/* Writes the two lowest of TICKS[0..n) to LEAST and NEXT, the same where it is there twice;
 * MEASURE_NONE for what N is too few for. */
void measure_lowest_two(const uint64_t *ticks, unsigned n, uint64_t *least, uint64_t *next);

/* time=SECONDS, for probes that stop when their time is over. */
extern const struct probe_option measure_time;

/* The time that a probe has, in ticks: what time= gave, else TENTHS of a second. 0, which is no
 * limit, where the rate of the clock is not known. */
uint64_t measure_budget_ticks(const struct plan *plan, uint64_t tenths);

/* Returns true when BUDGET ticks have passed since BEGIN; with a budget of 0 they never do. */
bool measure_late(uint64_t begin, uint64_t budget_ticks);

#endif
