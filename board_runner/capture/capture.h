#ifndef CAPTURE_H
#define CAPTURE_H

#include "link/link.h"
#include "log_file.h"
#include "progress.h"
#include "record.h"
#include "stream_counts.h"
#include "tail.h"
#include <poll.h>
#include <stdint.h>

/* Takes a board's bytes from its link to the log, and watches what they say. */

enum capture_end {
    CAPTURE_ENDED = 0,   /* the board's program ended, or its stream did, or END came */
    CAPTURE_SILENT,      /* no byte for longer than allowed: it was stopped */
    CAPTURE_INTERRUPTED, /* the user wanted no more: it was stopped */
    CAPTURE_LOG_LOST,    /* the log took no more (log->err says why): it was stopped */
};

struct capture {
    struct link *link;    /* the caller may start another one until capture_run() */
    struct log_file *log; /* open */
    const char *board;
    enum progress_how how;
    int64_t silence_ms; /* longest silence; 0: any */

    /* Called with what came, once it is in the log; NULL: nobody. May be changed at any time. */
    void (*heard)(void *ctx, const char *bytes, size_t n);
    void *heard_ctx;
    struct progress_stage stage; /* what is being done before the board is started (stage.h) */
    char cause[512];             /* why that failed */
    struct tail said;            /* last lines of its tool */

    /* The rest is filled in. */
    struct stream_counts counts;
    struct tail tail;
    uint64_t sentences;
    int64_t begin_ms, end_ms, last_byte_ms;
    bool stopped;  /* it did not end by itself */
    bool leaving;  /* what is done now is done even for a user who wants no more (stage.h) */
    bool counting; /* the stream is looked at */
    struct record_reader *reader;
    struct progress progress;
};

/* Begins to show progress. 0, or -1 when there is no memory. */
int capture_begin(struct capture *c);
/* One wait for something to come, until DUE_MS (clock.h; -1: for ever) at the latest, and for the N
 * descriptors in MORE besides (at most 4; their revents are filled in). Every byte is in the log
 * before it is looked at. Needs interrupts_start(). */
void capture_wait(struct capture *c, struct pollfd *more, unsigned n, int64_t due_ms);
/* From here on the bytes are taken for the run that is wanted. */
void capture_count(struct capture *c);
/* Runs until the board is done or has to be stopped. The link is left for the caller to close; by
 * then nothing of the board's process group runs, unless it could not be killed. */
enum capture_end capture_run(struct capture *c);
/* Takes progress from the screen; what was counted can be read. */
void capture_finish(struct capture *c);

#endif
