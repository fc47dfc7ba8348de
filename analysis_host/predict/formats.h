/* Predictions as text of 80 columns, as JSON (schemas pontoon.prediction/1 and
 * pontoon.comparison/1, docs/reference/formats.md) and as a page: times with their bounds, and what
 * each loop waits for. */
#ifndef PREDICTION_FORMATS_H
#define PREDICTION_FORMATS_H

#include "answer.h"
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

/* Writes the predictions of A: one object; where several logs were given an array, the fastest
 * board first and those that lack a signature last. False where memory is short; errors of OUT stay
 * with it. */
bool json_predictions(FILE *out, const struct answers *a);
/* The same for what NEW gains over OLD on their board: one object. */
bool json_comparison(FILE *out, const struct prediction *old, const struct prediction *new);

/* Writes the page of the predictions of A to FILE, which it replaces as a whole. Returns 0, or -1
 * after a message on standard error. */
int html_predictions(const char *file, const struct answers *a);
/* The same for what NEW gains over OLD on their board. */
int html_comparison(const char *file, const struct prediction *old, const struct prediction *new);

#endif
