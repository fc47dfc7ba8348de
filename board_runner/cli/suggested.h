/* What `analyze --suggest` says of a log: the next run of the probes, and what is open. */
#ifndef SUGGESTED_H
#define SUGGESTED_H

#include "ask.h"
#include <stdbool.h>
#include <stddef.h>

/* A line that is typed on a bare board holds so much (hal/bare/run.c). */
enum { SUGGESTED_LINE = 511, SUGGESTED_WORDS = 32 };

/* Texts belong to JSON. */
struct suggested {
    void *json;
    const char **options; /* of the next run, end with NULL; NULL: no run would settle an answer */
    const char **probes;  /* the same of its probes */
    const char **ids;     /* answers that it is for */
    const char **open;    /* all answers that are open */
    const char **closed;  /* those that are unknown, and that no run would tell */
    double seconds;       /* as long as it takes; 0: not known */
};

/* Runs PROGRAM --suggest LOG and reads what it says into *W. WHY (ASK_WHY_BYTES) has the cause
 * unless ASK_READ is returned. Needs interrupts_start(). To be freed with suggested_free(). */
enum ask_end suggested_ask(struct suggested *w, const char *program, const char *log, char *why);
void suggested_free(struct suggested *w);

/* Reads the N bytes at TEXT. Returns false with WHY where they are no pontoon.suggested/1, or
 * propose what no board can be given. */
bool suggested_read(struct suggested *w, const char *text, size_t n, char *why);

/* Returns true when ID is one of LIST, which ends with NULL. */
bool suggested_has(const char *const *list, const char *id);

#endif
