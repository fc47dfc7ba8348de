/* How long a program with several threads takes: when each of them runs, and which waits for which.
 */
#ifndef PREDICT_THREADS_H
#define PREDICT_THREADS_H

#include "core_model.h"
#include "machine.h"
#include "signature/signature.h"

/* What the threads of a program take together. */
struct threads_time {
    unsigned threads, contexts; /* of the program; hardware threads that may run at once. 0 threads:
                                   the signature has no rows of several */
    double hz;                  /* of these cycles: the clock while as many run; 0: not known */
    double cycles;              /* from the start of the program to its end */
    double processor;           /* cycles in which the threads ran, of all */
    unsigned most;              /* threads that ran or could run at once */
};

/* Cycles that the system takes for each of what it does, and at the start. */
struct threads_system {
    double page, call, byte, start;
};

/* What bursts took while several hardware threads ran. */
struct threads_bursts {
    unsigned running;        /* hardware threads */
    double cycles_a_program; /* of all instructions of the program */
    const struct core_model *bursts;
};

/* Composes the time of the program of S on CONTEXTS hardware threads of M, from its bursts of N
 * numbers of them that run, the first: one; more threads than the last go at its speed. Returns
 * false without memory. */
bool threads_compose(struct threads_time *to, const struct signature *s, const struct machine *m,
                     const struct threads_bursts *of, size_t n, const struct threads_system *system,
                     unsigned contexts);

#endif
