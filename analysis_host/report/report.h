#ifndef REPORT_H
#define REPORT_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* What people and programs read. Everything here only formats: no value is changed. Errors of the
 * output stay with it (ferror); a report that needs memory says so by returning -1, else 0. */

/* One screen of at most 80 columns, ASCII. VERBOSE adds what does not fit: all tables, curves,
 * doubts, and the evidence behind each answer. */
int report_text(FILE *out, const struct log *log, const struct results *results, bool verbose);

/* TEXT as report_text() made it, with colours for a terminal (SGR). Without its escape sequences
 * the output is TEXT. */
void report_colour(FILE *out, const char *text);

/* One object of schema pontoon.report/1. */
int report_json(FILE *out, const struct log *log, const struct results *results);

/* One page of less than a megabyte that needs nothing but itself: figures, tables, evidence. */
int report_html(FILE *out, const struct log *log, const struct results *results);

/* The same in FILE, and its figures in the folder DIR for gnuplot; 0, or -1 after a message on ERR.
 */
int report_page(const char *file, const struct log *log, const struct results *results, FILE *err);
int report_plots(const char *dir, const struct log *log, const struct results *results, FILE *err);

/* At most MOST problems of LOG, one line each: "analyze: FILE:LINE: what (cost)"; then how many
 * more there are. */
void report_problems(FILE *err, const char *file, const struct log *log, size_t most);

/* Adds to LOG's problems every pair of answers that cannot both be true. Returns how many. */
size_t report_contradictions(struct log *log, const struct results *results);

#endif
