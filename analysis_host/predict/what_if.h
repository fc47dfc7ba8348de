/* Answers that a person replaces: "cache.2.size=4M,memory.latency=300". */
#ifndef WHAT_IF_H
#define WHAT_IF_H

#include "log/log.h"
#include "machine.h"
#include "result/result.h"

/* Replaces the answers in RESULTS that TEXT names, and makes M of them and of the keys of RUN anew;
 * numbers that were fitted stay. Returns 0; or SAY_USAGE after a message: TEXT is wrong, or names
 * what no replay on this machine reads. */
int what_if_take(struct machine *m, struct results *results, const struct log_run *run,
                 const char *text);

#endif
