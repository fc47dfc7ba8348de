/* The command tune: a board measures itself, then tries the ways to build kernels that its log
 * proposes. */
#ifndef TUNE_H
#define TUNE_H

#include "request.h"

/* Runs board request->words[0], asks `analyze --export tuning` for a plan (or reads request->plan),
 * and runs the board again with its candidates as options, into the same log. Returns the exit
 * status: whatever breaks after the first run, that run stays valid in the log. */
int tune_board(const struct request *request);

#endif
