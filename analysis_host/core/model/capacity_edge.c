/* The capacity edge of a set: the number of lines after which a load costs more than its level
 * does. */
#include "capacity_edge.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_POINTS = 256, FEWEST_SCATTER = 4, FEWEST_POINTS = 3 };

/* Cost band taken as this level. Low side: the larger of 30 % of the step from the nearer level and
 * 15 % of its own latency, since that latency includes TLB time. High side: the larger of 5 % of
 * the next step and 15 %. Neither side goes half way to the next level. */
static const double band_step = 0.3, band_cost = 0.15, band_next_step = 0.05;
/* The rise that ends a plateau: the largest of 3 % of its cost (up to 10 % while that is below 5 %
 * of the step, for a line of the program in the set), 6 times its scatter and, with fewer than four
 * points, 3 times the noise of the point; at most 25 % of the step. */
static const double least_rise = 0.03, most_least_rise = 0.1, least_step = 0.05;
/* After so many points in a row beyond half of the step, one on the plateau was disturbed: an
 * exclusive pair, of which some numbers of lines fit again, has fewer in a row. */
enum { BEYOND_FOR_GOOD = 4 };
/* Two points within 1 % are a plateau; others may be on their way up. */
static const double same_cost = 0.01;
static const double scatters = 6, noises = 3, most_step = 0.25;

static bool in_cost_band(double y, const struct capacity_edge_costs *c)
{
    double below = fmax(band_step * (c->within - c->before), band_cost * c->within);
    double above = fmax(band_next_step * (c->beyond - c->within), band_cost * c->within);

    below = fmin(below, 0.5 * (c->within - c->before));
    above = fmin(above, 0.5 * (c->beyond - c->within));
    return y >= c->within - below && y <= c->within + above;
}

/* The points of a series whose cost is that of the level. */
struct plateau {
    double base;
    double error; /* median distance from base, relative to the whole costs */
    size_t n;
};

static struct plateau plateau_of(const struct capacity_edge_point *at, size_t n,
                                 const struct capacity_edge_costs *costs)
{
    double y[MOST_POINTS];
    struct plateau p = { .n = 0 };
    size_t i;

    for (i = 0; i < n && p.n < MOST_POINTS; i++)
        if (in_cost_band(at[i].y, costs))
            y[p.n++] = at[i].y;
    /* A curve on its way up passes through the band, too; a single line is not on its way. */
    if (p.n < FEWEST_POINTS && !(p.n > 0 && at[0].n == 1 && in_cost_band(at[0].y, costs)) &&
        !(p.n == 2 && fabs(y[1] - y[0]) < same_cost * y[0]))
        p.n = 0;
    if (p.n == 0)
        return p;
    p.base = stats_quantile(y, p.n, p.n > 2 ? 0.4 : 0);
    p.n = 0;
    for (i = 0; i < n && p.n < MOST_POINTS; i++)
        if (in_cost_band(at[i].y, costs))
            y[p.n++] = fabs(at[i].y - p.base) / fmax(at[i].whole, p.base);
    p.error = p.n >= FEWEST_SCATTER ? stats_median(y, p.n) : 0;
    return p;
}

/* Returns true when POINT belongs to plateau P. */
static bool on_plateau(const struct capacity_edge_point *point, const struct plateau *p,
                       const struct capacity_edge_costs *costs)
{
    double step = costs->beyond - costs->within;
    double rise = fmax(least_rise * p->base, fmin(most_least_rise * p->base, least_step * step));

    if (p->n < FEWEST_SCATTER)
        rise = fmax(rise, noises * point->noise);
    rise = fmax(rise, scatters * p->error * point->whole);
    return point->y <= p->base + fmin(rise, most_step * step);
}

struct capacity_edge capacity_edge_find(const struct capacity_edge_point *at, size_t n,
                                        const struct capacity_edge_costs *costs)
{
    struct plateau p = plateau_of(at, n, costs);
    struct capacity_edge edge = { .plateau = p.n > 0 };
    size_t beyond = 0; /* points in a row that cost more than half of the step */

    for (size_t i = 0; i < n && p.n > 0 && beyond < BEYOND_FOR_GOOD; i++) {
        beyond = at[i].y > (costs->within + costs->beyond) / 2 ? beyond + 1 : 0;
        if (on_plateau(&at[i], &p, costs)) {
            edge.lines = at[i].n;
            edge.found = i + 1 < n;
            edge.next = edge.found ? at[i + 1].n : 0;
            edge.sharp = edge.found && at[i + 1].y >= 0.2 * costs->within + 0.8 * costs->beyond;
        }
    }
    return edge;
}
