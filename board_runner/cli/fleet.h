#ifndef FLEET_H
#define FLEET_H

#include "request.h"

/* Several boards, each by a board_runner of its own with a log of its own: at the same time, but
 * for those that the same line, host or machine would have to serve. A table on standard output
 * tells the end. PROGRAM is board_runner itself, a path.
 *
 * EXIT_COMPLETE when all logs are complete, else the status of the first board that has none, by
 * the order in which they were named. */
int fleet_run(const struct request *request, const char *program);

#endif
