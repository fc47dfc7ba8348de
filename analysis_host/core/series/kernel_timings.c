/* Judges timings of kernels. */
#include "kernel_timings.h"
#include "again.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_TIMINGS = 256, PAPER_TIMINGS = 10 };

/* The chance that a bound of undisturbed times holds. */
#define FLOOR_LEVEL 0.9
/* Timings agree when they differ by at most this share. */
#define AGREE 0.1

/* Ticks of one run, in the order received. */
struct costs {
    double y[MOST_TIMINGS];
    size_t n;
};

static void add(struct costs *c, const struct log_sample *sample, double scale)
{
    for (size_t i = 0; i < sample->n_ticks && c->n < MOST_TIMINGS; i++)
        c->y[c->n++] = (double)sample->ticks[i] / (double)sample->ops * scale;
}

static double agreement(const struct costs *c, double ticks)
{
    size_t agree = 0;

    for (size_t i = 0; i < c->n; i++)
        agree += fabs(c->y[i] - ticks) <= AGREE * ticks;
    return evidence_agreement(agree, c->n);
}

/* What all of them say, whether disturbed or not. */
static void take_all(struct kernel_point *p, const struct costs *c)
{
    p->timings = c->n;
    p->least = stats_min(c->y, c->n);
    p->second = c->n > 1 ? stats_second_lowest(c->y, c->n) : p->least;
    p->median = stats_median(c->y, c->n);
    p->most = stats_quantile(c->y, c->n, 1);
    p->floor = c->n > 1 ? fmax(0, stats_undisturbed_low(c->y, c->n, FLOOR_LEVEL)) : p->least;
}

void kernel_timings_take(struct kernel_point *p, const struct log_sample *sample,
                         enum method method)
{
    struct costs c = { .n = 0 };

    add(&c, sample, 1);
    take_all(p, &c);
    p->sample = sample;
    p->lower = stats_quantile(c.y, c.n, 0.25);
    p->upper = stats_quantile(c.y, c.n, 0.75);
    p->ticks = method == METHOD_PAPER ? stats_min(c.y, c.n < PAPER_TIMINGS ? c.n : PAPER_TIMINGS)
                                      : p->lower; /* the median of the lower half */
    p->agreement = agreement(&c, p->ticks);
}

/* Those of C that are nearly as fast as the second fastest. */
static struct costs quiet_of(const struct costs *c)
{
    double most = stats_second_lowest(c->y, c->n) / (1 - AGAIN_QUIET);
    struct costs quiet = { .n = 0 };

    for (size_t i = 0; i < c->n; i++)
        if (c->y[i] <= most)
            quiet.y[quiet.n++] = c->y[i];
    return quiet;
}

void kernel_timings_again(struct kernel_point *p, const struct log_series *again, double scale)
{
    struct costs c = { .n = 0 };
    size_t before;

    if (p->sample != NULL)
        add(&c, p->sample, 1);
    before = c.n;
    for (size_t i = 0; i < again->n_samples; i++)
        if (again->samples[i].n_x == 2 && again->samples[i].x[0] == p->n && p->n > 0)
            add(&c, &again->samples[i], scale);
    if (c.n == before || p->sample == NULL || c.n < 2)
        return;
    take_all(p, &c);
    struct costs quiet = quiet_of(&c);
    p->quiet = quiet.n;
    p->slowest_quiet = stats_quantile(quiet.y, quiet.n, 1);
    p->lower = stats_quantile(quiet.y, quiet.n, 0.25);
    p->ticks = stats_median(quiet.y, quiet.n);
    p->upper = stats_quantile(quiet.y, quiet.n, 0.75);
    p->agreement = evidence_agreement(quiet.n, quiet.n);
}
