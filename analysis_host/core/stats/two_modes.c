/* Whether numbers fall into two groups with a valley between. */
#include "stats.h"
#include "values.h"
#include <math.h>
#include <stdlib.h>

/* A group of fewer than this share, or fewer than so many, is outliers. */
static const double least_share = 0.05;
enum { FEWEST = 3 };
/* The chance of as deep a valley where there is none, of each of its two sides: small, as the
 * densest bands were searched for. */
static const double by_luck = 0.001;

/* Otsu's split of SORTED[0..n): the first element of the upper group, which makes the variance
 * between both greatest; 0: all are equal. Fills the means. */
static size_t split(const double *sorted, size_t n, struct stats_modes *m)
{
    double sum = 0, below = 0, best = 0;
    size_t at = 0;

    for (size_t i = 0; i < n; i++)
        sum += sorted[i];
    for (size_t i = 1; i < n; i++) {
        below += sorted[i - 1];
        double low = below / (double)i, high = (sum - below) / (double)(n - i);
        double between = (high - low) * (high - low) * (double)i * (double)(n - i);

        if (sorted[i] > sorted[i - 1] && between > best) {
            best = between;
            at = i;
            m->low = low;
            m->high = high;
        }
    }
    return at;
}

/* The most elements of SORTED[FROM..TO) within WIDTH. */
static size_t densest(const double *sorted, size_t from, size_t to, double width)
{
    size_t most = 0;

    for (size_t begin = from, i = from; i < to; i++) {
        while (sorted[i] - sorted[begin] > width)
            begin++;
        most = i - begin + 1 > most ? i - begin + 1 : most;
    }
    return most;
}

/* Returns true when a band in the middle holds fewer than the densest one as wide on either side,
 * by more than luck: no density with one mode is lower between two places than at both. */
static bool has_valley(const double *sorted, size_t n, const struct stats_modes *m)
{
    double width = (m->high - m->low) / 4, middle = (m->low + m->high) / 2;
    size_t below = 0, within = 0;

    for (size_t i = 0; i < n; i++) {
        below += sorted[i] < middle - width / 2;
        within += fabs(sorted[i] - middle) <= width / 2;
    }
    size_t low = densest(sorted, 0, below, width), high = densest(sorted, below + within, n, width);

    return low > within && high > within &&
           stats_binomial_tail(low + within, 0.5, low) <= by_luck &&
           stats_binomial_tail(high + within, 0.5, high) <= by_luck;
}

bool stats_two_modes(const double *y, size_t n, struct stats_modes *modes)
{
    double *sorted = stats_values_sorted(y, n), *from = sorted;
    bool two = false;

    *modes = (struct stats_modes){ .low = NAN, .high = NAN, .split = NAN, .share_high = NAN };
    while (sorted != NULL && n > FEWEST) {
        size_t at = split(from, n, modes), few = (size_t)fmax(FEWEST, least_share * (double)n);

        if (at == 0)
            break;
        if (n - at < few) { /* the greatest are outliers, then the least */
            n = at;
            continue;
        }
        if (at < few) {
            from += at;
            n -= at;
            continue;
        }
        modes->split = (from[at - 1] + from[at]) / 2;
        modes->share_high = (double)(n - at) / (double)n;
        two = has_valley(from, n, modes);
        break;
    }
    free(sorted);
    return two;
}
