/* Lines that came into each set of the first cache lately: whether a line that a store has asked
 * for is still there when the store leaves for the cache. */
#ifndef RECENT_FILLS_H
#define RECENT_FILLS_H

#include "machine.h"
#include <stdbool.h>
#include <stdint.h>

enum { RECENT_SETS = 512, RECENT_WAYS = 16 };

struct recent_fills {
    unsigned sets, ways; /* sets 0: not known, nothing is ever evicted */
    struct {
        double at[RECENT_WAYS];
        unsigned n; /* fills so far */
    } set[RECENT_SETS];
};

/* Empties F for the first cache of M. */
void recent_fills_make(struct recent_fills *f, const struct machine *m);

/* LINE was asked for at cycle AT. */
void recent_fills_note(struct recent_fills *f, uint64_t line, double at);

/* Returns true where as many lines as the set has ways were asked for after cycle SINCE, so that
 * LINE, of the same set, is not there any more. */
bool recent_fills_evicted(const struct recent_fills *f, uint64_t line, double since);

#endif
