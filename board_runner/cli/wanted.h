/* What `analyze --wanted` says of a log: the next run of the probes, and what is open. */
#ifndef WANTED_H
#define WANTED_H

#include "ask.h"
#include <stdbool.h>
#include <stddef.h>

/* A line that is typed on a bare board holds so much (hal/bare/run.c). */
enum { WANTED_LINE = 511, WANTED_WORDS = 32 };

/* Texts belong to JSON. */
struct wanted {
    void *json;
    const char **options; /* of the next run, end with NULL; NULL: nothing is wanted */
    const char **probes;  /* the same of its probes */
    const char **ids;     /* answers that it is for */
    const char **open;    /* all answers that are open */
    const char **closed;  /* those that are unknown, and that no run would tell */
    double seconds;       /* as long as it takes; 0: not known */
};

/* Runs PROGRAM --wanted LOG and reads what it says into *W. WHY (WANTED_WHY_BYTES) has the cause
 * unless WANTED_READ is returned. Needs interrupts_start(). To be freed with wanted_free(). */
enum wanted_end wanted_ask(struct wanted *w, const char *program, const char *log, char *why);
void wanted_free(struct wanted *w);

/* Reads the N bytes at TEXT. Returns false with WHY where they are no pontoon.wanted/1, or propose
 * what no board can be given. */
bool wanted_read(struct wanted *w, const char *text, size_t n, char *why);

/* Returns true when ID is one of LIST, which ends with NULL. */
bool wanted_has(const char *const *list, const char *id);

#endif
