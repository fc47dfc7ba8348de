/* Sections of the page of one board; report_html() puts them together. */
#ifndef HTML_SECTIONS_H
#define HTML_SECTIONS_H

#include "log/log.h"
#include "report/figure/figures.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* Whatever a log says is text here: it never becomes markup, an attribute or a script. */

/* Cards, verdict, buttons. */
void html_header(FILE *out, const struct log *log, const struct results *results);
/* Counts of answers that are sure, doubtful, not determined; WHOLE: nothing of the run is missing.
 */
void html_verdict(FILE *out, const struct results *results, size_t n_problems, bool whole);
/* Caches and memory, side by side. */
void html_memory(FILE *out, const struct results *results);
/* Memories that the board names; nothing where it names none. */
void html_regions(FILE *out, const struct log *log, const struct results *results);
void html_ops(FILE *out, const struct results *results);
/* Texts, orders and loops of patterns, folded; nothing where no file of them was given. */
void html_patterns(FILE *out, const struct log *log, const struct results *results);
/* The tree of contexts as boxes within boxes. */
void html_locality(FILE *out, const struct results *results);
/* A section for each figure; where no script draws, with a picture by gnuplot if there is one. */
void html_figures(FILE *out, const struct figures *figures);
/* A picture of F by gnuplot, or why there is none. */
void html_picture(FILE *out, const struct figure *f);
/* Every answer with its rule, bounds, points and lines. */
void html_evidence(FILE *out, const struct log *log, const struct results *results);
/* Doubts, keys of the run, series, problems. */
void html_log(FILE *out, const struct log *log, const struct results *results);

#endif
