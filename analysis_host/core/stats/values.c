/* Checks and sorts values, for all rules of this folder. */
#include "values.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool stats_values_finite(const double *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(y[i]))
            return false;
    return true;
}

bool stats_values_ticks(const double *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(y[i]) || y[i] < 0)
            return false;
    return true;
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

void stats_sort(double *y, size_t n)
{
    qsort(y, n, sizeof *y, by_value);
}

double *stats_values_sorted(const double *y, size_t n)
{
    if (n == 0 || n > SIZE_MAX / sizeof *y || !stats_values_finite(y, n))
        return NULL;
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return NULL;
    memcpy(sorted, y, n * sizeof *sorted);
    stats_sort(sorted, n);
    return sorted;
}
