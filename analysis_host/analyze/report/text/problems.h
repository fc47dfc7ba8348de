/* Problems as messages. */
#ifndef TEXT_PROBLEMS_H
#define TEXT_PROBLEMS_H

#include "log/log.h"
#include "result/result.h"
#include <stddef.h>
#include <stdio.h>

/* Writes at most MOST of the problems of LOG and RESULTS, which came from FILE, one line each:
 * "PROGRAM: FILE:LINE: cause (cost)"; then how many more there are. */
void report_problems(FILE *err, const char *file, const struct log *log,
                     const struct results *results, size_t most);

#endif
