/* The published clustering, written as its pseudocode is: slow, and what the other is compared to.
 */
#include "qt_oracle.h"
#include <stdbool.h>
#include <string.h>

/* G: indices of the points left, by value and then by index. A: for each of G, whether it is in. */
struct set {
    const double *y;
    size_t n;
    size_t point[QT_ORACLE_MOST];
};

static double value(const struct set *g, size_t k)
{
    return g->y[g->point[k]];
}

static size_t cardinality(const struct set *g, const bool *a)
{
    size_t count = 0;

    for (size_t k = 0; k < g->n; k++)
        count += a[k];
    return count;
}

static double average(const struct set *g, const bool *a)
{
    double sum = 0;

    for (size_t k = 0; k < g->n; k++)
        sum += a[k] ? value(g, k) : 0;
    return sum / (double)cardinality(g, a);
}

/* Greatest distance between any two of A and J: of the highest and the lowest. */
static double diameter_with(const struct set *g, const bool *a, size_t j)
{
    double highest = value(g, j), lowest_value = value(g, j);

    for (size_t k = 0; k < g->n; k++) {
        if (a[k] && value(g, k) > highest)
            highest = value(g, k);
        if (a[k] && value(g, k) < lowest_value)
            lowest_value = value(g, k);
    }
    return highest - lowest_value;
}

/* Returns the distance of J from the nearest of A, in places. */
static size_t places_from(const struct set *g, const bool *a, size_t j)
{
    size_t least = g->n;

    for (size_t k = 0; k < g->n; k++) {
        size_t places = k > j ? k - j : j - k;
        if (a[k] && places < least)
            least = places;
    }
    return least;
}

/* J outside A that makes the diameter least; of equal ones the nearest place, then the lower. */
static size_t find_j(const struct set *g, const bool *a)
{
    size_t best = g->n, best_places = 0;
    double best_diameter = 0;

    for (size_t j = 0; j < g->n; j++) {
        if (a[j])
            continue;
        double diameter = diameter_with(g, a, j);
        size_t places = places_from(g, a, j);
        if (best == g->n || diameter < best_diameter ||
            (diameter == best_diameter && places < best_places)) {
            best = j;
            best_diameter = diameter;
            best_places = places;
        }
    }
    return best;
}

static void start_cluster(const struct set *g, size_t i, double fraction, bool *a)
{
    bool flag = true;

    memset(a, 0, g->n * sizeof *a);
    a[i] = true;
    while (flag && cardinality(g, a) < g->n) {
        size_t j = find_j(g, a);
        if (diameter_with(g, a, j) > fraction * average(g, a))
            flag = false;
        else
            a[j] = true;
    }
}

static size_t lowest(const struct set *g, const bool *a)
{
    size_t k = 0;

    while (k < g->n && !a[k])
        k++;
    return k;
}

/* C: the candidate of most points; of equal ones that with the lowest member. */
static void largest_cluster(const struct set *g, double fraction, bool *c)
{
    bool a[QT_ORACLE_MOST];

    start_cluster(g, 0, fraction, c);
    for (size_t i = 1; i < g->n; i++) {
        start_cluster(g, i, fraction, a);
        size_t more = cardinality(g, a), best = cardinality(g, c);
        if (more > best || (more == best && lowest(g, a) < lowest(g, c)))
            memcpy(c, a, g->n * sizeof *a);
    }
}

static size_t cluster_rest(struct set *g, double fraction, size_t *found, size_t number)
{
    bool c[QT_ORACLE_MOST];
    size_t left = 0;

    if (g->n == 0)
        return number;
    largest_cluster(g, fraction, c); /* a single point is its own cluster */
    for (size_t k = 0; k < g->n; k++) {
        if (c[k])
            found[g->point[k]] = number;
        else
            g->point[left++] = g->point[k];
    }
    g->n = left;
    return cluster_rest(g, fraction, found, number + 1);
}

size_t qt_oracle(const double *y, size_t n, double fraction, size_t *found)
{
    struct set g = { .y = y, .n = n };

    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        for (; k > 0 && y[g.point[k - 1]] > y[i]; k--)
            g.point[k] = g.point[k - 1];
        g.point[k] = i;
    }
    return cluster_rest(&g, fraction, found, 0);
}
