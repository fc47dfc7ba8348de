#include "infer_shape.h"
#include "stats.h"
#include <math.h>

enum { STEPS = 160 };

double shape_lru(double x, double c, double ways)
{
    return fmin(1, fmax(0, (x - c) * (ways + 1) / x));
}

/* Share that a cyclic walk of LINES lines misses in a set of WAYS ways under random replacement. A
 * fit to steady states of 2 to 16 ways within 0.03; the mean-field equation is far off near WAYS.
 */
static double random_misses(double lines, double ways)
{
    return 1 - pow(ways / lines, 2.2);
}

double shape_random(double x, double c, double ways)
{
    return x <= c ? 0 : random_misses(ways * x / c, ways);
}

double shape_frames(double x, double c, double ways, double page)
{
    double colours = c / (ways * page), pages = x / page;

    if (colours < 1.5) /* a page covers every set: nothing is left to chance */
        return shape_lru(x, c, ways);
    if (pages <= ways)
        return 0;
    return stats_binomial_tail((uint64_t)(pages - 1), 1 / colours, (uint64_t)ways);
}

double shape_frames_random(double x, double c, double ways, double page)
{
    double p = ways * page / c, others = floor(x / page) - 1, share = 0;

    if (p > 0.67)
        return shape_random(x, c, ways);
    if (others < ways)
        return 0;
    double chance = pow(1 - p, others); /* that K other pages have this page's colour */
    double more = 1;                    /* chance of K or more; so many miss all */
    for (double k = 0; k <= others && k < 8 * ways + 8; k++) {
        if (k >= ways && chance > 1e-6)
            share += chance * random_misses(k + 1, ways);
        more -= chance;
        chance *= (others - k) / (k + 1) * p / (1 - p);
    }
    return fmin(1, share + fmax(0, more));
}

enum model { LRU, RANDOM, FRAMES, FRAMES_RANDOM, MODELS };

static const char *const names[] = {
    [LRU] = "sets overflow in turn",
    [RANDOM] = "random replacement",
    [FRAMES] = "pages in random frames",
    [FRAMES_RANDOM] = "random frames, random replacement",
};

static const double ways_of[] = { 1,  1.5, 2,  2.5, 3,  4,  5,  6,  7,  8,
                                  10, 12,  16, 18,  20, 24, 32, 48, 64, 128 };
enum { WAYS = sizeof ways_of / sizeof ways_of[0] };

static double value_of(enum model model, double x, double c, double ways, double page)
{
    if (model == RANDOM)
        return shape_random(x, c, ways);
    if (model == FRAMES)
        return shape_frames(x, c, ways, page);
    if (model == FRAMES_RANDOM)
        return shape_frames_random(x, c, ways, page);
    return shape_lru(x, c, ways);
}

/* Frames need at least two colours: pages that all cover every set leave nothing to chance. */
static bool possible(enum model model, double c, double ways, double page)
{
    if (model == LRU)
        return true;
    if (model == RANDOM)
        return ways == 8; /* they hardly matter */
    return ways >= 1 + (model == FRAMES_RANDOM) && ways <= 32 && ways == floor(ways) &&
           c >= 1.9 * ways * page;
}

static double rms_of(const struct rise *r, enum model model, double c, double ways)
{
    double sum = 0;

    for (size_t i = 0; i < r->n; i++) {
        double d = r->share[i] - value_of(model, r->x[i], c, ways, r->page);
        sum += d * d;
    }
    return sqrt(sum / (double)r->n);
}

typedef void seen_fn(struct shape *shape, enum model model, double c, double ways, double rms);

static void each_candidate(const struct rise *r, seen_fn *seen, struct shape *shape)
{
    double low = r->x[0], high = r->x[r->n - 1];

    /* What does not miss fits: no model has a capacity below that. */
    for (size_t i = 0; i < r->n && r->share[i] < 0.015; i++)
        low = r->x[i];
    for (enum model model = LRU; model < (r->contiguous ? FRAMES : MODELS); model++)
        for (int w = 0; w < WAYS; w++)
            for (int s = 0; s <= STEPS; s++) {
                double c = low * pow(high / low, (double)s / STEPS);

                if (possible(model, c, ways_of[w], r->page))
                    seen(shape, model, c, ways_of[w], rms_of(r, model, c, ways_of[w]));
            }
}

static void keep_best(struct shape *shape, enum model model, double c, double ways, double rms)
{
    /* A simpler model is listed first and must be beaten clearly. */
    if (shape->name && rms > shape->rms * (names[model] == shape->name ? 1 : 0.9) - 1e-9)
        return;
    shape->name = names[model];
    shape->capacity = c;
    shape->ways = model == RANDOM ? 0 : ways;
    shape->rms = rms;
}

static void widen(struct shape *shape, double c)
{
    shape->capacity_low = fmin(shape->capacity_low, c);
    shape->capacity_high = fmax(shape->capacity_high, c);
}

static void widen_near(struct shape *shape, enum model model, double c, double ways, double rms)
{
    (void)model;
    (void)ways;
    if (rms <= shape->rms * 1.25 + 0.01)
        widen(shape, c);
}

static void widen_far(struct shape *shape, enum model model, double c, double ways, double rms)
{
    (void)model;
    (void)ways;
    if (rms <= shape->rms * 1.8 + 0.02)
        widen(shape, c);
}

void shape_fit(const struct rise *rise, struct shape *shape)
{
    *shape = (struct shape){ .rms = INFINITY };
    each_candidate(rise, keep_best, shape);
    shape->capacity_low = shape->capacity_high = shape->capacity;
    each_candidate(rise, rise->one_draw ? widen_far : widen_near, shape);
}
