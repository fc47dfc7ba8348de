/* analyze --fleet: reads the boards, finds which differ, and writes what was asked for. */
#ifndef FLEETS_H
#define FLEETS_H

#include "options.h"

/* Returns the exit status, after messages. */
int fleets_write(const struct request *q);

/* The same for --fits: FILE against the kinds of a report of a fleet. */
int fleets_fit(const struct request *q);

#endif
