/* Tries each size that a level of known ways may have. */
#include "known_ways.h"
#include "miss_ratio.h"
#include <math.h>
#include <stdbool.h>

enum { FEWEST_POINTS = 8 };

/* A model whose misses are further off, root mean square, is none of this level. */
static const double far_off = 0.25;
/* Points of a greater share are of the level after the next. */
static const double beyond_next = 1.1;

typedef double share_fn(double x, double bytes, const struct known_ways *level, double page);

static double ordered(double x, double bytes, const struct known_ways *level, double page)
{
    (void)page;
    return miss_ratio_lru(x, bytes, level->ways);
}

static double ordered_random(double x, double bytes, const struct known_ways *level, double page)
{
    (void)page;
    return miss_ratio_random(x, bytes, level->ways);
}

static double scattered(double x, double bytes, const struct known_ways *level, double page)
{
    return miss_ratio_frames(x, bytes, level->ways, page);
}

static double scattered_random(double x, double bytes, const struct known_ways *level, double page)
{
    return miss_ratio_frames_random(x, bytes, level->ways, page);
}

static double scattered_recent(double x, double bytes, const struct known_ways *level, double page)
{
    return miss_ratio_frames_recent(x, bytes, level->ways, page);
}

/* What is read of a point: the lowest cost, as neighbours only add, or the usual draw of frames. */
static double cost_of(const struct curve_point *p, bool usual)
{
    return usual ? p->typical : p->y;
}

/* Returns how far the misses of MODEL in BYTES are from C's, root mean square; infinity: too few
 * points tell. Noise only adds, so that no point costs more than one of a larger working set. */
static double misfit(const struct curve *c, const struct known_ways *level, double bytes,
                     share_fn *model, bool usual)
{
    double sum = 0, cost = INFINITY;
    size_t n = 0;

    for (size_t i = c->n; i-- > 0 && c->at[i].x > level->from;) {
        cost = fmin(cost, cost_of(&c->at[i], usual));
        double share = (cost - level->within) / (level->beyond - level->within);

        if (share > beyond_next)
            continue;
        share = fmax(0, fmin(1, share)) - model(c->at[i].x, bytes, level, c->page);
        sum += share * share;
        n++;
    }
    return n >= FEWEST_POINTS ? sqrt(sum / (double)n) : INFINITY;
}

/* Whatever a policy does, a walk round and round finds at most BYTES of its working set in the
 * level. Returns true where C's lowest costs, on which noise only adds, say that it found more, at
 * up to twice BYTES: further on what the next level costs decides. */
static bool holds_more(const struct curve *c, const struct known_ways *level, double bytes)
{
    static const double off = 0.1;
    double cost = INFINITY;

    for (size_t i = c->n; i-- > 0 && c->at[i].x > level->from;) {
        cost = fmin(cost, c->at[i].y);
        if (c->at[i].x <= 2 * bytes &&
            (cost - level->within) / (level->beyond - level->within) < 1 - bytes / c->at[i].x - off)
            return true;
    }
    return false;
}

/* The least misfit of any model in BYTES. */
static double least_misfit(const struct curve *c, const struct known_ways *level, double bytes)
{
    static share_fn *const models[] = { scattered, scattered_recent, scattered_random, ordered,
                                        ordered_random };
    enum { SCATTERED = 3 };
    size_t n = c->drawn ? SCATTERED : sizeof models / sizeof models[0];
    double least = INFINITY;

    for (size_t i = 0; i < 2 * n; i++)
        least = fmin(least, misfit(c, level, bytes, models[i / 2], i % 2 > 0));
    return least;
}

/* Of sizes that fit about as well the largest: others on the core take of a cache, and never give.
 */
double known_ways_bytes(const struct curve *curve, const struct known_ways *level, double about)
{
    static const double as_well = 1.25;
    double set = level->ways * level->line, least = far_off, found = 0;

    if (!(level->beyond > level->within) || !(set > 0) || !(about >= 8 * set))
        return 0;
    for (double bytes = exp2(floor(log2(about / 8 / set))) * set; bytes <= 8 * about; bytes *= 2) {
        double here = least_misfit(curve, level, bytes);

        if (here > far_off || here > as_well * least || holds_more(curve, level, bytes))
            continue;
        least = fmin(least, here);
        found = bytes;
    }
    return found;
}
