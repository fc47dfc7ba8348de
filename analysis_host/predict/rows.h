/* The rows of a prediction: which part of the program takes which share, and why. */
#ifndef ROWS_H
#define ROWS_H

#include "answer.h"

/* Fills the rows of P from what was replayed. Returns 0, or -1 without memory. */
int rows_make(struct prediction *p, const struct bursts *bursts);

#endif
