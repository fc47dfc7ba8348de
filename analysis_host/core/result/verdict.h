/* What a log and its answers come to, and with it the exit status. */
#ifndef VERDICT_H
#define VERDICT_H

#include "log/log.h"
#include "result.h"
#include <stdbool.h>
#include <stddef.h>

/* Adds WHAT, which is wrong, to R's problems; nothing but no_memory where memory is short. */
void verdict_problem(struct results *r, const char *what);

/* Keeps the first of all answers with the same name. The others go, and each becomes a problem: a
 * series came twice, and nothing says which of them is right. */
void verdict_repetitions(struct results *r);

/* Doubts every answer of R in cycles, and the frequency, where op.add.i32.latency is not 1 within
 * its bounds and 5 percent: an addition of 32 bits defines the cycle, so that the chain that was
 * timed as the cycle took something else as well. Their confidence is at most 0.5, their notes say
 * so. After result_calibrate(). */
void verdict_cycle(struct results *r);

/* Adds to R's contradictions what cannot be true together, and takes the confidence of these
 * answers down to CONFIDENCE_CONTRADICTED: a cache or TLB that is not smaller, or not
 * faster, than the next level; memory that takes 1.5 times as long in one measurement as in
 * another; a load that is faster under load; an outer level that moves more than an inner one; a
 * cache whose size is no multiple of ways times line; a cache that ends where a TLB does and whose
 * next level costs what translations add; contexts that together do, or move, more than so many
 * times what one does; and what analyses marked (struct result, contradicts). A marked answer that
 * is not known becomes a problem: what ran is wrong, not its time. */
void verdict_contradictions(struct results *r);
/* The same where processors times their threads, threads that ran side by side, or those that share
 * a cache are more than the CONTEXTS that the board has; 0: not known. */
void verdict_processors(struct results *r, double contexts);

/* Problems of the log, and after them those of its answers. */
size_t problems_count(const struct log *log, const struct results *r);
/* Problem I, below their count. LOG or R own it. */
const struct log_problem *problem_at(const struct log *log, const struct results *r, size_t i);

/* True when something was lost or is wrong: a problem that cost something, an answer that rests on
 * a series with missing points, a run without its end, a problem of the answers. */
bool verdict_damaged(const struct log *log, const struct results *r);
/* True when at least one answer is a number or a name. */
bool verdict_answered(const struct results *r);
/* True when answers contradict each other. */
bool verdict_contradicts(const struct results *r);
/* Returns how many contradictions of R are among the same answers as contradiction I, itself
 * included; 0 where an earlier one is. */
size_t verdict_count_among(const struct results *r, size_t i);

#endif
