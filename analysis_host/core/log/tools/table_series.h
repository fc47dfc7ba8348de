/* Builds the series of a log from the rows of tables. All return false when memory is short; what
 * was built until then stays whole. Everything belongs to the log and goes with log_free(). */
#ifndef TABLE_SERIES_H
#define TABLE_SERIES_H

#include "log/log.h"
#include "table_tool.h"
#include <stdbool.h>

/* Appends a series of cache_size at LINE with the keys that TOOL and HEAD give; it is the last one.
 */
bool table_series_add(struct log_run *run, const struct table_tool *tool,
                      const struct table_head *head, uint64_t line);
/* Appends KEY and VALUE to the keys of S. */
bool table_series_key(struct log_series *s, const char *key, const char *value);
/* Appends to the last series a sample with x = bytes and, after it, one with x = bytes : chains for
 * each column of several chains. */
bool table_series_point(struct log_run *run, const struct table_point *point, uint64_t line);

/* Drops what the last series has of LINE. */
void table_series_drop_line(struct log_run *run, uint64_t line);

/* Puts latencies before increments, and the table that tells most of those of the first one's tool
 * and processor before the others; else leaves the order. Then numbers all with the key "table". */
bool table_series_order(struct log_run *run);

/* Frees series number I and closes the gap. */
void table_series_drop(struct log_run *run, size_t i);

/* Gives the run its keys, from its first series. */
bool table_series_run_keys(struct log_run *run);

#endif
