/* Why answers are doubtful: the causes that the text and the page group them by. */
#ifndef FORMAT_DOUBTS_H
#define FORMAT_DOUBTS_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>

/* The first that holds. Wide: the range is wider than a quarter of the value. */
enum doubt_cause {
    DOUBT_NONE,
    DOUBT_DAMAGED,     /* from a series that lost samples */
    DOUBT_CONTRADICTS, /* cannot be true together with another answer */
    DOUBT_SHARED,      /* wide, of what other programs and virtual machines share */
    DOUBT_SYSTEM,      /* wide, a time of the OS or of the timer */
    DOUBT_SCATTER,     /* wide */
    DOUBT_UNCOUNTED,   /* its rule was not tested on a machine with a known answer */
    DOUBT_FEW,         /* its rule was wrong on too many machines with known answers */
    DOUBT_CAUSES
};

/* What answers are of that others on the machine use at the same time. */
struct doubt_machine {
    unsigned last;   /* the last of several cache levels; 0: there is none */
    bool has_system; /* an operating system runs other programs, too */
};

struct doubt_machine doubt_machine_of(const struct log_run *run, const struct results *results);

/* Returns why R is doubtful; DOUBT_NONE: it is not, it is unknown, or it is derived from others. */
enum doubt_cause doubt_cause_of(const struct result *r, const struct doubt_machine *m);

/* True where R follows from other answers: it is counted with these. */
bool doubt_is_derived(const struct result *r);

#endif
