/* Isotonic regression by pooling adjacent violators. */
#include "stats.h"
#include "values.h"
#include <stdlib.h>

/* Neighbours that share one value. */
struct pool {
    double value, weight;
    size_t count;
};

static bool weights_fine(const double *weight, size_t n)
{
    if (!weight)
        return true;
    for (size_t i = 0; i < n; i++)
        if (!(weight[i] > 0))
            return false;
    return stats_values_finite(weight, n);
}

static struct pool merged(struct pool a, struct pool b)
{
    double weight = a.weight + b.weight;

    return (struct pool){ .value = a.value + (b.value - a.value) * (b.weight / weight),
                          .weight = weight,
                          .count = a.count + b.count };
}

/* Returns the number of pools, whose values rise. */
static size_t fill_pools(struct pool *pools, const double *y, const double *weight, size_t n)
{
    size_t depth = 0;

    for (size_t i = 0; i < n; i++) {
        struct pool next = { .value = y[i], .weight = weight ? weight[i] : 1, .count = 1 };
        while (depth > 0 && pools[depth - 1].value >= next.value)
            next = merged(pools[--depth], next);
        pools[depth++] = next;
    }
    return depth;
}

enum stats_status stats_isotonic(const double *y, const double *weight, size_t n, double *out)
{
    if (!stats_values_finite(y, n) || !weights_fine(weight, n))
        return STATS_BAD_VALUE;
    if (n == 0)
        return STATS_OK;
    if (n > SIZE_MAX / sizeof(struct pool))
        return STATS_NO_MEMORY;
    struct pool *pools = malloc(n * sizeof *pools);
    if (!pools)
        return STATS_NO_MEMORY;

    size_t n_pools = fill_pools(pools, y, weight, n);
    for (size_t p = 0, i = 0; p < n_pools; p++)
        for (size_t left = pools[p].count; left > 0; left--)
            out[i++] = pools[p].value;
    free(pools);
    return STATS_OK;
}
