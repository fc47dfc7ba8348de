/* Progress on standard error: two live lines on a terminal, plain lines elsewhere. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "overheard.h"
#include "progress_line.h"
#include "stream_counts.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRESS_MESSAGE_BYTES = 512 };

enum progress_how { PROGRESS_NONE, PROGRESS_PLAIN, PROGRESS_LIVE };

/* The stage under way before the stream can come. Texts are the caller's. */
struct progress_stage {
    const char *name; /* NULL: no stage is under way */
    char detail[64];  /* how far it is; "" when that is not known */
    int64_t begin_ms; /* clock.h */
    int64_t limit_ms; /* longest duration */
};

/* The state of a run that progress shows; the caller's, which keeps it up to date. */
struct progress_source {
    const char *board;
    const struct stream_counts *counts;
    const uint64_t *n_bytes;
    const int64_t *last_byte_ms;
    int64_t silence_ms;
    const struct progress_stage *stage;
    unsigned baud;        /* of the serial line; 0: there is none */
    const char *settings; /* of the serial line, "115200 8N1"; NULL: there is none */
    const struct overheard *heard;
    const struct tail *tail;
    /* Writes to TEXT, ROOM bytes, what PROBE, which is over, found; "" where that is not known.
     * NULL: nobody knows while the run goes on. */
    void (*find)(void *ctx, const char *probe, char *text, size_t room);
    void *find_ctx;
};

struct progress {
    enum progress_how how;
    struct progress_source source;
    int64_t begin_ms, drawn_ms, over_ms;
    bool utf8, colour;
    bool live;                            /* the live lines are on the terminal */
    unsigned said;                        /* bits of enum overheard_state that were said */
    char message[PROGRESS_MESSAGE_BYTES]; /* of the board's program, not yet shown */
    size_t n_message;
};

/* Returns how to show progress: not at all when QUIET; live on a terminal that can move its cursor,
 * unless PLAIN or the log (LOG_FD) goes to a terminal itself; else plain. */
enum progress_how progress_how(bool quiet, bool plain, int log_fd);
/* Begins to show S in the way HOW. */
void progress_begin(struct progress *p, enum progress_how how, const struct progress_source *s);
/* Counts time from now: the run begins only here. */
void progress_restart(struct progress *p);
/* Shows that a stage begins. */
void progress_stage_begins(struct progress *p);
/* Shows that the stage is over and went well. */
void progress_stage_over(struct progress *p);
/* Shows the state when enough time has passed since the last time; what comes in place of the
 * stream is also said once as a message, which stays. */
void progress_tick(struct progress *p, int64_t now_ms);
/* Returns the time until something has to be shown although nothing comes, ms; -1: never. */
int64_t progress_rest_ms(const struct progress *p, int64_t now_ms);
/* Shows how long PROBE, which begins, takes by its own account; the callback of stream_counts.h. */
void progress_probe_begins(void *progress, const struct stream_probe *probe);
/* Shows that PROBE is over; the callback of stream_counts.h. */
void progress_probe_over(void *progress, const struct stream_counts *counts,
                         const struct stream_probe *probe);
/* Passes on N bytes that the board's program wrote for a person, even at PROGRESS_NONE, as
 * record/visible.h shows them; line ends stay. */
void progress_message(struct progress *p, const char *bytes, size_t n);
/* Removes the live lines and passes on the rest of a message. */
void progress_end(struct progress *p);

#endif
