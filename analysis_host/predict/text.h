/* Predictions as text of 80 columns. */
#ifndef TEXT_PREDICTION_H
#define TEXT_PREDICTION_H

#include "answer.h"
#include <stdio.h>

/* Writes P: total, loops, what was not seen; VERBOSE adds every number of the machine and its
 * source. */
void text_prediction(FILE *out, const struct prediction *p, bool verbose);

/* Writes the N predictions of one program, the fastest board first. ORDER has their indices. */
void text_ranking(FILE *out, const struct prediction *p, const size_t *order, size_t n);

/* Writes what NEW gains over OLD, on one board. */
void text_comparison(FILE *out, const struct prediction *old, const struct prediction *new);

#endif
