/* Finds steps by the likelihood of what is on each side. */
#include "overlap_steps.h"
#include <math.h>

/* Chances that are allowed: below the first step, between two, beyond the last. */
static const double below[] = { 0.005, 0.25 }, between[] = { 0.05, 0.9 },
                    beyond[] = { 0.75, 0.995 }, any[] = { 0.005, 0.995 };
/* By how much a step is more likely than none, and two modes than one, log: other threads stay for
 * some timings, so that these are not independent. */
static const double much_more = 10, more = 5;
/* What likelihood may be lost within bounds, log: half of the 95 % quantile of chi-squared. */
static const double within = 1.92;
/* A half, to within a quarter of it. */
static const double half_least = 0.375, half_most = 0.625;

/* Log likelihood of points [FROM, TO) when all have the chance that suits them best within RANGE.
 */
static double likelihood(const struct overlap_point *p, size_t from, size_t to,
                         const double range[2], double *chance)
{
    double n = 0, serial = 0;

    for (size_t i = from; i < to; i++) {
        n += (double)p[i].n;
        serial += (double)p[i].serial;
    }
    *chance = fmin(range[1], fmax(range[0], n > 0 ? serial / n : 0));
    return serial * log(*chance) + (n - serial) * log(1 - *chance);
}

/* The likelihood of a step at AT, after another at PART where that is before AT. */
static double of_steps(const struct overlap_point *p, size_t n, size_t part, size_t at,
                       double *share)
{
    double chance, sum = likelihood(p, 0, part, below, &chance);

    sum += likelihood(p, at, n, beyond, &chance);
    *share = 0;
    return part < at ? sum + likelihood(p, part, at, between, share) : sum;
}

static double middle(const struct overlap_point *p, size_t at, double own)
{
    return (p[at - 1].x + p[at].x) / 2 + own;
}

/* Two steps of the same queue: whole, and half of it. */
static bool are_modes(const struct overlap_point *p, size_t part, size_t at, double own)
{
    double ratio = part > 0 && part < at ? middle(p, part, own) / middle(p, at, own) : 0;

    return ratio >= half_least && ratio <= half_most;
}

/* The likelihood of AT with the best part, or without one; *STEPS gets both. */
static double best_at(const struct overlap_point *p, size_t n, size_t at, bool two, double own,
                      struct overlap_steps *steps)
{
    double share, best = two ? -INFINITY : of_steps(p, n, at, at, &share);

    steps->at = steps->part = at;
    steps->share = 0;
    for (size_t part = 1; two && part < at; part++) {
        double sum = are_modes(p, part, at, own) ? of_steps(p, n, part, at, &share) : -INFINITY;

        if (sum > best) {
            best = sum;
            steps->part = part;
            steps->share = share;
        }
    }
    return best;
}

/* The most likely steps of one or two modes; -INFINITY: none. */
static double most_likely(const struct overlap_point *p, size_t n, bool two, double own,
                          struct overlap_steps *steps)
{
    double best = -INFINITY;

    for (size_t at = 1; at < n; at++) {
        struct overlap_steps s = { 0 };
        double sum = best_at(p, n, at, two, own, &s);

        if (sum > best) {
            best = sum;
            *steps = s;
        }
    }
    return best;
}

bool overlap_steps_find(const struct overlap_point *points, size_t n_points, double own,
                        struct overlap_steps *steps)
{
    struct overlap_steps one = { 0 }, modes = { 0 };
    double best_one = most_likely(points, n_points, false, own, &one),
           best_two = most_likely(points, n_points, true, own, &modes);
    bool two = best_two > best_one + more;
    double best = two ? best_two : best_one, chance;

    *steps = two ? modes : one;
    if (!(best > likelihood(points, 0, n_points, any, &chance) + much_more))
        return false;
    steps->first = steps->last = steps->at;
    for (size_t at = 1; at < n_points; at++) {
        struct overlap_steps s;
        double sum = best_at(points, n_points, at, two, own, &s);

        if (sum < best - within)
            continue;
        steps->first = at < steps->first ? at : steps->first;
        steps->last = at > steps->last ? at : steps->last;
    }
    return true;
}
