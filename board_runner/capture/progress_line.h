#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The lines that show progress, as text: no clock, no terminal. */

enum { PROGRESS_LINE_BYTES = 512 };

/* What there is to show. Texts are the caller's. */
struct progress_view {
    const char *board;
    const char *stage, *stage_detail; /* done before the stream can come; NULL: nothing is */
    double stage_s, stage_limit_s;
    const char *probe; /* NULL: none has begun */
    uint64_t points, planned;
    const char *x; /* of the last point; "" when there is none */
    const char
        *status; /* how the probe ended, for progress_line_probe_over(); "" when it did not say */
    double probe_s;                      /* how long it took */
    double share;                        /* of the whole, 0 to 1 */
    double elapsed_s, silent_s, limit_s; /* limit 0: silence is never too long */
    uint64_t n_bytes, bad;
    bool utf8, colour;
    unsigned columns; /* no line is longer; at least 20 */
};

/* Each writes one line without its end into LINE; what does not fit in the columns is left out, the
 * least important first. */
void progress_line_probe(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
void progress_line_total(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* A probe that is over. */
void progress_line_probe_over(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* A stage that is over. */
void progress_line_stage_over(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);
/* Where no terminal redraws: both in one. */
void progress_line_plain(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);

/* The whole run by what is done of it, in seconds; 0 while too little is done to tell. */
double progress_whole_s(const struct progress_view *view);
/* N_BYTES as "18.2 KiB". */
void progress_bytes_text(char *text, size_t room, uint64_t n_bytes);

#endif
