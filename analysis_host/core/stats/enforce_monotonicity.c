/* Makes a curve rise (BlackjackBench section 4.1). */
#include "stats.h"
#include "values.h"

enum stats_status stats_enforce_monotonicity(const double *y, size_t n, double *out)
{
    if (!stats_values_finite(y, n))
        return STATS_BAD_VALUE;
    for (size_t i = n; i-- > 0;)
        out[i] = i + 1 < n && out[i + 1] < y[i] ? out[i + 1] : y[i];
    return STATS_OK;
}
