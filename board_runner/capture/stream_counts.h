/* Counts of the record stream, as far as progress and the exit status need them. */
#ifndef STREAM_COUNTS_H
#define STREAM_COUNTS_H

#include "record/record.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Probes, points and faults are counted; the values of samples are not read. */

enum { STREAM_PROBES = 128, STREAM_TEXT_BYTES = 48 };

enum stream_probe_state { STREAM_PROBE_WAITING, STREAM_PROBE_RUNNING, STREAM_PROBE_OVER };

struct stream_probe {
    char name[STREAM_TEXT_BYTES];
    uint64_t planned;               /* points, an estimate */
    uint64_t takes_ms, sends_bytes; /* as its PLAN foretells, without the line; 0: unknown */
    uint64_t points;                /* sentences S and E received while it was under way */
    char status[STREAM_TEXT_BYTES]; /* of its last DONE; "" when none came */
    enum stream_probe_state state;
};

struct stream_counts {
    struct stream_probe probe[STREAM_PROBES]; /* as planned; later ones are not followed */
    unsigned n_probes;
    unsigned current;          /* under way; n_probes: none */
    char x[STREAM_TEXT_BYTES]; /* of the last point */
    uint64_t faults;           /* of the reader, since the run began */
    uint64_t faults_before;    /* in earlier runs of the stream */
    enum record_fault first_fault;
    uint64_t first_fault_line;
    unsigned runs;
    uint64_t ends;                      /* sentences DONE and END that came */
    bool began, ended;                  /* RUN and END of the run came */
    char end_status[STREAM_TEXT_BYTES]; /* of END */

    /* Called when PROBE is over, and when one begins that foretells its time; may be NULL. */
    void (*over)(void *ctx, const struct stream_counts *counts, const struct stream_probe *probe);
    void (*begins)(void *ctx, const struct stream_probe *probe);
    void *ctx;
};

/* Callbacks for record_reader_new(): COUNTS is a struct stream_counts that was zero but for over
 * and ctx. After END nothing changes any more: later sentences belong to another run. */
void stream_counts_sentence(void *counts, const struct record_sentence *s);
void stream_counts_fault(void *counts, enum record_fault fault, uint64_t line, uint64_t count);

/* Returns the probe under way, or NULL. */
const struct stream_probe *stream_counts_current(const struct stream_counts *counts);
/* Returns the share of the planned points that came, 0 to 1; 0 when nothing was planned. A probe
 * that sends more than planned counts as planned. */
double stream_counts_share(const struct stream_counts *counts);
/* Returns true when RUN and END came and nothing between them was lost. */
bool stream_counts_whole(const struct stream_counts *counts);
/* Returns what FAULT is, for a message ("bad checksum"). A literal. */
const char *stream_counts_fault_text(enum record_fault fault);

#endif
