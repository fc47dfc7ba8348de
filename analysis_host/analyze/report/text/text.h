/* The report for people: one screen of at most 80 columns, ASCII. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* Writes the report to OUT. VERBOSE adds what does not fit: all tables, curves, doubts, and what
 * each answer rests on. Errors of the output stay with it (ferror). Returns 0, or -1 when memory is
 * short. */
int report_text(FILE *out, const struct log *log, const struct results *results, bool verbose);

/* Writes what counted traffic and timings of kernels are worth: tables of lines against those of
 * the text, of spreads, and of times on several contexts. *ROWS: how many there are; 0: the log has
 * no kernel that was cold or ran on several contexts. Returns 0, or -1 when memory is short. */
int report_validation(FILE *out, const struct log *log, size_t *rows);

/* Writes a line for each probe of LOG that gave answers: its name, padded to 16 columns, a blank,
 * and the answers in a few words, the first 160 bytes or so of them. PROBE: of this one only; NULL:
 * of all. */
void report_found(FILE *out, const struct log *log, const struct results *results,
                  const char *probe);

#endif
