/* What is answered about a program on one board or several. */
#ifndef ANSWER_H
#define ANSWER_H

#include "board.h"
#include "contexts.h"
#include "core_model.h"
#include "fit.h"
#include "paper.h"
#include "signature/signature.h"
#include "threads.h"
#include <stdbool.h>
#include <stddef.h>

enum { PREDICTION_PROBLEMS = 12, PREDICTION_WORDS = 200 };

/* A share of the program's time. */
struct prediction_row {
    char at[96];   /* "words.c:5 main", "libc.so.6 strcmp", "outside loops" */
    char why[120]; /* with numbers */
    enum cause by; /* what most of it is due to */
    double share;  /* of all cycles */
    double cycles[CAUSES];
    uint64_t iterations; /* 0: no loop */
};

struct prediction {
    const struct board *board;
    const struct signature *signature;
    double cycles;         /* of the program's own instructions */
    double system_cycles;  /* first touches of pages, system calls; 0 where they are not known */
    double seconds;        /* both; 0: the clock's rate is not known */
    double shared_seconds; /* while an SMT sibling runs, as the log measured; 0: none ran */
    double low, high;      /* factors of seconds and cycles, that hold 90 of 100 */
    double sampling_error; /* share */
    double cause[CAUSES];  /* cycles */
    double served[MACHINE_CACHES + 1]; /* accesses by the cache that has their line; then memory */
    struct prediction_row *row;        /* by share, the largest first; owned */
    size_t n_rows;
    unsigned predictor;
    struct fit_like like;
    struct paper paper;
    bool by_paper; /* CYCLES are formula (1)'s; then LOW and HIGH are 0: it has no interval */
    struct contexts_speedup contexts[CONTEXTS_MOST];
    size_t n_contexts;
    double shared; /* share of the instructions in kernels, which contexts could share */
    struct threads_time threads; /* of a program with several; cycles of THREADS.HZ */
    bool fitted;                 /* what no probe measures was fitted to the board's kernels */
    char problem[PREDICTION_PROBLEMS][PREDICTION_WORDS];
    size_t n_problems;
    bool doubted; /* a problem for which --strict ends with status 1 */
};

/* A board that no signature is for. */
struct lacking {
    char board[64], isa[16]; /* as in struct board */
    const char *file;        /* its log */
};

struct answers {
    struct prediction *prediction;
    size_t *order; /* of the predictions, the fastest board first */
    size_t n;
    struct lacking *lacking;
    size_t n_lacking;
    bool several; /* logs were given */
};

/* Puts the order of A right: by seconds, then boards whose clock is not known, by cycles. */
void answers_rank(struct answers *a);

/* Returns how many times as fast as OLD the program NEW is on their board, by cycles. */
double answers_gain(const struct prediction *old, const struct prediction *new);
/* True where PROBLEM is one of P's. */
bool answers_doubt(const struct prediction *p, const char *problem);

#endif
