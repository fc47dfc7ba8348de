/* The verdict on a capture: its exit status, and the message that says why. */
#ifndef VERDICT_H
#define VERDICT_H

#include "capture.h"
#include "exit_status.h"

/* Judges capture C, which ended with END; its log is closed, its link is not yet. Returns the exit
 * status after a message that says why and where the log is; where QUIET, a complete log gets no
 * message. PORT is the line's name where the board goes on without board_runner, else NULL. */
int verdict(const struct capture *c, enum capture_end end, bool quiet, const char *port);

/* Writes why the stage of C failed with STATUS, and where the log is. Returns STATUS. */
int verdict_stage(const struct capture *c, int status);

#endif
