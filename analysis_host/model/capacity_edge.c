/* The capacity edge of a set: the number of lines after which a load costs more than its level
 * does. */
#include "capacity_edge.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_POINTS = 256, FEWEST_SCATTER = 4, FEWEST_POINTS = 3 };

/* How far off a plateau may lie: below by a part of the step that leads to it or of its own cost
 * (the TLB's share in the sweep that gave the costs), above by less, as there the level begins to
 * miss. */
static const double band_step = 0.3, band_cost = 0.15, band_next_step = 0.05;
/* The rise that ends a plateau: of its cost; up to more where that is next to nothing of the step,
 * as where a line of the program's own falls into the set; of its scatter, or, of a few points, of
 * their repetitions' distance; never more than a part of the step. */
static const double least_rise = 0.03, most_least_rise = 0.1, least_step = 0.05;
/* Two points that differ by no more are not on their way, either. */
static const double same_cost = 0.01;
static const double scatters = 6, noises = 3, most_step = 0.25;

static bool in_band(double y, const struct capacity_edge_costs *c)
{
    double below = fmax(band_step * (c->within - c->before), band_cost * c->within);
    double above = fmax(band_next_step * (c->beyond - c->within), band_cost * c->within);

    below = fmin(below, 0.5 * (c->within - c->before));
    above = fmin(above, 0.5 * (c->beyond - c->within));
    return y >= c->within - below && y <= c->within + above;
}

/* The points of a series that cost what the level does. */
struct plateau {
    double base;
    double error; /* by which they scatter, of the whole costs that they are differences of */
    size_t n;
};

static struct plateau find_plateau(const struct capacity_edge_point *at, size_t n,
                                   const struct capacity_edge_costs *costs)
{
    double y[MOST_POINTS];
    struct plateau p = { .n = 0 };
    size_t i;

    for (i = 0; i < n && p.n < MOST_POINTS; i++)
        if (in_band(at[i].y, costs))
            y[p.n++] = at[i].y;
    /* A curve on its way up passes through the band, too; with one line nothing is on its way. */
    if (p.n < FEWEST_POINTS && !(p.n > 0 && at[0].n == 1 && in_band(at[0].y, costs)) &&
        !(p.n == 2 && fabs(y[1] - y[0]) < same_cost * y[0]))
        p.n = 0;
    if (p.n == 0)
        return p;
    p.base = stats_quantile(y, p.n, p.n > 2 ? 0.4 : 0);
    p.n = 0;
    for (i = 0; i < n && p.n < MOST_POINTS; i++)
        if (in_band(at[i].y, costs))
            y[p.n++] = fabs(at[i].y - p.base) / fmax(at[i].whole, p.base);
    p.error = p.n >= FEWEST_SCATTER ? stats_median(y, p.n) : 0;
    return p;
}

/* Whether POINT still belongs to P. */
static bool held(const struct capacity_edge_point *point, const struct plateau *p,
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
    struct plateau p = find_plateau(at, n, costs);
    struct capacity_edge edge = { .plateau = p.n > 0 };

    for (size_t i = 0; i < n && p.n > 0; i++)
        if (held(&at[i], &p, costs)) {
            edge.lines = at[i].n;
            edge.found = i + 1 < n;
            edge.next = edge.found ? at[i + 1].n : 0;
            edge.sharp = edge.found && at[i + 1].y >= 0.2 * costs->within + 0.8 * costs->beyond;
        }
    return edge;
}
