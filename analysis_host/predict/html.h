/* A page of predictions: times with their bounds, and what each loop waits for. */
#ifndef PREDICT_HTML_H
#define PREDICT_HTML_H

#include "answers.h"

/* Writes the page of the predictions of A to FILE, which it replaces as a whole. Returns 0, or -1
 * after a message on standard error. */
int html_predictions(const char *file, const struct answers *a);
/* The same for what NEW gains over OLD on their board. */
int html_comparison(const char *file, const struct prediction *old, const struct prediction *new);

#endif
