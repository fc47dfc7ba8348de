/* What a log and its answers come to, and with it the exit status. */
#ifndef VERDICT_H
#define VERDICT_H

#include "log/log.h"
#include "result.h"
#include <stdbool.h>
#include <stddef.h>

/* Keeps the first of all answers with the same name. The others go, and each becomes a problem: a
 * series came twice, and nothing says which of them is right. */
void verdict_repetitions(struct results *r);

/* Adds to R's problems every pair of answers that cannot both be true: a cache that is not smaller
 * or not faster than the next level, and what analyses marked (struct result, contradicts). */
void verdict_contradictions(struct results *r);

/* Problems of the log, and after them those of its answers. */
size_t problems_count(const struct log *log, const struct results *r);
/* Problem I, below their count. LOG or R own it. */
const struct log_problem *problem_at(const struct log *log, const struct results *r, size_t i);

/* True when something was lost: a problem that cost something, an answer that rests on a series
 * with missing points, a run without its end. */
bool verdict_damaged(const struct log *log, const struct results *r);
/* True when at least one answer is a number or a name. */
bool verdict_answered(const struct results *r);
/* True when answers contradict each other. */
bool verdict_contradicts(const struct results *r);

#endif
