/* Everything that analyze writes but messages: reports, pages, plots and exports. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "log/log.h"
#include "options.h"
#include "result/result.h"
#include <stdbool.h>

/* Returns true when nothing that Q writes is a file that it reads, or that it writes already; false
 * after a message. Nothing has been written then. */
bool outputs_are_apart(const struct request *q);

/* Writes what Q asks for: the report, unless an export takes its place, pages, plots and exports.
 * Sets *CHANGED when the report is a comparison and answers changed. Returns 0, or the exit status
 * after a message; a reader of standard output that left gets none. */
int outputs_write(const struct request *q, const struct log *log, const struct results *results,
                  bool *changed);

/* Writes the N bytes of TEXT to standard output. Returns 0 or the exit status; a reader that left
 * (EPIPE) wants no message. */
int outputs_put(const char *text, size_t n);
/* Nothing follows on standard output. Returns STATUS, or that it failed at the end. */
int outputs_close(int status);

/* Writes what --explain asks for where there is no log. Returns the exit status. */
int outputs_explain(const struct request *q);

/* Writes what changed since the report or log that --compare names, where FILE is a report, too.
 * Returns the exit status. */
int outputs_compare_reports(const struct request *q);

/* Writes the boards of the folder that --compare names side by side. Returns the exit status. */
int outputs_compare_boards(const struct request *q);

#endif
