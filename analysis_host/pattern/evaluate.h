/* Values of affine expressions at one instance. */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "pattern.h"

/* Returns A at SIZE and the iterators AT. */
int64_t affine_at(const struct affine *a, int64_t size, const int64_t *at);
/* Returns true when all conditions hold. */
bool conditions_hold(const struct condition *c, int64_t size, const int64_t *at);

#endif
