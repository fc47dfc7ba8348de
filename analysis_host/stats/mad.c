#include "stats.h"
#include <math.h>
#include <stdlib.h>

/* 1 / the third quartile of the standard normal distribution. */
static const double normal_scale = 1.4826022185056018;

double stats_mad(const double *y, size_t n)
{
    double centre = stats_median(y, n);
    if (isnan(centre))
        return NAN;
    double *distance = malloc(n * sizeof *distance);
    if (!distance)
        return NAN;

    for (size_t i = 0; i < n; i++)
        distance[i] = fabs(y[i] - centre);
    double mad = normal_scale * stats_median(distance, n);
    free(distance);
    return mad;
}
