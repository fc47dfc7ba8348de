#ifndef HTML_H
#define HTML_H

#include "figure.h"
#include "infer.h"
#include "log.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Parts of the page; report_html() puts them together. Whatever a log says is text here: it never
 * becomes markup, an attribute or a script. */

/* ---- html_write.c ---- */

/* TEXT as text or as the value of a quoted attribute: markup is escaped, what is not printable
 * ASCII becomes '?'. */
void html_text(FILE *out, const char *text);
/* <TAG>TEXT</TAG>. */
void html_element(FILE *out, const char *tag, const char *text);
/* JSON as the content of a script element that holds data: '<' only stands in its strings, and is
 * written \u003c there, as browsers look for more than the end tag. */
void html_json(FILE *out, const char *json);

/* N bytes in base64 (RFC 4648), without line breaks. */
void html_base64(FILE *out, const char *bytes, size_t n);

/* ---- html_assets.c, generated from web/: texts that end with 0 ---- */

extern const unsigned char html_style[], html_page_script[];
/* Draws the figures; empty where it could not be bundled. */
extern const unsigned char html_figure_script[];

/* ---- sections ---- */

/* Cards, verdict, buttons. */
void html_header(FILE *out, const struct log *log, const struct results *results);
/* Caches and memory, side by side. */
void html_memory(FILE *out, const struct results *results);
void html_ops(FILE *out, const struct results *results);
/* The tree of contexts as boxes within boxes. */
void html_locality(FILE *out, const struct results *results);
/* A section for each figure; where no script draws, with a picture by gnuplot if there is one. */
void html_figures(FILE *out, const struct figures *figures);
/* The data of all figures, or NULL when memory is short; the caller frees it. */
json_t *html_figures_json(const struct figures *figures);
/* Every answer with its rule, bounds, points and lines. */
void html_evidence(FILE *out, const struct log *log, const struct results *results);
/* Doubts, keys of the run, series, problems. */
void html_log(FILE *out, const struct log *log, const struct results *results);

#endif
