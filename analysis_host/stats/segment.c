#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>

/* For each prefix of the sequence: sums, the cost of its best cutting, and where the last piece of
 * that cutting starts. */
struct prefix {
    double sum, squares, cost;
    size_t last;
};

static void fill_sums(struct prefix *to, const double *y, size_t n)
{
    double centre = 0;

    for (size_t i = 0; i < n; i++)
        centre += (y[i] - centre) / (double)(i + 1);
    to[0] = (struct prefix){ 0 };
    for (size_t i = 0; i < n; i++) {
        double d = y[i] - centre; /* keeps the squares small, so their differences stay exact */
        to[i + 1].sum = to[i].sum + d;
        to[i + 1].squares = to[i].squares + d * d;
    }
}

/* Squared deviations of the points from ... to - 1 from their mean. */
static double deviation(const struct prefix *from, const struct prefix *to)
{
    double count = (double)(to - from);
    double sum = to->sum - from->sum;

    return fmax(0, to->squares - from->squares - sum * sum / count);
}

static void best_last_piece(struct prefix *to, size_t end, double penalty)
{
    to[end].cost = INFINITY;
    to[end].last = 0;
    for (size_t start = 0; start < end; start++) {
        double cost = to[start].cost + deviation(&to[start], &to[end]) + penalty;
        if (cost < to[end].cost) {
            to[end].cost = cost;
            to[end].last = start;
        }
    }
}

/* Follows the last pieces back from the end, then turns them round. */
static size_t collect_starts(const struct prefix *to, size_t n, size_t *starts)
{
    size_t count = 0;

    for (size_t end = n; end > 0; end = to[end].last)
        starts[count++] = to[end].last;
    for (size_t i = 0; i < count / 2; i++) {
        size_t other = starts[i];
        starts[i] = starts[count - 1 - i];
        starts[count - 1 - i] = other;
    }
    return count;
}

enum stats_status stats_segment(const double *y, size_t n, double penalty, size_t *starts,
                                size_t *n_starts)
{
    *n_starts = 0;
    if (!(penalty >= 0 && isfinite(penalty)))
        return STATS_BAD_PARAMETER;
    if (!stats_values_finite(y, n))
        return STATS_BAD_VALUE;
    if (n >= SIZE_MAX / sizeof(struct prefix))
        return STATS_NO_MEMORY;
    struct prefix *to = malloc((n + 1) * sizeof *to);
    if (!to)
        return STATS_NO_MEMORY;

    fill_sums(to, y, n);
    for (size_t end = 1; end <= n; end++)
        best_last_piece(to, end, penalty);
    *n_starts = collect_starts(to, n, starts);
    free(to);
    return STATS_OK;
}
