#ifndef TALLY_H
#define TALLY_H

#include "record.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the stream said so far, counted as far as progress and the exit status need it; what the
 * samples mean is not looked at. */

enum { TALLY_PROBES = 128, TALLY_TEXT = 48 };

enum tally_state { TALLY_WAITING, TALLY_RUNNING, TALLY_OVER };

struct tally_probe {
    char name[TALLY_TEXT];
    uint64_t planned;        /* points, an estimate */
    uint64_t points;         /* S and E received while it was under way */
    char status[TALLY_TEXT]; /* of its last DONE; "" when none came */
    enum tally_state state;
};

struct tally {
    struct tally_probe probe[TALLY_PROBES]; /* as planned; later ones are not followed */
    unsigned n_probes;
    unsigned current;       /* under way; n_probes: none */
    char x[TALLY_TEXT];     /* of the last point */
    uint64_t faults;        /* of the reader, since the run began */
    uint64_t faults_before; /* in earlier runs of the stream */
    enum record_fault first_fault;
    uint64_t first_fault_line;
    unsigned runs;
    bool began, ended;           /* RUN and END of the run came */
    char end_status[TALLY_TEXT]; /* of END */

    /* Called when PROBE is over; may be NULL. */
    void (*over)(void *ctx, const struct tally *tally, const struct tally_probe *probe);
    void *ctx;
};

/* Callbacks for record_reader_new(), their ctx a struct tally that is zero but for over and ctx.
 * Once END has come, nothing changes any more: what a board says after it is another run. */
void tally_sentence(void *tally, const struct record_sentence *s);
void tally_fault(void *tally, enum record_fault fault, uint64_t line, uint64_t count);

/* The probe under way, or NULL. */
const struct tally_probe *tally_current(const struct tally *tally);
/* Share of what was planned that is done, 0 to 1; a probe that sends more than it planned counts as
 * planned. 0 when nothing was planned. */
double tally_share(const struct tally *tally);
/* Whether the run is whole: RUN and END came and nothing between them was lost. */
bool tally_whole(const struct tally *tally);
/* What FAULT is, for a message: "bad checksum" ... A literal. */
const char *tally_fault_text(enum record_fault fault);

#endif
