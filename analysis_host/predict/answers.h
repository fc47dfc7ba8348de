/* What is answered about a program on several boards. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "answer.h"

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
