/* The biggest step of a curve, relative and scaled (BlackjackBench section 4.2.2). */
#include "stats.h"
#include "step.h"
#include "values.h"
#include <math.h>

double stats_relative_rise(double from, double to)
{
    if (from > 0)
        return (to - from) / from;
    return to > 0 ? INFINITY : 0;
}

static double scaled_rise(double from, double to)
{
    return (to - from) * from;
}

static size_t biggest(const double *y, size_t n, double (*rise)(double from, double to))
{
    size_t at = STATS_NONE;
    double most = 0;

    if (!stats_values_ticks(y, n))
        return STATS_NONE;
    for (size_t i = 0; i + 1 < n; i++) {
        double this_rise = rise(y[i], y[i + 1]);
        if (this_rise > most) {
            most = this_rise;
            at = i;
        }
    }
    return at;
}

size_t stats_biggest_relative_step(const double *y, size_t n)
{
    return biggest(y, n, stats_relative_rise);
}

size_t stats_biggest_scaled_step(const double *y, size_t n)
{
    return biggest(y, n, scaled_rise);
}
