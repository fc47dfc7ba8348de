/* What it is worth to a program that sizes of caches are known between bounds alone. */
#ifndef EDGES_H
#define EDGES_H

#include "cause.h"
#include "levels.h"
#include "signature/signature.h"

/* Returns the cycles by which S may be off on the machine of LEVELS since caches beyond the first
 * may be as small or as large as their answers' bounds say: accesses whose distance lies between
 * a bound and the size are served by the next level, or by this one, and what that changes counts
 * as much as such cycles do in CAUSE, those that were predicted. Sizes are independent: squares add
 * up. 0 where sizes have no bounds, or no access lies there. */
double edges_error(const struct levels *l, const struct signature *s, const double cause[CAUSES]);

#endif
