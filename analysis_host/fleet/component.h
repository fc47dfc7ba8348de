/* Answers that a slow part of a board moves alike, judged as one. */
#ifndef FLEET_COMPONENT_H
#define FLEET_COMPONENT_H

#include "column.h"

/* Parts of a board whose answers are judged together: memory, the cache levels, the clock. */
enum { FLEET_PARTS = 6 };

/* The part that ID is an answer of: 0 memory, 1 to 4 a cache level, 5 the clock; FLEET_PARTS: none.
 */
unsigned fleet_part(const struct result_id *id);

/* Judges boards of KIND by part PART, from 0: what the middle of its answers differs by from their
 * usual values, run by run. Calls TAKE(ARG, found) for each finding; its name is the part's first
 * answer that the board has. False where memory is short, or where TAKE returned false. */
bool fleet_judge_component(const struct fleet *fleet, uint32_t kind, unsigned part,
                           const struct fleet_rules *rules,
                           bool (*take)(void *arg, const struct fleet_finding *found), void *arg);

#endif
