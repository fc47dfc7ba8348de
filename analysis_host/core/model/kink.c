/* Finds where a line bends. */
#include "kink.h"
#include <math.h>

enum { PARTS = 3, FEWEST = 7, FEWEST_BEFORE = 3, FEWEST_AFTER = 2 };
static const double step = 0.25, steeper = 2;
/* By this share of what it is at the bend the line rises after it at least. */
static const double least_rise = 0.1;
/* About the 95 % quantile of F with 1 and 10 or more degrees of freedom. */
static const double f_test = 4.5;

/* Solves the symmetric equations A W = B for W, all of PARTS; false: they have no one solution. */
static bool solve(double a[PARTS][PARTS], double b[PARTS], double w[PARTS])
{
    for (unsigned i = 0; i < PARTS; i++) {
        if (!(fabs(a[i][i]) > 1e-12))
            return false;
        for (unsigned r = i + 1; r < PARTS; r++) {
            double factor = a[r][i] / a[i][i];

            for (unsigned k = i; k < PARTS; k++)
                a[r][k] -= factor * a[i][k];
            b[r] -= factor * b[i];
        }
    }
    for (unsigned i = PARTS; i-- > 0;) {
        w[i] = b[i];
        for (unsigned k = i + 1; k < PARTS; k++)
            w[i] -= a[i][k] * w[k];
        w[i] /= a[i][i];
    }
    return true;
}

/* What each part of the line is at X: its start, the slope up to AT, that from there on. */
static void parts_at(double x, double at, double part[PARTS])
{
    part[0] = 1;
    part[1] = fmin(x, at);
    part[2] = fmax(0, x - at);
}

/* Fits the line that bends at AT. Returns the squares of its relative errors; infinite: none. */
static double fit_at(const double *x, const double *y, size_t n, double at, struct kink *k)
{
    double a[PARTS][PARTS] = { { 0 } }, b[PARTS] = { 0 }, w[PARTS], part[PARTS], squares = 0;

    for (size_t i = 0; i < n; i++) {
        parts_at(x[i], at, part);
        for (unsigned p = 0; p < PARTS; p++) {
            b[p] += part[p] / y[i];
            for (unsigned q = 0; q < PARTS; q++)
                a[p][q] += part[p] * part[q] / y[i] / y[i];
        }
    }
    if (!solve(a, b, w))
        return INFINITY;
    for (size_t i = 0; i < n; i++) {
        parts_at(x[i], at, part);
        double off = (w[0] * part[0] + w[1] * part[1] + w[2] * part[2]) / y[i] - 1;
        squares += off * off;
    }
    *k = (struct kink){ .at = at, .before = w[1], .after = w[2], .start = w[0] };
    return squares;
}

bool kink_find(const double *x, const double *y, size_t n, struct kink *kink)
{
    double best = INFINITY;

    if (n < FEWEST)
        return false;
    for (double at = x[FEWEST_BEFORE - 1]; at <= x[n - 1 - FEWEST_AFTER]; at += step) {
        struct kink k;
        double squares = fit_at(x, y, n, at, &k);

        if (squares < best) {
            best = squares;
            *kink = k;
        }
    }
    if (!isfinite(best) || !(kink->after > steeper * fmax(0, kink->before)) ||
        kink->after * (x[n - 1] - kink->at) < least_rise * (kink->start + kink->before * kink->at))
        return false;
    kink->low = kink->high = kink->at;
    for (double at = x[FEWEST_BEFORE - 1]; at <= x[n - 1 - FEWEST_AFTER]; at += step) {
        struct kink k;

        if (fit_at(x, y, n, at, &k) > best * (1 + f_test / (double)(n - PARTS - 1)))
            continue;
        kink->low = fmin(kink->low, at);
        kink->high = fmax(kink->high, at);
    }
    return true;
}
