/* Answers as parts of a page: the value, with ~ before it and in another colour where it is
 * doubtful, its range and confidence where one points at it, and a link to its evidence. */
#ifndef HTML_CELL_H
#define HTML_CELL_H

#include "result/result.h"
#include <stdio.h>

/* The value of R in three digits: "3.98 c"; "?" not determined, "-" not measured (R is NULL). */
void html_answer(FILE *out, const struct result *r);
/* The same with TEXT in place of the value, where R is a number or a name. */
void html_answer_text(FILE *out, const struct result *r, const char *text);
/* TEXT as a link to the evidence of R, which is not known: those who point at it see why. */
void html_reason(FILE *out, const struct result *r, const char *text);
/* html_answer() of what comes in addition: "+8.7 c". */
void html_extra(FILE *out, const struct result *r);
/* html_answer() in a cell of a table. */
void html_answer_cell(FILE *out, const struct result *r);
/* A bandwidth in a cell: "123 GB/s (39.8 B/c)", or only what is known of it. */
void html_bandwidth(FILE *out, const struct result *r);
/* A latency in nanoseconds in a cell; "-" where the length of a cycle is not known. */
void html_ns_cell(FILE *out, const struct result *r);

/* "cores" where a core has one hardware thread, else "threads". */
const char *html_threads(const struct results *results);
#endif
