/* Stages before the stream: each has a name, a limit of time and an end of its own. */
#ifndef STAGE_H
#define STAGE_H

#include "capture/capture.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One stage follows another; meanwhile the board's bytes go to the log. Functions that can fail
 * return 0, or an exit status (capture/exit_status.h) with c->cause filled. */

/* Begins the stage NAME, which may take LIMIT_MS. */
void stage_begin(struct capture *c, const char *name, int64_t limit_ms);
/* Ends the stage: it went well. Returns 0. */
int stage_over(struct capture *c);
/* Fills C's cause from FORMAT: the stage failed. Returns STATUS. */
int stage_fail(struct capture *c, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the milliseconds that are left of the stage's time. */
int64_t stage_left_ms(const struct capture *c);
/* Waits once, as capture_wait(), until the stage's time is over or DUE_MS (-1: none) at the latest.
 * Fails after an interrupt, when the log cannot be written, and when the link broke. */
int stage_wait(struct capture *c, struct pollfd *more, unsigned n, int64_t due_ms);

/* Runs the tool WORDS to its end as the stage NAME. Its standard output goes to SAID,
 * zero-terminated and cut at ROOM - 1 bytes, or to the person where SAID is NULL; its standard
 * error always goes to the person. */
int stage_command(struct capture *c, const char *name, char *const *words, int64_t limit_ms,
                  char *said, size_t room);
/* Starts the tool WORDS within the stage under way, as link_process_start() does. */
int stage_start_tool(struct capture *c, struct link *tool, char *const *words, bool with_input);
/* Passes on N bytes that a tool wrote, and keeps their last lines for when it fails. */
void stage_message(struct capture *c, const char *bytes, size_t n);
/* Ends TOOL, by force if it still runs, and closes it. */
void stage_end_tool(struct link *tool);

#endif
