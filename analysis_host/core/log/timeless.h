/* Timings of no ticks, which no operation takes. */
#ifndef LOG_TIMELESS_H
#define LOG_TIMELESS_H

#include "log.h"

/* Adds to LOG, a record stream, a problem for each probe of whose timings some, at most half, are
 * of 0 ticks though they cover a thousand operations or more: a fault of the clock. The problem has
 * their number and their first lines. Where more are, the clock is too coarse for the probe. The
 * timings stay in the log; a curve takes none of them (series/curve.h). */
void log_timeless(struct log *log);

#endif
