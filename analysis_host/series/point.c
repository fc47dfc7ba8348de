#include "point.h"
#include "curve.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_TIMINGS = 64 };

double point_cost(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = 0;

    for (; n < p->n_ticks && n < MOST_TIMINGS; n++)
        y[n] = (double)p->ticks[n] / (double)p->ops;
    if (n == 0)
        return NAN;
    return n > 1 ? stats_second_lowest(y, n) : y[0];
}

double point_cycle(const struct log_run *run)
{
    return curve_reference_ticks(run, 0);
}
