/* The commands run and capture: one board from the plan to the verdict. */
#ifndef RUN_H
#define RUN_H

#include "request.h"

/* Each returns the exit status, after the messages, and is called once in a program. */

/* Starts the board NAME, captures its stream and judges it. */
int run_board(const struct request *request, const char *name);
/* Captures the serial line request->words[0]; somebody else starts the board. */
int run_capture(const struct request *request);

/* Returns output_dir/NAME.HOST.log, for the caller to free, and makes the folder; NULL after a
 * message. HOST is the machine that the image runs on; NULL: this machine. */
char *run_log_path(const struct request *request, const char *name, const char *host);

#endif
