/* What is left of a unit's time, cycle by cycle: operations take a share of a cycle or several
 * cycles, in any order. */
#ifndef CALENDAR_H
#define CALENDAR_H

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

/* Books INTERVAL cycles (at least 0) from the first cycle on that has room, not before FROM (at
 * least 0). Returns when the operation starts: FROM, or the start of that cycle. What its last
 * cycle cannot take is carried into the next, so that n operations take n times INTERVAL. At most
 * CALENDAR_CYCLES lie between two bookings that know of each other. */
double calendar_book(struct calendar *c, double from, double interval);

#endif
