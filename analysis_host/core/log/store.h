/* Lists of a log that grow: keys, timings, and any other. */
#ifndef LOG_STORE_H
#define LOG_STORE_H

#include "log.h"

/* Returns ITEMS, N in use of SIZE bytes each, with room for ADD more; NULL, and ITEMS as it was,
 * when memory is short. The list must have grown by calls of this function alone. */
void *log_store_grown(void *items, size_t n, size_t add, size_t size);

/* Appends KEY, VALUE. False when memory is short; then the list is as it was. */
bool log_store_key(struct log_key **keys, size_t *n_keys, const char *key, const char *value);

/* Appends NEW to the samples of S, the last series of RUN; those of a long run go to a file. False
 * when memory is short; then S is as it was. */
bool log_store_sample(struct log_run *run, struct log_series *s, const struct log_sample *new);

/* Appends N TICKS to those of sample S of RUN, which is the last that it got any for, or has none.
 * False when memory is short; then S is as it was. */
bool log_store_ticks(struct log_run *run, struct log_sample *s, const uint64_t *ticks, size_t n);

/* ---- problems ---- */

/* Appends a problem to LOG; printf-like WHAT. Drops it without a word when memory is short. */
void log_problem(struct log *log, uint64_t line, const char *cost, const char *what, ...)
    __attribute__((format(printf, 4, 5)));

/* Replaces the cost of problem INDEX. Returns false, and the old one stays, when memory is short.
 */
bool log_problem_cost(struct log *log, size_t index, const char *cost, ...)
    __attribute__((format(printf, 3, 4)));

#endif
