/* Runs a board again where its log left something open: run, ask `analyze --suggest`, run. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "request.h"

enum { ROUNDS_MOST = 20 };

/* Runs board NAME once and, where the request or the default wants further rounds and the log is
 * complete, up to so many rounds, all in one log; stops when no run is suggested or the last round
 * settled nothing. Returns the exit status: that of the round that failed, after which earlier ones
 * stay valid in the log. */
int rounds_run(const struct request *request, const char *name);

/* Runs board NAME again with the words WANTED, which end with NULL, in place of those of the
 * request that they replace; its stream is appended to LOG. Returns the exit status, after
 * messages.
 */
int rounds_again(const struct request *request, const char *name, const char *log,
                 const char *const *suggested);

#endif
