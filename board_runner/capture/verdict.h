#ifndef VERDICT_H
#define VERDICT_H

#include "capture.h"
#include "exit_status.h"

/* How capture C, which ended with END and whose log is closed, is to be judged: the exit status,
 * after one message that says why and where the log is (QUIET: none for a complete log). Its link
 * is not closed yet. PORT is the line's name where the board goes on without board_runner, else
 * NULL. */
int verdict(const struct capture *c, enum capture_end end, bool quiet, const char *port);

/* Says why the stage of C failed with STATUS, and where what came is. STATUS. */
int verdict_stage(const struct capture *c, int status);

#endif
