/* What a log leaves open, and the runs that would settle it, for programs: one object of schema
 * pontoon.suggested/1. */
#ifndef JSON_SUGGESTED_H
#define JSON_SUGGESTED_H

#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

#define SUGGESTED_SCHEMA        "pontoon.suggested/1"
#define SUGGESTED_SCHEMA_FORMER "pontoon.wanted/1" /* the same by its former name */

/* Writes {"schema", "target", "round", "of", "open", "runs": [{"options", "probes", "seconds",
 * "seconds_are_least", "answers": [{"id", "kind", "confidence", "why"}]}]} to OUT. "options" are
 * words for `probes`; the next round runs those of the first run. "runs" is empty where no run
 * would settle anything. SCHEMA: one of these two. Errors of the output stay with it (ferror).
 * Returns 0, or -1 when memory is short. */
int suggested_json(FILE *out, const struct log *log, const struct results *results,
                   const char *schema);

#endif
