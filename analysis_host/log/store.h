#ifndef LOG_STORE_H
#define LOG_STORE_H

#include "log.h"

/* Lists that grow, and what is freed with them. */

/* ITEMS of SIZE bytes, N of them in use, with room for ADD more; NULL, and ITEMS as it was, when
 * memory is short. The list must have grown by calls of this function alone. */
void *log_grown(void *items, size_t n, size_t add, size_t size);

/* Appends KEY, VALUE. False when memory is short; then the list is as it was. */
bool log_keys_add(struct log_key **keys, size_t *n_keys, const char *key, const char *value);

/* Appends N TICKS to those of sample S of RUN, which is the last that it got any for, or has none.
 * False when memory is short; then S is as it was. */
bool log_ticks_add(struct log_run *run, struct log_sample *s, const uint64_t *ticks, size_t n);

void log_event_free(struct log_event *e);
/* Frees what RUN holds and zeroes it. */
void log_run_free(struct log_run *run);

/* Replaces the cost of problem INDEX. False, and the old one stays, when memory is short. */
bool log_problem_cost(struct log *log, size_t index, const char *cost, ...)
    __attribute__((format(printf, 3, 4)));

#endif
