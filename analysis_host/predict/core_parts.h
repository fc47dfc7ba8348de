/* Parts of the core model: execution ports and buses as calendars, lines that came into the sets of
 * the first cache, and targets of indirect jumps. */
#ifndef CORE_PARTS_H
#define CORE_PARTS_H

#include "machine.h"
#include <stdbool.h>
#include <stdint.h>

enum { CALENDAR_CYCLES = 1024 };

/* One unit. A cycle that was never booked since calendar_clear() is free. */
struct calendar {
    int64_t full_below;              /* no cycle before this one has room */
    uint32_t cycle[CALENDAR_CYCLES]; /* which cycle the place stands for */
    float used[CALENDAR_CYCLES];     /* of it, 0 to 1 */
};

/* Frees all cycles. */
void calendar_clear(struct calendar *c);

/* Returns when an operation that is ready at FROM (at least 0) may start: then, or at the start of
 * the first cycle after it that has room. */
double calendar_room(struct calendar *c, double from);

/* Books INTERVAL cycles (at least 0) from the first cycle on that has room, not before FROM (at
 * least 0). Returns when the operation starts: FROM, or the start of that cycle. What its last
 * cycle cannot take is carried into the next, so that n operations take n times INTERVAL. At most
 * CALENDAR_CYCLES lie between two bookings that know of each other. */
double calendar_book(struct calendar *c, double from, double interval);

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

enum { RECENT_TARGETS_MOST = 64, RECENT_JUMPS = 1024 };

/* The targets of one jump, the last one first. */
struct recent_jump {
    uint32_t jump; /* + 1; 0: none */
    uint32_t n;
    uint32_t target[RECENT_TARGETS_MOST];
};

/* All zero: no jump was seen. Two jumps may share a place, where the later one forgets. */
struct recent_targets {
    struct recent_jump jump[RECENT_JUMPS];
};

/* JUMP goes to TARGET. Returns how many other targets it had since it went there last, or
 * RECENT_TARGETS_MOST where it did not among that many. */
unsigned recent_targets_note(struct recent_targets *r, uint32_t jump, uint32_t target);

/* Returns the chance that a jump is guessed right whose target was DEPTH others ago, by a processor
 * that keeps PLACES (above 0) targets of a jump. */
double recent_targets_right(double places, unsigned depth);

#endif
