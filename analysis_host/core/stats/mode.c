/* The commonest value by a histogram (BlackjackBench section 3.6). */
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>

/* The end of the run of sorted values that share the bin of sorted[first]. */
static size_t bin_end(const double *sorted, size_t n, size_t first, double bin_width)
{
    double bin = floor(sorted[first] / bin_width + 0.5);
    size_t end = first + 1;

    while (end < n && floor(sorted[end] / bin_width + 0.5) <= bin)
        end++;
    return end;
}

static double mean(const double *y, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += y[i] - y[0]; /* bins may be narrow beside their place */
    return y[0] + sum / (double)n;
}

double stats_mode(const double *y, size_t n, double bin_width, size_t *count)
{
    double *sorted = bin_width > 0 ? stats_values_sorted(y, n) : NULL;
    size_t best = 0, best_count = 0;

    for (size_t first = 0, end; sorted && first < n; first = end) {
        end = bin_end(sorted, n, first, bin_width);
        if (end - first > best_count) {
            best = first;
            best_count = end - first;
        }
    }
    double mode = sorted ? mean(sorted + best, best_count) : NAN;
    free(sorted);
    if (count)
        *count = best_count;
    return mode;
}
