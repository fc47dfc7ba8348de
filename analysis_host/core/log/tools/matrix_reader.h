/* Reads tables of core-to-core latencies that other tools print, for logs without a sentence of the
 * record stream and without a table of table_reader.h:
 * - core-to-core-latency (nviennot): CSV, ns, a line for each context and a cell for each; the
 * lower triangle, the upper one, or both;
 * - c2clat (rigtorp): "CPU 0 1 ..." and a line for each CPU, ns; or gnuplot's "$data << EOD";
 * - mctop (LPD-EPFL): .mct, "#NAME #HWCs N ..." and a line "i j latency" for each pair, cycles.
 *
 * A table becomes a run with the keys source=<tool>, cores=<contexts> and, when it is in ns,
 * tick_hz=1000000000000 (a tick is a picosecond; else a thousandth of a cycle), and a series of
 * probe "core_to_core" whose samples have x = { context, context }, ops = 1 and one timing; of both
 * directions the mean. Contexts are numbered in the order of the table. */
#ifndef MATRIX_READER_H
#define MATRIX_READER_H

#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>

struct matrix_reader;

/* NULL when memory is short. The caller frees it with matrix_reader_free(); NULL may be freed. */
struct matrix_reader *matrix_reader_new(void);
void matrix_reader_free(struct matrix_reader *r);

/* Feeds N bytes, cut anywhere. */
void matrix_reader_feed(struct matrix_reader *r, const char *bytes, size_t n);

/* Ends the input. Returns true when a table with at least one pair was found, and fills KIND, RUN
 * (complete), HAS_RUN, N_RUNS and CHOSEN of LOG. Adds problems in either case: cells, lines and
 * whole tables that are not used, why, and what to do. Call once. */
bool matrix_reader_end(struct matrix_reader *r, struct log *log);

#endif
