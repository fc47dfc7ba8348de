/* The upper tail of the binomial distribution, exact far out. */
#include "stats.h"
#include <math.h>

static const double two_pi = 6.283185307179586;

/* The same for K below 16, where the series is not exact enough, from log k! itself. */
static double stirling_rest_small(unsigned k)
{
    enum { SERIES_FROM = 16 };
    static double rest[SERIES_FROM]; /* of each k once, as logarithms are dear; 0: not known yet */

    if (rest[k] == 0) {
        double log_factorial = 0;

        for (unsigned i = 2; i <= k; i++)
            log_factorial += log(i);
        rest[k] = log_factorial - (k * log(k) - k + 0.5 * log(two_pi * k));
    }
    return rest[k];
}

/* log k! less Stirling's k log k - k + log(2 pi k) / 2, for whole k >= 1. */
static double stirling_rest(double k)
{
    if (k < 16)
        return stirling_rest_small((unsigned)k);
    /* The next term, 1 / (1680 k^7), is below 3e-12 from k = 16 on. */
    double k2 = k * k;
    return (1.0 / 12 - (1.0 / 360 - 1.0 / (1260 * k2)) / k2) / k;
}

/* k log(k / expected): near the mean through the small difference, which both sides know exactly.
 */
static double surprise(double k, double expected)
{
    double excess = (k - expected) / expected;

    return fabs(excess) < 0.5 ? k * log1p(excess) : k * log(k / expected);
}

/* A trial comes out with chance P, or not with chance Q: both given, so that neither is rounded. */
struct trial {
    double n, p, q;
};

/* log P[X = k]. Stirling's large terms are cancelled on paper rather than in floating point. */
static double log_chance(struct trial t, double k)
{
    if (k >= t.n)
        return t.n * log(t.p);
    return stirling_rest(t.n) - stirling_rest(k) - stirling_rest(t.n - k) +
           0.5 * log(t.n / (two_pi * k * (t.n - k))) - surprise(k, t.n * t.p) -
           surprise(t.n - k, t.n * t.q);
}

/* P[X >= first] for first >= 1 and at or above the mean, whence terms only shrink. */
static double upper(struct trial t, double first)
{
    double odds = t.p / t.q, term = 1, sum = 0;

    for (double k = first; k <= t.n && term > sum * 1e-17; k++) {
        sum += term;
        term *= (t.n - k) / (k + 1) * odds;
    }
    return fmin(1, sum * exp(log_chance(t, first)));
}

double stats_binomial_chance(double trials, double p, double k)
{
    return exp(log_chance((struct trial){ trials, p, 1 - p }, k));
}

double stats_binomial_tail(uint64_t trials, double p, uint64_t at_least)
{
    double n = (double)trials, first = (double)at_least;

    if (!(p >= 0 && p <= 1))
        return NAN;
    if (at_least == 0)
        return 1;
    if (at_least > trials || p <= 0)
        return 0;
    if (p >= 1)
        return 1;
    if (first >= n * p)
        return upper((struct trial){ n, p, 1 - p }, first);
    /* Too low happens when the other outcome comes at least n - first + 1 times. */
    return 1 - upper((struct trial){ n, 1 - p, p }, n - first + 1);
}
