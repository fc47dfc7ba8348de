/* What a log has of an answer: its value, and the samples that it rests on. */
#ifndef EXPLAIN_SEEN_H
#define EXPLAIN_SEEN_H

#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

struct seen_log {
    const char *file; /* of the log */
    const struct log *log;
    const struct results *results;
};

/* Writes R: value, range, confidence, what the system reports, rule and samples with the lines of
 * the log that hold them; where it is unknown, why, and what would tell. */
void seen_write(FILE *out, const struct seen_log *s, const struct result *r);
/* Writes that the log has no such answer of PROBE, and why. */
void seen_none(FILE *out, const struct seen_log *s, const char *probe);
/* Writes value, range and term of R to TO, SIZE bytes. */
void seen_line(char *to, size_t size, const struct result *r);

#endif
