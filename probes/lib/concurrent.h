/* Times work on one context while each of the others is seen to work, too. */
#ifndef CONCURRENT_H
#define CONCURRENT_H

#include "parallel_run.h"

enum { CONCURRENT_PIECES = 12 }; /* of a window */

/* Runs MEMBERS[0..M), each on its context, all in pieces of their ops. The first one times windows
 * of CONCURRENT_PIECES pieces; kept are those in each third of which all others finished a piece:
 * other programs may have a member's context. Ends with ROOM windows kept, or after LIFE_TICKS.
 * Fills TICKS with the windows; returns how many, 0 also where threads could not be started. */
unsigned concurrent_run(struct parallel_member *members, unsigned m, uint64_t life_ticks,
                        uint64_t *ticks, unsigned room);

#endif
