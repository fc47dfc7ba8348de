/* The commands run and capture: one board from the plan to the verdict. */
#ifndef RUN_H
#define RUN_H

#include "request.h"
#include <stdbool.h>
#include <stdint.h>

/* Each returns the exit status, after the messages. */

/* What a run was like, for another one. */
struct run_outcome {
    char *log;        /* path, for the caller to free; NULL: standard output, or it did not begin */
    int64_t start_ms; /* from the beginning to the first sentence; -1: none came */
    bool by_hand;     /* somebody has to start the board */
    bool found;       /* what each probe found was said */
};

/* Starts the board NAME, captures its stream and judges it. Fills *OUTCOME, zeroed before. */
int run_once(const struct request *request, const char *name, struct run_outcome *outcome);
/* Captures the serial line request->words[0]; somebody else starts the board. */
int run_capture(const struct request *request);

/* Returns output_dir/NAME.HOST.log, for the caller to free, and makes the folder; NULL after a
 * message. HOST is the machine that the image runs on; NULL: this machine. */
char *run_log_path(const struct request *request, const char *name, const char *host);

#endif
