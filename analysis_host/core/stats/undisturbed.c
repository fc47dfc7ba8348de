/* The time that nothing disturbed, from timings that something did. */
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 6 };

/* The first K of N ascending timings lie this far apart, times N: each gap counts between N, as if
 * disturbances were as likely whatever their size, and the timings above it, as if they fell off.
 */
static double low_gaps(const double *sorted, size_t n, size_t k)
{
    double sum = 0;

    for (size_t i = 1; i < k; i++)
        sum += (sorted[i] - sorted[i - 1]) * ((double)n - 0.5 * (double)i);
    return sum;
}

double stats_undisturbed_low(const double *y, size_t n, double level)
{
    if (n < 2 || !stats_values_finite(y, n) || !(level > 0 && level < 1))
        return NAN;
    double *sorted = malloc(n * sizeof *sorted);
    if (sorted == NULL)
        return NAN;
    memcpy(sorted, y, n * sizeof *sorted);
    stats_sort(sorted, n);
    size_t k = n < FEW ? n : (n + 1) / 2;
    double reach = pow(1 - level, -1.0 / (double)(k - 1)) - 1;
    double low = sorted[0] - low_gaps(sorted, n, k) / (double)n * reach;
    free(sorted);
    return low;
}
