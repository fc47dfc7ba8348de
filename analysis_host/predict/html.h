/* A page of predictions: times with their bounds, and what each loop waits for. */
#ifndef PREDICT_HTML_H
#define PREDICT_HTML_H

#include "answer.h"
#include <stddef.h>

/* Writes the page of the N predictions of P, in the order of ORDER, to FILE, which it replaces as a
 * whole. Returns 0, or -1 after a message on standard error. */
int html_predictions(const char *file, const struct prediction *p, const size_t *order, size_t n);

#endif
