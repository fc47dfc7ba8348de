/* The step of a clock, from differences of its readings. */
#include "clock_step.h"
#include "stats/stats.h"
#include <math.h>
#include <stdbool.h>

/* Readings are whole ticks, so a difference is whole to within one. */
static const double whole_ticks = 1;
/* Differences beyond so many times the smallest were disturbed, and add up errors of the unit. */
static const double undisturbed_times = 8;
/* This share of differences is whole: the unit is the step. */
static const double most_whole = 0.9;
/* A clock of this step shows no other timings; a log may hold a few numbers that are none. */
static const double all_whole = 0.99;
/* A smaller unit than this, in ticks, cannot be told from a whole number of ticks. */
static const double least_fraction = 10;
/* Differences that a large unit leaves over fit a smaller one by chance more rarely than this. */
static const double by_chance = 0.01;
/* No unit explains most, and one explains so many: differences were disturbed. */
static const double some_whole = 0.5;
/* A reading is so many steps at most. */
enum { PARTS_MOST = 256 };

/* The undisturbed ones of N differences D: those below LIMIT. */
struct steps {
    const double *d;
    size_t n;
    double limit;
};

static bool kept(const struct steps *s, size_t i)
{
    return s->d[i] <= s->limit;
}

static size_t count_kept(const struct steps *s)
{
    size_t count = 0;

    for (size_t i = 0; i < s->n; i++)
        count += kept(s, i);
    return count;
}

static bool is_whole(double value, double unit)
{
    return fabs(value - unit * round(value / unit)) <= whole_ticks;
}

static size_t count_whole(const struct steps *s, double unit)
{
    size_t count = 0;

    for (size_t i = 0; i < s->n; i++)
        count += kept(s, i) && is_whole(s->d[i], unit);
    return count;
}

/* Returns the unit near UNIT that fits the whole ones best, by least squares. */
static double fitted(const struct steps *s, double unit)
{
    double dot = 0, square = 0;

    for (size_t i = 0; i < s->n; i++) {
        double times = kept(s, i) && is_whole(s->d[i], unit) ? round(s->d[i] / unit) : 0;

        dot += s->d[i] * times;
        square += times * times;
    }
    return square > 0 ? dot / square : unit;
}

/* Returns the largest whole number of ticks that A and B are whole numbers of. */
static double common(double a, double b)
{
    while (b >= 1) {
        double rest = fmod(a, b);

        a = b;
        b = rest;
    }
    return a;
}

static double common_of(const struct steps *s)
{
    double unit = 0;

    for (size_t i = 0; i < s->n; i++)
        unit = kept(s, i) ? common(s->d[i], unit) : unit;
    return unit;
}

/* Returns true where MORE explains so many of what BEST leaves that chance does not. */
static bool explains_the_rest(const struct clock_step *more, const struct clock_step *best)
{
    double chance = fmin(1, (2 * whole_ticks + 1) / more->ticks);

    return more->whole > best->whole && stats_binomial_tail(best->of - best->whole, chance,
                                                            more->whole - best->whole) < by_chance;
}

/* Finds the largest unit that explains most differences, as a part of SMALLEST, or what explains
 * the rest, too; false, and in STEP what explains most, where none does. */
static bool largest_unit(const struct steps *s, double smallest, struct clock_step *step)
{
    bool found = false;

    step->of = count_kept(s);
    for (unsigned parts = 1; parts <= PARTS_MOST && smallest / parts >= least_fraction; parts++) {
        double unit = fitted(s, smallest / parts);
        struct clock_step here = { unit, count_whole(s, unit), step->of };

        if (found ? explains_the_rest(&here, step) : here.whole > step->whole)
            *step = here;
        found |= (double)here.whole >= most_whole * (double)here.of;
    }
    return found;
}

static size_t count_multiples(const double *y, size_t n, double unit)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += fmod(y[i], unit) == 0;
    return count;
}

/* All differences are SMALLEST ticks: each may be one step, or what a reading costs. Finds the
 * largest whole part of it that most of the N OTHERS are whole numbers of. A part of several ticks
 * is no evidence: where readings cost always the same, so does everything else, and all that was
 * timed may take an even number of steps. */
static struct clock_step by_others(double smallest, const double *others, size_t n)
{
    struct clock_step step = { smallest, count_multiples(others, n, smallest), n };

    for (unsigned parts = 2; parts <= smallest && parts <= PARTS_MOST; parts++) {
        if ((double)step.whole >= all_whole * (double)n)
            break;
        if (fmod(smallest, parts) == 0)
            step = (struct clock_step){ smallest / parts,
                                        count_multiples(others, n, smallest / parts), n };
    }
    if (step.ticks > 1 && step.ticks < smallest)
        step.whole = 0;
    return step;
}

static bool all_same(const struct steps *s, double smallest)
{
    for (size_t i = 0; i < s->n; i++)
        if (kept(s, i) && s->d[i] > smallest)
            return false;
    return true;
}

struct clock_step clock_step_of(const double *differences, size_t n, const double *others,
                                size_t n_others)
{
    double smallest = n > 0 ? stats_min(differences, n) : 0;
    struct steps s = { differences, n, smallest * undisturbed_times };
    struct clock_step step = { smallest, 0, n };

    if (n < CLOCK_STEP_FEWEST) {
        step.whole = n > 0 ? count_whole(&s, smallest) : 0;
        return step;
    }
    if (all_same(&s, smallest))
        return by_others(smallest, others, n_others);
    if (largest_unit(&s, smallest, &step))
        return step;
    size_t explained = (double)step.whole >= some_whole * (double)step.of ? step.whole : 0;
    return (struct clock_step){ common_of(&s), step.of - explained, step.of };
}
