#ifndef PROGRESS_H
#define PROGRESS_H

#include "progress_line.h"
#include "stream_counts.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Progress on standard error: two live lines on a terminal, plain lines elsewhere. */

enum progress_how { PROGRESS_NONE, PROGRESS_PLAIN, PROGRESS_LIVE };

/* What is being done before the stream can come. Texts are the caller's. */
struct progress_stage {
    const char *name; /* NULL: nothing is */
    char detail[64];  /* how far it is; "" when that is not known */
    int64_t begin_ms;
    int64_t limit_ms; /* how long it may take */
};

/* What progress reads of a run; the caller's, and kept up to date by it. */
struct progress_source {
    const char *board;
    const struct stream_counts *counts;
    const uint64_t *n_bytes;
    const int64_t *last_byte_ms;
    int64_t silence_ms;
    const struct progress_stage *stage;
};

struct progress {
    enum progress_how how;
    struct progress_source source;
    int64_t begin_ms, drawn_ms, over_ms;
    bool utf8, colour;
    bool live;         /* the live lines are on the terminal */
    char message[512]; /* a line of the board's own, until its end comes */
    size_t n_message;
};

/* How to show progress: not at all when QUIET, live on a terminal that can move its cursor (unless
 * PLAIN lines are wanted, or the log itself goes to a terminal: LOG_FD), else plain. */
enum progress_how progress_how(bool quiet, bool plain, int log_fd);
void progress_begin(struct progress *p, enum progress_how how, const struct progress_source *s);
/* The run begins only now: time and share are counted from here. */
void progress_restart(struct progress *p);
/* A stage begins, or changed much; and it is over and went well. */
void progress_stage_begins(struct progress *p);
void progress_stage_over(struct progress *p);
/* Shows the state when enough time has passed since the last time. */
void progress_tick(struct progress *p, int64_t now_ms);
/* How long nothing needs to be shown if nothing comes, ms; -1: for ever. */
int64_t progress_rest_ms(const struct progress *p, int64_t now_ms);
/* PROBE is over (stream_counts.h). */
void progress_probe_over(void *progress, const struct stream_counts *counts,
                         const struct stream_probe *probe);
/* Passes on bytes that the board's program wrote for a person, at any PROGRESS_... */
void progress_message(struct progress *p, const char *bytes, size_t n);
/* Takes the live lines away and passes on what is left of a message. */
void progress_end(struct progress *p);

#endif
