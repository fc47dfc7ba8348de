/* Simulated boards as child processes, some at a time. */
#ifndef BOARDS_H
#define BOARDS_H

#include <stdbool.h>
#include <stddef.h>

struct board {
    const char *label;        /* for messages */
    const char *machine_file; /* what it is */
    const char *log_file;     /* takes its standard output */
    bool failed;              /* set: it could not start, ended badly or took too long */
};

struct boards {
    const char *program;  /* the simulated board's probes */
    const char *options;  /* its arguments, blanks between; may be "" */
    const char *recorded; /* folder of logs to take in place of a run, and to leave; NULL: every
                             board runs */
    unsigned at_once;     /* at least 1 */
    unsigned limit_s;     /* of wall time, for each */
    bool quiet;           /* no progress on standard error; what went wrong is told all the same */
};

/* Runs N boards, calling DONE(CTX, i) in this process when board i has ended, in any order.
 * 0; -1 when interrupted by SIGINT or SIGTERM, and then every child has ended, too. */
int boards_run(const struct boards *boards, struct board *board, size_t n,
               void (*done)(void *ctx, size_t i), void *ctx);

#endif
