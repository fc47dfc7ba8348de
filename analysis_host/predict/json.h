/* Predictions as JSON, schemas pontoon.prediction/1 and pontoon.comparison/1
 * (docs/reference/formats.md).
 */
#ifndef JSON_PREDICTION_H
#define JSON_PREDICTION_H

#include "answers.h"
#include <stdio.h>

/* Writes the predictions of A: one object; where several logs were given an array, the fastest
 * board first and those that lack a signature last. False where memory is short; errors of OUT stay
 * with it. */
bool json_predictions(FILE *out, const struct answers *a);
/* The same for what NEW gains over OLD on their board: one object. */
bool json_comparison(FILE *out, const struct prediction *old, const struct prediction *new);

#endif
