/* The second lowest value (BlackjackBench section 3.3.1). */
#include "stats.h"
#include "values.h"
#include <math.h>

double stats_second_lowest(const double *y, size_t n)
{
    if (n < 2 || !stats_values_finite(y, n))
        return NAN;

    double least = INFINITY, second = INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (y[i] < least) {
            second = least;
            least = y[i];
        } else if (y[i] < second) {
            second = y[i];
        }
    }
    return second;
}
