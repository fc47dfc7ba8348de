/* What the probes of a run found, by the program `analyze`. */
#ifndef FOUND_H
#define FOUND_H

#include <stdbool.h>
#include <stddef.h>

struct finder {
    const char *analyze; /* path of the program */
    const char *log;     /* of the run, which may go on */
};

/* Writes to TEXT, ROOM bytes, what PROBE found by the log so far; "" where analyze does not say so
 * within 2 s. CTX is a struct finder; the callback of progress.h. Needs interrupts_start(). */
void found_ask(void *ctx, const char *probe, char *text, size_t room);
/* Says on standard error, where ALL, what each probe found, and how to read the log. Nothing where
 * analyze cannot read it. Needs interrupts_start(). */
void found_say(const struct finder *finder, bool all);

#endif
