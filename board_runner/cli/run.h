#ifndef RUN_H
#define RUN_H

#include "request.h"

/* One board from the plan to the verdict. Each answers the exit status, after the messages. Each is
 * called once in a program. */

/* Starts the board NAME, captures its stream, judges it. */
int run_board(const struct request *request, const char *name);
/* Captures what comes on the serial line request->words[0]; somebody else starts the board. */
int run_capture(const struct request *request);

/* The log of NAME that request->output_dir asks for, for the caller to free: the board's name and
 * that of the machine that the image runs on, or that this program runs on where HOST is NULL. NULL
 * after a message. */
char *run_log_path(const struct request *request, const char *name, const char *host);

#endif
