/* The first real step of a curve (BlackjackBench section 4.2.1). */
#include "stats.h"
#include "step.h"
#include "values.h"
#include <math.h>

/* Mean of the finite relative rises; 0 when there is none. */
static double mean_rise(const double *y, size_t n)
{
    double sum = 0;
    size_t count = 0;

    for (size_t i = 0; i + 1 < n; i++) {
        double rise = stats_relative_rise(y[i], y[i + 1]);
        if (isfinite(rise)) {
            sum += rise;
            count++;
        }
    }
    return count > 0 ? sum / (double)count : 0;
}

size_t stats_first_step(const double *y, size_t n)
{
    if (!stats_values_ticks(y, n))
        return STATS_NONE;

    double mean = mean_rise(y, n);
    for (size_t i = 0; i + 1 < n; i++) {
        double rise = stats_relative_rise(y[i], y[i + 1]);
        if (rise > mean && rise > 0)
            return i;
    }
    return STATS_NONE;
}
