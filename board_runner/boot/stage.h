#ifndef STAGE_H
#define STAGE_H

#include "capture/capture.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What happens to a board before its stream can come, one stage after another: each has a name, a
 * limit of time and an end of its own. Meanwhile what the board says goes to the log.
 *
 * Functions that can fail answer 0 or an exit status (exit_status.h), with C->cause filled. */

void stage_begin(struct capture *c, const char *name, int64_t limit_ms);
/* It went well. 0. */
int stage_over(struct capture *c);
/* It did not: FORMAT says why. STATUS. */
int stage_fail(struct capture *c, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Milliseconds until its time is over; 0: it is. */
int64_t stage_left_ms(const struct capture *c);
/* One wait (capture_wait()), within the time of the stage and until DUE_MS (-1: any) at the latest.
 * Fails when the user wants no more, the log takes no more, or the line to the board broke. */
int stage_wait(struct capture *c, struct pollfd *more, unsigned n, int64_t due_ms);

/* A whole stage: runs WORDS, a tool, to its end. What it writes to standard output goes to SAID,
 * zero-terminated and cut at ROOM - 1 bytes; where SAID is NULL it goes to the person, as all of
 * its standard error does. */
int stage_command(struct capture *c, const char *name, char *const *words, int64_t limit_ms,
                  char *said, size_t room);
/* Starts WORDS, a tool of the stage under way, as link_process_start() does. */
int stage_start_tool(struct capture *c, struct link *tool, char *const *words, bool with_input);
/* Takes what came on DESCRIPTOR, which is closed and -1 at its end. Bytes that were read, at most
 * ROOM; 0: none. */
size_t stage_read(int *descriptor, char *bytes, size_t room);
/* N bytes that a tool wrote, for the person, and kept for when it fails. */
void stage_message(struct capture *c, const char *bytes, size_t n);
/* Ends TOOL, which has ended or is made to. */
void stage_end_tool(struct link *tool);

#endif
