/* Other programs, above all analyze: what they write, and what it means for a board. */
#ifndef ASK_H
#define ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASK_WHY_BYTES = 512 };

enum ask_end {
    ASK_READ,
    ASK_NO_PROGRAM,  /* the program is not there */
    ASK_NOTHING,     /* it can say nothing of this log */
    ASK_FAILED,      /* it failed, or said something else */
    ASK_INTERRUPTED, /* the user interrupted */
};

/* Runs ARGV, which ends with NULL, and puts what it writes into *TEXT (N bytes; for free() whatever
 * is returned; NULL: nothing). WHY (ASK_WHY_BYTES) has the cause unless ASK_READ is returned.
 * Needs interrupts_start(). */
enum ask_end ask_program(const char *const *argv, char **text, size_t *n, char *why);
/* The same for LONGEST_MS at most; a program that takes longer is ended: ASK_FAILED. */
enum ask_end ask_within(const char *const *argv, int64_t longest_ms, char **text, size_t *n,
                        char *why);

/* Runs ARGV, which ends with NULL, for 10 s at most, and drops what it writes. Returns its exit
 * status, with its messages, cut at ROOM > 0 bytes, in SAID; -1 where it could not be started, was
 * ended by a signal or stopped. Needs interrupts_start(). */
int ask_status(const char *const *argv, char *said, size_t room);

/* ---- analyze --suggest ---- */

/* A line that is typed on a bare board holds so much (hal/bare/run.c). */
enum { SUGGESTED_LINE = 511, SUGGESTED_WORDS = 32 };

/* Texts belong to JSON. */
struct suggested {
    void *json;
    const char **options; /* of the next run, end with NULL; NULL: no run would settle an answer */
    const char **probes;  /* the same of its probes */
    const char **ids;     /* answers that it is for */
    const char **open;    /* all answers that are open */
    const char **closed;  /* those that are unknown, and that no run would answer */
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

/* ---- analyze --found ---- */

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
