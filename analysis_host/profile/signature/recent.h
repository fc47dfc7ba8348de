/* Which lines, or pages, a sample touched lately: distances and depths of those that it touches
 * again follow from its addresses, so that a file need not hold them. */
#ifndef SIGNATURE_RECENT_H
#define SIGNATURE_RECENT_H

#include "signature.h"

struct recent;

/* Returns a new one for lines, with the numbers of sets SETS of which the last is the largest; NULL
 * without memory. free() it. */
struct recent *recent_new(const unsigned sets[SIGNATURE_SETS]);

/* A sample begins: nothing was touched yet. */
void recent_begin(struct recent *r);

/* Touches LINE. Returns true where the sample touched it lately; then *DISTANCE and DEPTH are those
 * of that touch, as in struct signature_access. */
bool recent_touch(struct recent *r, uint64_t line, uint8_t *distance,
                  uint8_t depth[SIGNATURE_SETS]);

#endif
