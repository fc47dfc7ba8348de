/* Checks and sorts values, for all rules of this folder. */
#ifndef VALUES_H
#define VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* No NaN, no infinity. True when n is 0. */
bool stats_values_finite(const double *y, size_t n);
/* The same, and nothing below zero. */
bool stats_values_ticks(const double *y, size_t n);
/* Sorts Y[0..N), which has no NaN, in ascending order. */
void stats_sort(double *y, size_t n);
/* An ascending copy of Y for the caller to free; NULL when n is 0, a value is not finite or memory
 * is short. */
double *stats_values_sorted(const double *y, size_t n);

#endif
