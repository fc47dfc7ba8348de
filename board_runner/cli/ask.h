/* Runs another program and keeps what it writes. */
#ifndef ASK_H
#define ASK_H

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

#endif
