/* Reads latency tables that other tools print, for logs without a sentence of the record stream.
 * One pass; memory grows with the rows that parse and not with the text around them.
 *
 * A table becomes a run with the keys tick_hz=1000000000000 (a tick is a picosecond) and
 * source=<tool>, and a series of probe "cache_size" whose samples have x[0] = working set in bytes,
 * ops = 1 and one timing: the latency of one load, in ticks. */
#ifndef TABLE_READER_H
#define TABLE_READER_H

#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>

struct table_reader;

/* NULL when memory is short. The caller frees it with table_reader_free(); NULL may be freed. */
struct table_reader *table_reader_new(void);
void table_reader_free(struct table_reader *r);

/* Feeds N bytes, cut anywhere. */
void table_reader_feed(struct table_reader *r, const char *bytes, size_t n);

/* Ends the input. Returns true when a known table with rows was found, and fills KIND, RUN
 * (complete), HAS_RUN, N_RUNS and CHOSEN of LOG. Adds problems in either case. Call once. */
bool table_reader_end(struct table_reader *r, struct log *log);

#endif
