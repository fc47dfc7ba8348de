/* Quality-threshold clusters of a curve (BlackjackBench section 4.2.3, figure 11). */
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A point that is left: its value and its index in the caller's arrays. */
struct point {
    double y;
    size_t id;
};

static int by_y_then_id(const void *a, const void *b)
{
    const struct point *left = a, *right = b;

    if (left->y != right->y)
        return left->y < right->y ? -1 : 1;
    return (left->id > right->id) - (left->id < right->id);
}

/* The cluster that point I of the N at P grows into: its lowest place in *LO; returns its points.
 * In one dimension, the point that widens it least is one of its two neighbours. */
static size_t grow(const struct point *p, size_t n, size_t i, double fraction, size_t *lo)
{
    size_t low = i, high = i;
    double sum = p[i].y;

    while (high - low + 1 < n) {
        double down = low > 0 ? p[high].y - p[low - 1].y : INFINITY,
               up = high + 1 < n ? p[high + 1].y - p[low].y : INFINITY;

        if (fmin(down, up) > fraction * (sum / (double)(high - low + 1)))
            break;
        sum += down <= up ? p[--low].y : p[++high].y;
    }
    *lo = low;
    return high - low + 1;
}

/* Takes cluster after cluster, the largest first, from the N points at P until none is left.
 * MEMBERS gets all their indices, cluster by cluster; COUNTS, room for N, the clusters' sizes.
 * Returns how many clusters. */
static size_t peel(struct point *p, size_t n, double fraction, size_t *members, size_t *counts)
{
    /* A cluster is no wider than FRACTION of its mean: with V, it lies within V * near and V /
     * near. Some less, on the safe side of rounding. */
    const double near = (1 - fraction) * (1 - 1e-9);
    size_t n_clusters = 0;

    qsort(p, n, sizeof *p, by_y_then_id);
    while (n > 0) {
        size_t best = 0, best_lo = 0, from = 0, to = 0;

        for (size_t i = 0; i < n; i++) {
            size_t lo, count;

            while (p[from].y < p[i].y * near)
                from++;
            while (to < n && p[to].y <= p[i].y / near)
                to++;
            if (to - from < best || (to - from == best && from >= best_lo))
                continue; /* it cannot be larger, nor lower */
            count = grow(p, n, i, fraction, &lo);
            if (count > best || (count == best && lo < best_lo)) {
                best = count;
                best_lo = lo;
            }
        }
        for (size_t i = 0; i < best; i++)
            *members++ = p[best_lo + i].id;
        n -= best;
        memmove(p + best_lo, p + best_lo + best, (n - best_lo) * sizeof *p);
        counts[n_clusters++] = best;
    }
    return n_clusters;
}

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

/* COUNTS and POINTS are room for N elements each; NULL: memory was short. */
static bool cluster(const double *x, const double *y, size_t n, double fraction, size_t *counts,
                    struct point *points, struct stats_clusters *out)
{
    out->members = calloc(n, sizeof *out->members);
    out->cluster_of = calloc(n, sizeof *out->cluster_of);
    if (!counts || !points || !out->members || !out->cluster_of)
        return false;
    for (size_t i = 0; i < n; i++)
        points[i] = (struct point){ .y = y[i], .id = i };
    out->n = peel(points, n, fraction, out->members, counts);
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
    struct point *points = calloc(n, sizeof *points);
    bool done = cluster(x, y, n, fraction, counts, points, out);
    free(counts);
    free(points);
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
