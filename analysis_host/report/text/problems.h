/* Problems as messages. */
#ifndef TEXT_PROBLEMS_H
#define TEXT_PROBLEMS_H

#include "log/log.h"
#include <stddef.h>
#include <stdio.h>

/* Writes at most MOST of the N problems AT of FILE, one line each: "analyze: FILE:LINE: cause
 * (cost)"; then how many more there are. */
void report_problems(FILE *err, const char *file, const struct log_problem *at, size_t n,
                     size_t most);

#endif
