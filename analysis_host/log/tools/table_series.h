#ifndef TABLE_SERIES_H
#define TABLE_SERIES_H

#include "log/log.h"
#include "tool.h"
#include <stdbool.h>

/* Building the series of a log from table rows. All return false when memory is short; what was
 * built until then stays whole. Everything belongs to the log and goes with log_free(). */

/* A new series of cache_size at LINE with the keys that TOOL and HEAD give; it is the last one. */
bool table_series_add(struct log_run *run, const struct table_tool *tool,
                      const struct table_head *head, uint64_t line);
bool table_series_key(struct log_series *s, const char *key, const char *value, size_t n);
bool table_series_number(struct log_series *s, const char *key, uint64_t value);
/* To the last series, one sample with x = bytes and, behind it, one with x = bytes : chains for
 * each column of several chains. */
bool table_series_point(struct log_run *run, const struct table_point *point, uint64_t line);

/* Latencies before increments, else as they were; then numbers them with the key "table". */
bool table_series_order(struct log_run *run);

/* Frees series number I and closes the gap. */
void table_series_drop(struct log_run *run, size_t i);

/* The keys of the run, from its first series. */
bool table_run_keys(struct log_run *run);

#endif
