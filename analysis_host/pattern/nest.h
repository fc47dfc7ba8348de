/* Which loops of the text hold which statements. */
#ifndef NEST_H
#define NEST_H

#include "pattern.h"

/* Returns how many loops two statements share, from the outermost. */
unsigned nest_shared(const struct pattern *p, unsigned a, unsigned b);
/* Returns the place of STATEMENT among what the same LEVEL loops hold: 0, 1 ... */
unsigned nest_position(const struct pattern *p, unsigned statement, unsigned level);

#endif
