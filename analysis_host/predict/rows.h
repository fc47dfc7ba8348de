/* The rows of a prediction: which part of the program takes which share, and why. */
#ifndef ROWS_H
#define ROWS_H

#include "answer.h"

/* Fills the rows of P from what was replayed. Returns 0, or -1 without memory. */
int rows_make(struct prediction *p, const struct core_model *bursts);

/* Returns the name of the function that K, a kernel of P's program, is a loop of. */
const char *rows_kernel(const struct prediction *p, const struct paper_kernel *k);

#endif
