/* Predictions as JSON, schema pontoon.prediction/1 (docs/prediction.md). */
#ifndef JSON_PREDICTION_H
#define JSON_PREDICTION_H

#include "answer.h"
#include <stdio.h>

/* Writes the N predictions: one object, or an array of several. Returns 0, or -1 where memory is
 * short. */
int json_predictions(FILE *out, const struct prediction *p, size_t n);

#endif
