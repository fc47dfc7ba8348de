/* How long a program takes on a board, and why. */
#ifndef PREDICTION_H
#define PREDICTION_H

#include "answer.h"
#include "machine.h"

/* Predicts S on B, whose kernels are D and were fitted as F; both NULL: none are known. Returns 0;
 * or an exit status, after a message that names FILE of the signature. prediction_free() in every
 * case. */
int prediction_make(struct prediction *p, const struct board *b, const struct signature *s,
                    const char *file, const struct fit *f, const struct database *d);
/* Replaces what P answers by formula (1) of the paper, with the kernel ONLY of those of D in place
 * of the most similar (NULL: that). Returns 0; or an exit status, after a message: no such kernel
 * of the board is known. */
int prediction_by_paper(struct prediction *p, const struct database *d, const char *only,
                        const char *file);
/* Returns which of the signatures' predictors is most like that of B. */
unsigned prediction_predictor(const struct board *b);
void prediction_free(struct prediction *p);

/* Notes a problem, printf-like; what does not fit is left out. */
void prediction_problem(struct prediction *p, bool doubted, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the cycles that M's system takes for the pages that the program of S touches first, for
 * its calls, and for the bytes that these move; 0 without a system. */
double system_cycles(const struct machine *m, const struct signature *s);

#endif
