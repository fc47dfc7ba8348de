/* The lines that show progress, as text: no clock, no terminal. */
#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRESS_LINE_BYTES = 512, PROGRESS_HEARD_BYTES = 256, PROGRESS_FOUND_BYTES = 200 };

/* The state to show. Texts are the caller's. */
struct progress_view {
    const char *board;
    const char *settings;             /* of the serial line, "115200 8N1"; NULL: there is none */
    char heard[PROGRESS_HEARD_BYTES]; /* what comes in place of the stream; "" where nothing is to
                                         be said */
    char heard_brief[PROGRESS_HEARD_BYTES]; /* the same in few columns */
    const char *stage, *stage_detail;       /* under way before the stream; NULL: none */
    double stage_s, stage_limit_s;
    const char *probe; /* NULL: none has begun */
    uint64_t points, planned;
    const char *x;                    /* of the last point; "" when there is none */
    const char *status;               /* of a probe that is over; "" when its DONE did not come */
    char found[PROGRESS_FOUND_BYTES]; /* by a probe that is over; "": not known */
    double probe_s;                   /* duration of the probe */
    double takes_s; /* as the probe foretold it, without the line; 0: it did not */
    double line_s;  /* for what it foretold to send; 0: not a serial line */
    uint64_t sends_bytes;
    double share;                        /* of the whole run, 0 to 1 */
    double elapsed_s, silent_s, limit_s; /* limit 0: no limit of silence */
    uint64_t n_bytes, bad;               /* bad: faults of the stream */
    bool utf8, colour;
    unsigned columns; /* longest line; at least 20 */
};

/* Each writes one line without a line end to LINE. Parts that do not fit in the columns are left
 * out, the least important first. */

/* The probe or stage under way: the first live line. */
void progress_line_probe(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* The whole run: the second live line. */
void progress_line_total(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* A probe that begins and has foretold how long it takes. */
void progress_line_probe_begins(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* A probe that is over. */
void progress_line_probe_over(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* A stage that is over. */
void progress_line_stage_over(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* Both in one, where no terminal redraws. */
void progress_line_plain(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);

/* Returns the estimated duration of the whole run, seconds; 0 while too little of it is done. */
double progress_whole_s(const struct progress_view *view);
/* Writes N_BYTES to TEXT as "18.2 KiB". */
void progress_bytes_text(char *text, size_t room, uint64_t n_bytes);

#endif
