#ifndef CAPTURE_H
#define CAPTURE_H

#include "link.h"
#include "log_file.h"
#include "progress.h"
#include "tail.h"
#include "tally.h"
#include <stdint.h>

/* Takes a board's bytes from its link to the log, and watches what they say. */

enum capture_end {
    CAPTURE_ENDED = 0,   /* the board's program ended, or its stream did, or END came */
    CAPTURE_SILENT,      /* no byte for longer than allowed: it was stopped */
    CAPTURE_INTERRUPTED, /* the user wanted no more: it was stopped */
    CAPTURE_LOG_LOST,    /* the log took no more (log->err says why): it was stopped */
    CAPTURE_NO_MEMORY,   /* nothing was captured: it was stopped */
};

struct capture {
    struct link *link;    /* started */
    struct log_file *log; /* begun */
    const char *board;
    enum progress_how how;
    int64_t silence_ms; /* longest silence; 0: any */

    /* The rest is filled in. */
    struct tally tally;
    struct tail tail;
    uint64_t sentences;
    int64_t begin_ms, end_ms;
    bool stopped; /* it did not end by itself */
};

/* Runs until the board is done or has to be stopped. Every byte is in the log before it is looked
 * at. The link is left for the caller to close; by then nothing of the board's process group
 * runs, unless it could not be killed. Needs interrupts_start(). */
enum capture_end capture_run(struct capture *c);

#endif
