/* What came that is no sentence: the last lines, and what they mean. */
#ifndef OVERHEARD_H
#define OVERHEARD_H

#include "progress_line.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TAIL_LINES = 5, TAIL_BYTES = 160 };

/* Zero-initialise. Lines beyond TAIL_BYTES - 1 are cut. */
struct tail {
    char line[TAIL_LINES][TAIL_BYTES];
    size_t n_bytes; /* of the line under way */
    unsigned at;    /* index of the line under way */
    bool cr;        /* a CR came: nothing is shown of it if a line end follows */
};

/* Takes N bytes. Those that are no printable ASCII become \xNN: a broken stream must not command
 * the terminal. */
void tail_feed(struct tail *tail, const char *bytes, size_t n);
/* Returns the last line that is not empty, whole or not; "" where there is none. */
const char *tail_last(const struct tail *tail);
/* Writes the lines to OUT, oldest first, each with INDENT before it. Returns their number. */
unsigned tail_print(const struct tail *tail, FILE *out, const char *indent);

/* ---- what came in place of sentences ---- */

enum { OVERHEARD_SILENT_S = 5, OVERHEARD_BYTES = PROGRESS_HEARD_BYTES };

/* Zero-initialise. */
struct overheard {
    uint32_t n, n_odd; /* of the last bytes (a few hundred): all, and those that are no text */
};

enum overheard_state {
    OVERHEARD_WAITING, /* nothing can be said yet */
    OVERHEARD_SILENT,  /* nothing comes from a serial line */
    OVERHEARD_NOISE,   /* bytes that are no text: two ends of a line that differ in their speed */
    OVERHEARD_DAMAGED, /* sentences, but none whole */
    OVERHEARD_TEXT,    /* text that is no sentence: a boot loader, a kernel, a shell */
};

/* What is known of a board that has sent no sentence. */
struct overheard_view {
    const struct overheard *heard;
    const struct tail *tail;
    const char *settings; /* of the serial line, "115200 8N1"; NULL: there is no such line */
    uint64_t n_bytes;     /* that came */
    uint64_t n_damaged;   /* sentences */
    double silent_s;
};

/* Takes N bytes. */
void overheard_feed(struct overheard *o, const char *bytes, size_t n);
enum overheard_state overheard_state(const struct overheard_view *view);
/* Writes what comes, and what that means, to TEXT; "" for OVERHEARD_WAITING. BRIEF: in at most 37
 * columns. The text commands no terminal (record/visible.h). */
void overheard_say(const struct overheard_view *view, bool brief, char text[OVERHEARD_BYTES]);

/* Returns true where more is known than the last line that came. */
bool overheard_means(const struct overheard_view *view);

#endif
