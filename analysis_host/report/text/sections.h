/* Sections of the text report, in its order; report_text() puts them together. */
#ifndef TEXT_SECTIONS_H
#define TEXT_SECTIONS_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* Those that return an int: -1 when memory is short, else 0. */

/* Caches and memory. */
int text_memory(FILE *out, const struct log *log, const struct results *results);
/* Memories that the board names: a row for each; a line where it says that it has one; nothing
 * where nobody asked. */
int text_regions(FILE *out, const struct log *log, const struct results *results);
/* TLB, caches, registers, contexts, processor, memory under load: a line each. */
void text_lines(FILE *out, const struct log *log, const struct results *results);
/* Pipeline of the processor and the operating system: a line each, where measured. */
void text_pipeline(FILE *out, const struct results *results);
/* Who is near whom, as a tree. */
int text_locality(FILE *out, const struct log *log, const struct results *results);
/* Operations that most readers ask for: a row for each type. */
int text_ops(FILE *out, const struct log *log, const struct results *results);
/* One line: the highest peaks and their ridges; nothing where they are not known. */
void text_roofline(FILE *out, const struct results *results);
/* At most 12 lines: the fastest variant of each kernel, its share of the roof, and what holds it
 * back; nothing where none was measured. */
int text_kernels(FILE *out, const struct results *results);
/* Where logs of the simulated board were given: what kernels move there, a line for each point; at
 * most 12 lines, or all when VERBOSE. */
int text_traffic(FILE *out, const struct log *log, const struct results *results, bool verbose);
/* A row for each pattern: its fastest order by level, against the first one, and why; nothing where
 * none was measured. 0, or not when memory is short. */
int text_patterns(FILE *out, const struct results *results);
/* Texts, orders and loops of the patterns of LOG, where a file of them was given. */
void text_pattern_texts(FILE *out, const struct log *log, const struct results *results);
/* Answers that no other section shows, so that a new analysis is seen at once. A few rows, or all
 * when VERBOSE. */
int text_others(FILE *out, const struct results *results, bool verbose);
void text_machine(FILE *out, const struct log *log, const struct results *results);
/* A few lines, or all when VERBOSE. */
void text_doubts(FILE *out, const struct log *log, const struct results *results, bool verbose);
void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose);
/* The rest is for those who ask for all. Bandwidth: a row for each level and number of contexts;
 * nothing where nothing was measured. */
int text_bandwidth(FILE *out, const struct results *results);
/* A line for each series of a kernel; nothing where none was measured. */
int text_all_kernels(FILE *out, const struct results *results);
/* Ceilings of arithmetic that were run: a row for each type and number of contexts; nothing where
 * none was. */
int text_ceilings(FILE *out, const struct results *results);
/* Every operation: a column for each scalar type, and a second table for vectors. */
int text_all_ops(FILE *out, const struct results *results);
/* Every group with its blocks, and a map of pairs in the order of the tree. */
void text_pairs(FILE *out, const struct results *results);
/* Each curve in a line, darker where it is higher; nothing where memory is short. */
void text_curves(FILE *out, const struct log *log, const struct results *results);
void text_evidence(FILE *out, const struct log *log, const struct results *results);

#endif
