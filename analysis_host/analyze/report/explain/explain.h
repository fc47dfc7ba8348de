/* What an answer means, where it comes from and what makes it wrong, as text: `analyze --explain`.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

/* Writes what ASKED means to OUT, format_columns() wide: an id, the beginning of one, or words of
 * the field (explain_find()). Up to three answers are explained whole, more are listed, a line
 * each; "list" lists all. With LOG, NULL for none, and its RESULTS, it writes also what the log
 * FILE has: value, range, confidence, what the system reports, the samples and what would tell.
 * Returns how many answers that were; 0, after a message on ERR, where there is none. */
size_t explain(FILE *out, const char *asked, const char *file, const struct log *log,
               const struct results *results, FILE *err);

#endif
