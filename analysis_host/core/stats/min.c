/* The least of some values. */
#include "stats.h"
#include "values.h"
#include <math.h>

double stats_min(const double *y, size_t n)
{
    if (n == 0 || !stats_values_finite(y, n))
        return NAN;

    double least = y[0];
    for (size_t i = 1; i < n; i++)
        if (y[i] < least)
            least = y[i];
    return least;
}
