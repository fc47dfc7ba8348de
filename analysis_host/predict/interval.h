/* Bounds of a program from what predictions of kernels were off by. */
#ifndef INTERVAL_H
#define INTERVAL_H

#include "answer.h"

/* How far predictions are off. Errors are natural logarithms of measured by predicted. */
struct interval_errors {
    double cause[CAUSES]; /* 9 of 10 loops that wait for nothing else are off by less, either way */
    double alike; /* of the squared error of a program's loops, the share that all have in common */
};

/* Fills E as kernels of other boards were off: counted, as docs/design/prediction.md says. */
void interval_usual(struct interval_errors *e);

/* Fills E from the residuals and shares of the kernels of D: of each cause the value that 9 of 10
 * residuals do not exceed, each counted by the kernel's share of the cause, and each family once;
 * all kernels count as one more family, so that a cause that no kernel waits for is off as all are.
 * What a program's loops have in common is what kernels of a family have in common (the intraclass
 * correlation of a one-way analysis of variance). False, and E is as it was, where fewer than
 * FIT_FEWEST kernels have residuals, or memory is short. */
bool interval_of_kernels(struct interval_errors *e, const struct database *d);

/* Returns the error that 9 of 10 programs of the rows ROW[0 .. N), all of a program, stay below,
 * either way. A loop's causes add up, as one loop's errors come together; loops add up in squares
 * but for what they have in common, and what the system takes adds in squares. */
double interval_of_rows(const struct interval_errors *e, const struct prediction_row *row,
                        size_t n);

#endif
