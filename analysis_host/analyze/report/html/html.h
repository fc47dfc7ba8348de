/* The page of one board: less than a megabyte, and needs nothing but itself. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

/* Writes the page to OUT: figures, tables, and what each answer rests on. Errors of the output stay
 * with it (ferror). Returns 0, or -1 when memory is short. */
int report_html(FILE *out, const struct log *log, const struct results *results);

/* Writes the same to FILE, which it replaces as a whole. Returns 0, or -1 after a message on ERR.
 */
int report_page(const char *file, const struct log *log, const struct results *results, FILE *err);

#endif
