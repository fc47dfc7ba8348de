#ifndef HTML_H
#define HTML_H

#include "log/log.h"
#include "report/figure/figure.h"
#include "result/result.h"
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

/* ---- html_page.c: what every page has ---- */

/* A board whose figures are drawn; it is called NAME there. */
struct html_board {
    const char *name;
    const struct figures *figures; /* NULL: only its answers are known */
};

enum { HTML_DOTS = 4000 }; /* most dots of a figure, and most points */

/* Writes the page of OF with at most DOTS dots a figure; -1 where memory is short, else 0. */
typedef int html_write_page(FILE *out, const void *of, size_t dots);

/* From the doctype to the begin of what is seen. */
void html_begin(FILE *out, const char *title);
/* JSON, a text, as element ID for scripts. */
void html_data(FILE *out, const char *id, const char *json);
/* What the script draws, as element "figures"; nothing where there is no script. OVERLAY: the
 * lines that can be laid over each other, without dots. -1 where memory is short, else 0. */
int html_figure_data(FILE *out, const struct html_board *boards, size_t n, bool overlay);
/* Scripts, and the end. */
void html_end(FILE *out);

/* Writes a page of less than a megabyte to OUT: with fewer and fewer dots, until it fits. -1 where
 * memory is short, else 0. */
int html_fit(FILE *out, html_write_page *write, const void *of);
/* The same, which replaces FILE as a whole. 0, or -1 after a message on ERR. */
int html_put(const char *file, html_write_page *write, const void *of, FILE *err);

/* ---- sections ---- */

/* Cards, verdict, buttons. */
void html_header(FILE *out, const struct log *log, const struct results *results);
/* How many answers are sure, doubtful, not determined; WHOLE: nothing of the run is missing. */
void html_verdict(FILE *out, const struct results *results, size_t n_problems, bool whole);
/* Caches and memory, side by side. */
void html_memory(FILE *out, const struct results *results);
void html_ops(FILE *out, const struct results *results);
/* The tree of contexts as boxes within boxes. */
void html_locality(FILE *out, const struct results *results);
/* A section for each figure; where no script draws, with a picture by gnuplot if there is one. */
void html_figures(FILE *out, const struct figures *figures);
/* A picture of F by gnuplot, or why there is none. */
void html_picture(FILE *out, const struct figure *f);
/* The data of all figures, or NULL when memory is short; the caller frees it. */
json_t *html_figures_json(const struct html_board *boards, size_t n, bool overlay);
/* Every answer with its rule, bounds, points and lines. */
void html_evidence(FILE *out, const struct log *log, const struct results *results);
/* Doubts, keys of the run, series, problems. */
void html_log(FILE *out, const struct log *log, const struct results *results);

#endif
