/* Answers of one log that cannot all be true. */
#ifndef RESULT_CONTRADICTIONS_H
#define RESULT_CONTRADICTIONS_H

#include "log/log.h"
#include "result.h"
#include <stddef.h>

/* Adds to LOG's problems every pair of answers that cannot both be true. Returns how many. */
size_t report_contradictions(struct log *log, const struct results *results);

#endif
