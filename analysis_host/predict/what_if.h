/* Answers that a person replaces: "cache.2.size=4M,memory.latency=300". */
#ifndef WHAT_IF_H
#define WHAT_IF_H

#include "result/result.h"

/* Replaces the answers that TEXT names; what was not measured is added where it has a unit. Returns
 * NULL; or, in WHY of SIZE bytes, what is wrong with TEXT. */
const char *what_if_take(struct results *results, const char *text, char *why, size_t size);

#endif
