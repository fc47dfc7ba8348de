/* The report for programs: one object of schema pontoon.report/2, which docs/reference/json.md
 * describes. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

/* Writes the report to OUT. Errors of the output stay with it (ferror). Returns 0, or -1 when
 * memory is short. */
int report_json(FILE *out, const struct log *log, const struct results *results);

/* The same in one line, for a page. */
int report_json_compact(FILE *out, const struct log *log, const struct results *results);

#endif
