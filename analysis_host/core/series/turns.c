/* Reads chains that were timed in turn. */
#include "turns.h"
#include "point.h"
#include <math.h>

enum { REFERENCE = 99 };

static double reference_ticks(const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == REFERENCE && point_cost(&s->samples[i]) > 0)
            return point_cost(&s->samples[i]);
    return 0;
}

void turns_gather(struct turns *t, const struct log_run *run, const struct log_series *s)
{
    double beside = reference_ticks(s) * point_chain_share(run);

    t->cycle = beside > 0 ? beside : point_cycle(run);
    for (unsigned k = 0; k < TURNS_MOST; k++)
        t->least[k] = t->cost[k] = t->median[k] = t->ticks[k] = NAN;
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        double unit = t->cycle > 0 ? t->cycle : NAN;

        if (p->x[0] >= TURNS_MOST || !(point_cost(p) > 0) || t->ticks[p->x[0]] > 0)
            continue;
        t->ticks[p->x[0]] = point_cost(p);
        t->least[p->x[0]] = point_least(p) / unit;
        t->cost[p->x[0]] = point_cost(p) / unit;
        t->median[p->x[0]] = point_median(p) / unit;
    }
}
