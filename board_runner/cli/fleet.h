/* Runs several boards, as many as possible at the same time. */
#ifndef FLEET_H
#define FLEET_H

#include "request.h"

/* Runs each board by a board_runner of its own, with a log of its own. Boards on one serial line,
 * one host or this machine run one after another, all others at the same time. Ends with a table on
 * standard output. PROGRAM is the path of board_runner itself.
 *
 * Returns EXIT_COMPLETE when all logs are complete, else the status of the first board, in the
 * order of their names on the command line, whose log is not. */
int fleet_run(const struct request *request, const char *program);

#endif
