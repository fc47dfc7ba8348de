/* Ticks of one operation at a point, from its timings. */
#include "point.h"
#include "curve.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_TIMINGS = 64 };

/* Ticks of an operation in each timing of P, into Y; their number. */
static size_t costs_of(const struct log_sample *p, double y[MOST_TIMINGS])
{
    size_t n = 0;

    for (; n < p->n_ticks && n < MOST_TIMINGS; n++)
        y[n] = (double)p->ticks[n] / (double)p->ops;
    return n;
}

double point_cost(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    if (n == 0)
        return NAN;
    return n > 1 ? stats_second_lowest(y, n) : y[0];
}

double point_median(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    return stats_median(y, n);
}

double point_least(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    return stats_min(y, n);
}

double point_cycle(const struct log_run *run)
{
    return curve_reference_ticks(run, 0);
}
