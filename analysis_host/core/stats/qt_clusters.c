/* Quality-threshold clusters of a curve (BlackjackBench section 4.2.3, figure 11). */
#include "qt.h"
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>

static int by_index(const void *a, const void *b)
{
    size_t left = *(const size_t *)a, right = *(const size_t *)b;

    return (left > right) - (left < right);
}

static int by_level(const void *a, const void *b)
{
    const struct stats_cluster *left = a, *right = b;

    if (left->y_min != right->y_min)
        return left->y_min < right->y_min ? -1 : 1;
    if (left->y_max != right->y_max)
        return left->y_max < right->y_max ? -1 : 1;
    return (left->found > right->found) - (left->found < right->found);
}

/* Fills all but found, from the first and count already there. */
static void describe(struct stats_cluster *c, const double *x, const double *y,
                     const size_t *members)
{
    double sum = 0;

    c->x_max = x[members[0]];
    c->y_min = c->y_max = y[members[0]];
    for (size_t i = 0; i < c->count; i++) {
        size_t id = members[i];
        c->x_max = x[id] > c->x_max ? x[id] : c->x_max;
        c->y_min = y[id] < c->y_min ? y[id] : c->y_min;
        c->y_max = y[id] > c->y_max ? y[id] : c->y_max;
        sum += y[id];
    }
    c->y_mean = sum / (double)c->count;
}

/* Turns the sizes of the clusters found into their descriptions, lowest level first. */
static void describe_all(struct stats_clusters *out, const size_t *counts, const double *x,
                         const double *y)
{
    for (size_t c = 0, first = 0; c < out->n; first += counts[c++]) {
        out->at[c] = (struct stats_cluster){ .first = first, .count = counts[c], .found = c };
        qsort(out->members + first, counts[c], sizeof *out->members, by_index);
        describe(&out->at[c], x, y, out->members + first);
    }
    qsort(out->at, out->n, sizeof *out->at, by_level);
    for (size_t c = 0; c < out->n; c++)
        for (size_t i = 0; i < out->at[c].count; i++)
            out->cluster_of[out->members[out->at[c].first + i]] = c;
}

/* Means need sums: values near the end of a double's range have none. */
static bool sum_finite(const double *y, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += y[i];
    return isfinite(sum);
}

/* COUNTS is room for N elements. */
static bool cluster(const double *x, const double *y, size_t n, double fraction, size_t *counts,
                    struct stats_clusters *out)
{
    out->members = calloc(n, sizeof *out->members);
    out->cluster_of = calloc(n, sizeof *out->cluster_of);
    if (!counts || !out->members || !out->cluster_of ||
        !qt_peel(y, n, fraction, out->members, counts, &out->n))
        return false;
    out->at = calloc(out->n, sizeof *out->at);
    if (!out->at)
        return false;
    describe_all(out, counts, x, y);
    return true;
}

enum stats_status stats_qt_clusters(const double *x, const double *y, size_t n, double fraction,
                                    struct stats_clusters *out)
{
    *out = (struct stats_clusters){ 0 };
    if (!(fraction >= 0 && fraction < 1))
        return STATS_BAD_PARAMETER;
    if (!stats_values_finite(x, n) || !stats_values_ticks(y, n) || !sum_finite(y, n))
        return STATS_BAD_VALUE;
    if (n == 0)
        return STATS_OK;

    size_t *counts = calloc(n, sizeof *counts);
    bool done = cluster(x, y, n, fraction, counts, out);
    free(counts);
    if (!done)
        stats_clusters_free(out);
    return done ? STATS_OK : STATS_NO_MEMORY;
}

void stats_clusters_free(struct stats_clusters *clusters)
{
    free(clusters->at);
    free(clusters->members);
    free(clusters->cluster_of);
    *clusters = (struct stats_clusters){ 0 };
}
