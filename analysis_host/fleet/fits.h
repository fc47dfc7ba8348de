/* One run against kinds that were found before: does the board fit one of them? */
#ifndef FLEET_FITS_H
#define FLEET_FITS_H

#include "fleet.h"
#include <stdio.h>

/* Gives FLEET, sealed, of one board and without kinds, those of FILE, a report of schema
 * pontoon.fleet/1, for the answers that the board has. 0, or -1 after a message on ERR. */
int fleet_read_kinds(struct fleet *fleet, const char *file, FILE *err);

/* Puts the one board of FLEET into its kind, or none, and finds what of its last run is unlike the
 * kind: more than 5.1 spreads away, or another name or count. False where memory is short. */
bool fleet_fit(struct fleet *fleet);

#endif
