/* Bounds of a median, from the order of the values alone. */
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>

/* The chance that a median lies within what is left of N values without the K least and the K
 * greatest. */
static double chance_within(size_t n, size_t k)
{
    return 1 - 2 * stats_binomial_tail(n, 0.5, n - k);
}

double stats_median_bounds(const double *y, size_t n, double level, double *low, double *high)
{
    double *sorted = level >= 0 && level <= 1 ? stats_values_sorted(y, n) : NULL;
    size_t k = 0;

    *low = *high = NAN;
    if (sorted == NULL)
        return NAN;
    while (2 * (k + 1) < n && chance_within(n, k + 1) >= level)
        k++;
    *low = sorted[k];
    *high = sorted[n - 1 - k];
    free(sorted);
    return chance_within(n, k);
}
