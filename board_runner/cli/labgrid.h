/* Environment files for labgrid, a scheduler of sites with many boards. */
#ifndef LABGRID_H
#define LABGRID_H

#include "request.h"

/* Writes the environment file of the board request->words[0] to standard output
 * (https://labgrid.readthedocs.io, "Configuration"). Returns the exit status; EXIT_USAGE after a
 * message when labgrid has no way to such a board. */
int labgrid_write(const struct request *request);

#endif
