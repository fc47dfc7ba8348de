/* Runs stages and their tools while the board's bytes go to the log. */
#include "stage.h"
#include "capture/clock.h"
#include "capture/exit_status.h"
#include "capture/interrupts.h"
#include "link/link.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void stage_begin(struct capture *c, const char *name, int64_t limit_ms)
{
    c->stage =
        (struct progress_stage){ .name = name, .begin_ms = clock_now_ms(), .limit_ms = limit_ms };
    c->tool_tail = (struct tail){ .at = 0 };
    c->words = (struct tool_words){ .argv = NULL };
    progress_stage_begins(&c->progress);
}

int stage_over(struct capture *c)
{
    progress_stage_over(&c->progress);
    c->stage.name = NULL;
    return 0;
}

int stage_fail(struct capture *c, int status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(c->cause, sizeof c->cause, format, args);
    va_end(args);
    return status;
}

int64_t stage_left_ms(const struct capture *c)
{
    int64_t left = c->stage.begin_ms + c->stage.limit_ms - clock_now_ms();

    return left > 0 ? left : 0;
}

int stage_wait(struct capture *c, struct pollfd *more, unsigned n, int64_t due_ms)
{
    int64_t end_ms = c->stage.begin_ms + c->stage.limit_ms;
    bool had_line = c->link->stream_fd >= 0;

    capture_wait(c, more, n, due_ms >= 0 && due_ms < end_ms ? due_ms : end_ms);
    if (c->leaving)
        return 0;
    if (interrupts_wanted())
        return stage_fail(c, EXIT_INTERRUPTED, "interrupted");
    if (c->log->err != 0)
        return stage_fail(c, EXIT_LOG_LOST, "the log cannot be written: %s", strerror(c->log->err));
    if (!had_line || c->link->stream_fd >= 0)
        return 0;
    const char *lost = c->link->kind->lost_text(c->link);
    return stage_fail(c, EXIT_NOT_STARTED, "%s", lost != NULL ? lost : "the line is gone");
}

int stage_start_tool(struct capture *c, struct link *tool, char *const *words, bool with_input)
{
    link_none(tool);
    int err = link_process_start(tool, words, with_input);
    if (err != 0)
        return stage_fail(c, EXIT_NOT_STARTED, "%s: could not be started: %s", words[0],
                          strerror(err));
    interrupts_guard(tool->pid);
    return 0;
}

void stage_message(struct capture *c, const char *bytes, size_t n)
{
    tail_feed(&c->tool_tail, bytes, n);
    tool_words_feed(&c->words, bytes, n);
    if (c->how != PROGRESS_NONE)
        progress_message(&c->progress, bytes, n);
}

void stage_end_tool(struct link *tool)
{
    tool->kind->kill(tool);
    tool->kind->close(tool);
    interrupts_guard(0);
}

/* Takes the bytes that TOOL wrote; its standard output follows the *N bytes in SAID, of ROOM. */
static void take_words(struct capture *c, struct link *tool, const struct pollfd fds[2], char *said,
                       size_t *n, size_t room)
{
    char bytes[512];

    if (fds[0].revents != 0) {
        size_t got = descriptor_read(&tool->stream_fd, bytes, sizeof bytes);
        size_t fits = said == NULL || got > room - 1 - *n ? 0 : got;

        if (said == NULL)
            stage_message(c, bytes, got);
        else if (fits > 0)
            memcpy(said + *n, bytes, fits);
        *n += fits;
    }
    if (fds[1].revents != 0)
        stage_message(c, bytes, descriptor_read(&tool->messages_fd, bytes, sizeof bytes));
}

/* Waits until TOOL has ended and all its bytes came; a process that it left holds up nothing long.
 */
static int wait_for_tool(struct capture *c, struct link *tool, char *said, size_t room)
{
    enum { LEFT_BEHIND_MS = 500 };
    size_t n = 0;
    int64_t gone_ms = -1;
    int err = 0;

    while (err == 0 && (gone_ms < 0 || clock_now_ms() < gone_ms) &&
           !(gone_ms >= 0 && tool->stream_fd < 0 && tool->messages_fd < 0)) {
        struct pollfd fds[2] = { { .fd = tool->stream_fd, .events = POLLIN },
                                 { .fd = tool->messages_fd, .events = POLLIN } };

        if (stage_left_ms(c) == 0)
            return stage_fail(c, EXIT_NOT_STARTED, "took longer than %lld s: stopped",
                              (long long)(c->stage.limit_ms / 1000));
        err = stage_wait(c, fds, 2, gone_ms);
        take_words(c, tool, fds, said, &n, room);
        if (gone_ms < 0 && tool->kind->has_ended(tool))
            gone_ms = clock_now_ms() + LEFT_BEHIND_MS;
    }
    if (said != NULL)
        said[n] = '\0';
    return err;
}

int stage_command(struct capture *c, const char *name, char *const *words, int64_t limit_ms,
                  char *said, size_t room)
{
    struct link tool;

    stage_begin(c, name, limit_ms);
    c->words.argv = words;
    int err = stage_start_tool(c, &tool, words, false);
    if (err != 0) {
        c->words.argv = NULL;
        return err;
    }
    err = wait_for_tool(c, &tool, said, room);
    const char *end = err == 0 ? tool.kind->end_text(&tool) : NULL;
    if (end != NULL)
        err = stage_fail(c, EXIT_NOT_STARTED, "%s %s", words[0], end);
    if (err == EXIT_NOT_STARTED)
        (void)tool_words_say(&c->words, c->cause, sizeof c->cause);
    c->words.argv = NULL;
    stage_end_tool(&tool);
    return err == 0 ? stage_over(c) : err;
}
