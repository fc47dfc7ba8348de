/* Periodograms of events, by the fast Fourier transform. */
#include "period.h"
#include "stats/stats.h"
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    AROUND = 64, /* frequencies of which one median is taken */
    MOST_BINS = 1 << 20,
};

static const double turn = 6.28318530717958647692;
static const double by_luck = 1e-6;
/* What half of an exponential distribution of mean 1 is below. */
static const double median_of_one = 0.69314718055994531;
/* A period that is as strong as its strongest part: at least so much of it. */
static const double as_strong = 0.25;
/* Periods that differ by less are the same. */
static const double same = 0.005;

/* Sums of N stretches, by frequency: K / (BINS * WIDTH). */
struct spectrum {
    size_t bins; /* a power of two */
    double width;
    size_t first, end; /* frequencies that are looked at */
    double *sum;       /* of all stretches, */
    double *one;       /* of one */
    double complex *at;
};

/* In place, N a power of two (Cooley and Tukey, 1965). */
static void transform(double complex *a, size_t n)
{
    for (size_t i = 1, k = 0; i < n; i++) {
        size_t bit = n >> 1;

        for (; k & bit; bit >>= 1)
            k ^= bit;
        k ^= bit;
        if (i < k) {
            double complex other = a[i];
            a[i] = a[k];
            a[k] = other;
        }
    }
    for (size_t half = 1; half < n; half *= 2) {
        double complex step = cexp(-I * turn / (double)(2 * half));

        for (size_t i = 0; i < n; i += 2 * half) {
            double complex w = 1;

            for (size_t k = 0; k < half; k++, w *= step) {
                double complex odd = w * a[i + k + half];
                a[i + k + half] = a[i + k] - odd;
                a[i + k] += odd;
            }
        }
    }
}

/* Divides ONE by what it would be without a period: 1 on average. */
static void whiten(struct spectrum *s)
{
    for (size_t from = s->first; from < s->end; from += AROUND) {
        size_t n = s->end - from < 2 * AROUND ? s->end - from : AROUND;
        double level = stats_median(&s->one[from], n) / median_of_one;

        for (size_t i = from; i < from + n && level > 1; i++)
            s->one[i] /= level;
        if (n != AROUND)
            break;
    }
}

/* Fills ONE with the power of STRETCH at each frequency. */
static void power_of(struct spectrum *s, const struct period_stretch *stretch)
{
    for (size_t i = 0; i < s->bins; i++)
        s->at[i] = 0;
    for (size_t i = 0; i < stretch->n; i++)
        s->at[(size_t)(stretch->at[i] / s->width) % s->bins] += 1;
    transform(s->at, s->bins);
    for (size_t i = 0; i < s->end + 1; i++) {
        double re = creal(s->at[i]), im = cimag(s->at[i]);
        s->one[i] = stretch->n > 0 ? (re * re + im * im) / (double)stretch->n : 0;
    }
    whiten(s);
}

/* The chance that the sum of N exponentials of mean 1 is POWER or more. */
static double chance_of(double power, size_t n)
{
    double term = 1, sum = 1;

    for (size_t k = 1; k < n; k++) {
        term *= power / (double)k;
        sum += term;
    }
    return exp(-power) * sum;
}

static size_t strongest(const double *power, size_t from, size_t end)
{
    size_t best = from;

    for (size_t i = from; i < end; i++)
        if (power[i] > power[best])
            best = i;
    return best;
}

/* The longest multiple of the period at AT that is about as strong. */
static size_t whole_period(const struct spectrum *s, size_t at, size_t n)
{
    for (size_t k = at / s->first; k > 1; k--) {
        size_t near = (size_t)llround((double)at / (double)k);

        if (near < s->first + 1)
            continue;
        size_t i = strongest(s->sum, near - 1, near + 2);
        if (s->sum[i] >= as_strong * s->sum[at] && chance_of(s->sum[i], n) < by_luck)
            return i;
    }
    return at;
}

/* The frequency of the peak at AT by a parabola through it and its neighbours, in bins. */
static double peak_of(const double *y, size_t at)
{
    double left = y[at - 1], right = y[at + 1], bend = left - 2 * y[at] + right;

    return (double)at + (bend < 0 ? 0.5 * (left - right) / bend : 0);
}

/* Returns true when the period of PEAK, the strongest one of a stretch, is FREQUENCY's or an
 * integer part of it. */
static bool agrees(double peak, double frequency)
{
    double ratio = peak / frequency;

    return ratio > 0.5 && fabs(ratio / round(ratio) - 1) <= same;
}

static bool make(struct spectrum *s, double span, double shortest, double longest)
{
    s->width = shortest / 3;
    for (s->bins = 64; (double)s->bins * s->width < 2 * span && s->bins < MOST_BINS;)
        s->bins *= 2;
    double resolution = 1 / ((double)s->bins * s->width);
    s->first = (size_t)ceil(1 / longest / resolution);
    s->end = (size_t)floor(1 / shortest / resolution);
    s->first = s->first < 2 ? 2 : s->first;
    s->sum = calloc(s->bins, sizeof *s->sum);
    s->one = calloc(s->bins, sizeof *s->one);
    s->at = calloc(s->bins, sizeof *s->at);
    return s->sum != NULL && s->one != NULL && s->at != NULL && s->first + 2 < s->end;
}

/* The shortest of the stretches with events, SPAN at most: one that was interrupted is long, and
 * says no more. */
static double least_span(const struct period_stretch *stretches, size_t n, double span)
{
    for (size_t i = 0; i < n; i++)
        if (stretches[i].n > 1)
            span = fmin(span, stretches[i].at[stretches[i].n - 1]);
    return span;
}

bool period_find(const struct period_stretch *stretches, size_t n, double span, double shortest,
                 double longest, struct period *p)
{
    struct spectrum s = { 0 };
    double *peak = calloc(n + 1, sizeof *peak); /* of each stretch, in bins */
    bool found = false;

    *p = (struct period){ .chance = 1 };
    if (n > 0 && shortest > 0 && span >= 16 * shortest && peak != NULL &&
        make(&s, span, shortest, longest)) {
        for (size_t i = 0; i < n; i++) {
            power_of(&s, &stretches[i]);
            peak[i] = peak_of(s.one, strongest(s.one, s.first, s.end));
            for (size_t k = 0; k <= s.end; k++)
                s.sum[k] += s.one[k];
        }
        size_t best = strongest(s.sum, s.first, s.end);
        p->chance = fmin(1, chance_of(s.sum[best], n) * (double)(s.end - s.first));
        double whole = peak_of(s.sum, whole_period(&s, best, n));
        double all = (double)s.bins * s.width;
        double off = all / least_span(stretches, n, span) / 2;
        p->period = all / whole;
        p->low = all / (whole + off);
        p->high = all / (whole - off);
        for (size_t i = 0; i < n; i++)
            p->agree += agrees(peak[i], whole);
        found = p->chance < by_luck;
    }
    free(peak);
    free(s.sum);
    free(s.one);
    free(s.at);
    return found;
}

double period_phase(const struct period_stretch *stretch, double period)
{
    double complex sum = 0;

    for (size_t i = 0; i < stretch->n; i++)
        sum += cexp(I * turn * fmod(stretch->at[i] / period, 1));
    double phase = carg(sum) / turn;
    return phase < 0 ? phase + 1 : phase;
}
