/* The frame of every page: head, data, scripts, and its size. */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include <stddef.h>
#include <stdio.h>

enum { HTML_DOTS = 4000 }; /* most dots of a figure, and most points */

/* Writes the page of OF with at most DOTS dots a figure; -1 where memory is short, else 0. */
typedef int html_write_page(FILE *out, const void *of, size_t dots);

/* From the doctype to the begin of what is seen. */
void html_begin(FILE *out, const char *title);
/* JSON, a text, as element ID for scripts. */
void html_data(FILE *out, const char *id, const char *json);
/* TEXT as element ID for scripts, gzip in base64: a tenth of its size. 0, or -1 where memory is
 * short. */
int html_packed(FILE *out, const char *id, const char *text);
/* Scripts, and the end. */
void html_end(FILE *out);

/* Writes a page of less than a megabyte to OUT: with fewer and fewer dots, until it fits. -1 where
 * memory is short, else 0. */
int html_fit(FILE *out, html_write_page *write, const void *of);
/* The same, which replaces FILE as a whole. 0, or -1 after a message on ERR. */
int html_put(const char *file, html_write_page *write, const void *of, FILE *err);

#endif
