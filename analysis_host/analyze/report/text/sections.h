/* Sections of the text report, in its order; report_text() puts them together. */
#ifndef TEXT_SECTIONS_H
#define TEXT_SECTIONS_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* Those that return an int: -1 when memory is short, else 0. Each writes nothing where nothing of
 * it was measured. */

/* Which machine, when and how it was built for, clocks, conditions, and the signs of the report. */
void text_head(FILE *out, const struct log *log, const struct results *results);
/* Caches, memory, regions, TLB, NUMA nodes. */
int text_memory(FILE *out, const struct log *log, const struct results *results);
/* Memories that the board names, where they are several: a row for each. */
int text_regions(FILE *out, const struct log *log, const struct results *results);
/* What happens inside a core. */
void text_core(FILE *out, const struct results *results);
/* What short labels of the sections before stand for, by the field's terms. */
void text_terms(FILE *out, const struct results *results);
/* Instructions that most readers ask for: a row for each type. */
int text_ops(FILE *out, const struct results *results);
/* The highest peaks and their ridges. */
void text_roofline(FILE *out, const struct results *results);
/* At most 12 lines: the fastest variant of each kernel, its share of the roof, and what limits it.
 */
int text_kernels(FILE *out, const struct results *results);
/* At most 4 lines: how much faster kernels are on the most threads that were run; or, VERBOSE, a
 * row for each kernel and a column for each number of threads. */
int text_speedups(FILE *out, const struct results *results, bool verbose);
/* Where logs of the simulated board were given: what kernels move there, a line for each point; at
 * most 12 lines, or all when VERBOSE. */
int text_traffic(FILE *out, const struct log *log, const struct results *results, bool verbose);
/* A row for each event that was counted around a kernel, by size, and a line for each that was not;
 * nothing where the log has none. */
int text_events(FILE *out, const struct log *log);
/* A row for each pattern: its fastest variant by level, against the first one, and why. */
int text_patterns(FILE *out, const struct results *results);
/* Texts, orders and loops of the patterns of LOG, where a file of them was given. */
void text_pattern_texts(FILE *out, const struct log *log, const struct results *results);
/* Core-to-core latency, and the time slice. */
int text_core_to_core(FILE *out, const struct results *results);
/* Costs of the operating system. */
void text_system(FILE *out, const struct results *results);
/* Which documented core the answers resemble, where it was asked for; all that differs where
 * VERBOSE.
 */
void text_like(FILE *out, const struct results *results, bool verbose);
/* A few of the answers that no other section shows, so that a new analysis is seen at once. */
void text_others(FILE *out, const struct log_run *run, const struct results *results);
/* Why answers are doubtful, by cause: all; or at most MOST lines. */
void text_doubts(FILE *out, const struct log *log, const struct results *results);
void text_few_doubts(FILE *out, const struct log *log, const struct results *results,
                     unsigned most);
/* Commands that say more. */
void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose);

/* The rest is for those who ask for all. Bandwidth: a row for each level and number of threads. */
int text_bandwidth(FILE *out, const struct results *results);
/* A line for each series of a kernel. */
int text_all_kernels(FILE *out, const struct results *results);
/* Peaks of arithmetic that were run: a row for each type and number of threads. */
int text_peaks(FILE *out, const struct results *results);
/* Every instruction: a column for each scalar type, and a second table for vectors. */
int text_all_ops(FILE *out, const struct results *results);
/* Which pairs of operations share execution units, and the units of each. */
void text_units(FILE *out, const struct results *results);
/* Every group with its bandwidths, and a map of pairs in the order of the tree. */
void text_pairs(FILE *out, const struct results *results);
/* Each curve in a line, darker where it is higher; nothing where memory is short. */
void text_curves(FILE *out, const struct log *log, const struct results *results);
/* A line for each answer that no table shows. */
void text_answers(FILE *out, const struct results *results);

#endif
