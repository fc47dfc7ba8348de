/* Runs a pattern as its text says, instance by instance: what generated code is held to. */
#ifndef INTERPRET_H
#define INTERPRET_H

#include "pattern.h"

/* An instance of STATEMENT; false ends the visit. */
typedef bool interpret_visit(void *ctx, unsigned statement, const int64_t *at);

/* Calls VISIT for every instance at SIZE in the order of the text. False where an iterator has no
 * bounds that mention outer ones alone, or VISIT ended it. */
bool interpret_instances(const struct pattern *p, int64_t size, interpret_visit *visit, void *ctx);

/* Elements of ARRAY at SIZE, rows without padding; -1 where they are more than MOST. */
int64_t interpret_elements(const struct pattern *p, unsigned array, int64_t size, int64_t most);

/* The elements of the index array ARRAY at SIZE, owned by the caller; NULL where an array has more
 * than MOST, or without memory. */
int64_t *interpret_index(const struct pattern *p, unsigned array, int64_t size, uint64_t most);

/* Fills all arrays, runs the text once and sets CHECK to their fold, as kernels of the image do.
 * False where that takes more than MOST_STEPS instances or elements, or the text has an fma(),
 * which targets round in different ways. */
bool interpret_check(const struct pattern *p, int64_t size, uint64_t most_steps, uint64_t *check);

#endif
