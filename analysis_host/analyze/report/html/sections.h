/* Sections of the page of one board; report_html() puts them together. A section that has nothing
 * to show writes nothing. Whatever a log says is text here: it never becomes markup, an attribute
 * or a script. */
#ifndef HTML_SECTIONS_H
#define HTML_SECTIONS_H

#include "log/log.h"
#include "report/figure/figures.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* What a page is made of. */
struct html_parts {
    const struct log *log;
    const struct results *results;
    const struct figures *figures;
};

typedef void html_section(FILE *out, const struct html_parts *parts);

/* Which machine, when, by which compiler, and under which conditions. */
html_section html_identity;
/* Why answers are doubtful, grouped by cause. */
html_section html_read_first;
/* What an audit found, where one was asked for. */
html_section html_audit;
/* Buttons and boxes; they do nothing without scripts, which show them. */
html_section html_controls;

html_section html_memory, html_bandwidth_bars, html_topology, html_core, html_os, html_instructions,
    html_loaded, html_roofline, html_kernels;
/* Part of html_instructions: pairs of operations that share execution units. */
html_section html_units;

/* Folded: figures that show how an analysis decided; every answer with its rule and samples; what
 * the log says of itself. */
html_section html_analysis, html_evidence, html_log;

/* Name of the machine of LOG: its CPU, else its board, else what kind of log it is. The log owns
 * the text. */
const char *html_machine(const struct log *log);
/* Counts of answers that are sure, doubtful, not determined; WHOLE: nothing of the run is missing.
 */
void html_verdict(FILE *out, const struct results *results, size_t n_problems, bool whole);

/* The figure NAME under its title; nothing where there is nothing to draw. */
void html_figure(FILE *out, const struct html_parts *parts, const char *name);
/* True when figure NAME has something to draw. */
bool html_has_figure(const struct html_parts *parts, const char *name);
/* A picture of F by gnuplot, or why there is none. */
void html_picture(FILE *out, const struct figure *f);

#endif
