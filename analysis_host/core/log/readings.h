/* The reading of the clock that each timing holds. */
#ifndef LOG_READINGS_H
#define LOG_READINGS_H

#include "log.h"

/* Subtracts from the timings of LOG's run what one reading of the clock takes, the least of
 * timer_floor, where the run was one with --slow: there a timing may be as short as 16 readings.
 * Nothing changes on a coarse clock, where some readings show no step. */
void log_readings(struct log *log);

#endif
