/* The reading of the clock, and the call, that each timing holds. */
#ifndef LOG_READINGS_H
#define LOG_READINGS_H

#include "log.h"

/* Subtracts from the timings of LOG's run what a timing without any operation takes, where the run
 * was one with --slow: there a timing may be as short as 16 readings. That is what the reference
 * chain of add_chain says by its fewest and most operations, or the least of timer_floor.
 * Nothing changes on a coarse clock, where some readings show no step. */
void log_readings(struct log *log);

#endif
