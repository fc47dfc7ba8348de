/* Problems of a log: lines that were damaged, and what that cost. */
#ifndef LOG_PROBLEM_H
#define LOG_PROBLEM_H

#include "log.h"

/* Appends a problem to LOG; printf-like WHAT. Drops it without a word when memory is short. */
void log_problem(struct log *log, uint64_t line, const char *cost, const char *what, ...)
    __attribute__((format(printf, 4, 5)));

/* Replaces the cost of problem INDEX. Returns false, and the old one stays, when memory is short.
 */
bool log_problem_cost(struct log *log, size_t index, const char *cost, ...)
    __attribute__((format(printf, 3, 4)));

#endif
