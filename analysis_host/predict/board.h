/* A board as its log tells it. */
#ifndef BOARD_H
#define BOARD_H

#include "log/log.h"
#include "machine.h"
#include "result/result.h"

struct board {
    const char *file;
    char name[64]; /* its target, with the node where the log has one */
    char isa[16];  /* as signatures spell it; "sim": any */
    struct log log;
    struct results results;
    struct machine machine;
    int status;         /* 0, or that of the program: the log cannot be used */
    char problem[1000]; /* why */
};

/* Reads the log FILE and analyses it, and says nothing. Free with board_free() in every case. */
void board_take(struct board *b, const char *file);
/* Says why the log of B cannot be used, on standard error. Returns its status. */
int board_say(const struct board *b);
/* Reads the log FILE and analyses it: both of these. Returns 0; or an exit status of the program
 * after a message on standard error. Free with board_free() in every case. */
int board_read(struct board *b, const char *file);
/* Makes B what it would be with the answers of WHAT_IF, "cache.2.size=4M,...": after its fit, which
 * is to what was measured. Returns as board_read(). */
int board_change(struct board *b, const char *what_if);
void board_free(struct board *b);

/* Replaces the answers in RESULTS that TEXT names, and makes M of them and of the keys of RUN anew;
 * numbers that were fitted stay. Returns 0; or SAY_USAGE after a message: TEXT is wrong, or names
 * what no replay on this machine reads. */
int what_if_take(struct machine *m, struct results *results, const struct log_run *run,
                 const char *text);

#endif
