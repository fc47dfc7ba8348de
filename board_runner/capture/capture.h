/* Captures a board: its bytes go from the link to the log, and what they say is watched. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include "link/link.h"
#include "log_file.h"
#include "overheard.h"
#include "progress.h"
#include "record/record.h"
#include "stream_counts.h"
#include "tool_words.h"
#include <poll.h>
#include <stdint.h>

enum capture_end {
    CAPTURE_ENDED = 0,   /* the board's program ended, or its stream did, or END came */
    CAPTURE_SILENT,      /* no byte for longer than allowed: the board was stopped */
    CAPTURE_INTERRUPTED, /* the user interrupted: the board was stopped */
    CAPTURE_LOG_LOST,    /* the log could not be written (log->err): the board was stopped */
};

struct capture {
    struct link *link;    /* the caller may replace it until capture_run() */
    struct log_file *log; /* open */
    const char *board;
    enum progress_how how;
    int64_t silence_ms;   /* longest silence; 0: no limit */
    unsigned baud;        /* of the serial line; 0: there is none */
    const char *settings; /* of the serial line, "115200 8N1"; NULL: there is none */

    /* Called with bytes that came, once they are in the log; NULL: nobody. May change at any time.
     */
    void (*heard)(void *ctx, const char *bytes, size_t n);
    void *heard_ctx;
    /* What a probe found (progress.h); NULL: nobody is asked while the run goes on. */
    void (*find)(void *ctx, const char *probe, char *text, size_t room);
    void *find_ctx;
    struct progress_stage stage; /* under way before the board is started (boot/stage.h) */
    char cause[512];             /* why that stage failed */
    struct tail tool_tail;       /* last lines of that stage's tool */
    struct tool_words words;     /* of that stage's tool: why it failed */

    /* The rest is filled in here. */
    struct stream_counts counts;
    struct tail tail; /* last lines of the board */
    struct overheard overheard;
    uint64_t sentences;
    int64_t begin_ms, end_ms, last_byte_ms;
    int64_t first_ms; /* of the first sentence of the run; -1: none came */
    bool stopped;     /* the board did not end by itself */
    bool leaving;     /* cleaning up: goes on after an interrupt (boot/stage.h) */
    bool counting;    /* bytes are read as the record stream */
    struct record_reader *reader;
    struct progress progress;
};

/* Begins to show progress. Returns 0, or -1 when there is no memory. */
int capture_begin(struct capture *c);
/* Waits once: for bytes, a signal, one of the N descriptors in MORE (at most 4; their revents are
 * filled in) or the time DUE_MS (clock.h; -1: none). Every byte is written before it is read as
 * anything; the log begins with the first sentence (log_file.h). Needs interrupts_start(). */
void capture_wait(struct capture *c, struct pollfd *more, unsigned n, int64_t due_ms);
/* Reads the bytes from here on as the record stream of the run. */
void capture_count(struct capture *c);
/* Captures until the board is done or has to be stopped. Returns why it ended. The caller closes
 * the link; nothing of the board's process group runs any more, unless it could not be killed. */
enum capture_end capture_run(struct capture *c);
/* Writes to TEXT what came in place of a sentence (overheard.h); "" where one came, or where no
 * more is known than the lines that came. */
void capture_overheard(const struct capture *c, char text[OVERHEARD_BYTES]);
/* Removes progress from the screen, and completes the counts. */
void capture_finish(struct capture *c);

#endif
