/* What a log leaves open, and the runs that would settle it, for programs: one object of schema
 * pontoon.wanted/1. */
#ifndef JSON_WANTED_H
#define JSON_WANTED_H

#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

/* Writes {"schema", "target", "round", "of", "open", "runs": [{"options", "probes", "seconds",
 * "seconds_are_least", "answers": [{"id", "kind", "confidence", "why"}]}]} to OUT. "options" are
 * words for `probes`; the next round runs those of the first run. "runs" is empty where no run
 * would settle anything. Errors of the output stay with it (ferror). Returns 0, or -1 when memory
 * is short. */
int wanted_json(FILE *out, const struct log *log, const struct results *results);

#endif
