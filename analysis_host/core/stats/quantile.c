/* Quantiles and the median. */
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>

double stats_quantile(const double *y, size_t n, double q)
{
    if (!(q >= 0 && q <= 1))
        return NAN;
    double *sorted = stats_values_sorted(y, n);
    if (!sorted)
        return NAN;

    double place = q * (double)(n - 1);
    size_t below = (size_t)place;
    double share = place - (double)below;
    double value = sorted[below];
    if (share > 0 && below + 1 < n)
        value = (1 - share) * value + share * sorted[below + 1];
    free(sorted);
    return value;
}

double stats_median(const double *y, size_t n)
{
    return stats_quantile(y, n, 0.5);
}
