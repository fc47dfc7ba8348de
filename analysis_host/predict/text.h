/* Predictions as text of 80 columns. */
#ifndef TEXT_PREDICTION_H
#define TEXT_PREDICTION_H

#include "answers.h"
#include <stdio.h>

/* Writes P: total, loops, what was not seen; VERBOSE adds every number of the machine and its
 * source. */
void text_prediction(FILE *out, const struct prediction *p, bool verbose);

/* Writes the predictions of A, the fastest board first, the boards that lack a signature, and the
 * doubts with the boards that they are of; VERBOSE as above. */
void text_ranking(FILE *out, const struct answers *a, bool verbose);

/* Writes what NEW gains over OLD, on one board: times with their bounds, cycles by cause, doubts;
 * VERBOSE as above. */
void text_comparison(FILE *out, const struct prediction *old, const struct prediction *new,
                     bool verbose);

#endif
