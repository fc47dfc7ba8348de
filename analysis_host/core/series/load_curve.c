/* Points of a curve of latency over bandwidth. */
#include "load_curve.h"
#include "result/query.h"
#include "stats/stats.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_TIMINGS = 256 };

/* Lines are so long where the log does not say. */
#define USUAL_LINE 64.0

/* Bounds hold eight in ten timings: what neighbours move within a run they may move between runs.
 */
#define LOWEST  0.1
#define HIGHEST 0.9

/* Timings of a pace: ticks of a load, and bytes a tick of all. */
struct timings {
    double latency[MOST_TIMINGS], bandwidth[MOST_TIMINGS];
    size_t n;
};

double load_curve_line_bytes(const struct results *results)
{
    unsigned last = cache_levels(results);
    double line = last > 0 ? cache_nominal(results, last, CACHE_LINE) : 0;

    if (!(line > 0))
        line = cache_nominal(results, 1, CACHE_LINE);
    return line > 0 ? line : USUAL_LINE;
}

static bool is_chase(const struct log_sample *p)
{
    bool chased = p->n_x == 1 || (p->n_x == 2 && p->x[1] == 0);

    return chased && p->x[0] < LOAD_CURVE_PACES && p->n_ticks > 0 && p->ops > 0 && p->ticks[0] > 0;
}

/* Bytes that others moved during the timing I of S; 0: none, or not known. */
static double moved(const struct log_series *s, size_t i)
{
    if (i + 1 >= s->n_samples)
        return 0;
    const struct log_sample *p = &s->samples[i + 1], *chase = &s->samples[i];

    return p->n_x == 2 && p->x[1] == 1 && p->x[0] == chase->x[0] && p->n_ticks > 0 &&
                   p->ticks[0] == chase->ticks[0]
               ? (double)p->ops
               : 0;
}

static void gather(struct timings *t, const struct log_series *s, unsigned pace, double line_bytes)
{
    t->n = 0;
    for (size_t i = 0; i < s->n_samples && t->n < MOST_TIMINGS; i++) {
        const struct log_sample *p = &s->samples[i];
        double bytes = is_chase(p) ? moved(s, i) : 0;

        if (!is_chase(p) || p->x[0] != pace || (pace > 0 && !(bytes > 0)))
            continue;
        double ticks = (double)p->ticks[0], loads = (double)p->ops;
        t->latency[t->n] = ticks / loads;
        t->bandwidth[t->n++] = (bytes + loads * line_bytes) / ticks;
    }
}

struct load_curve load_curve_of(const struct log_series *series, double line_bytes)
{
    struct load_curve c = { .n = 0 };
    struct timings *t = malloc(sizeof *t);

    for (unsigned pace = 0; t != NULL && pace < LOAD_CURVE_PACES; pace++) {
        struct load_point p = { .pace = pace };

        gather(t, series, pace, line_bytes);
        p.n = t->n;
        p.latency = stats_median(t->latency, t->n);
        p.bandwidth = stats_median(t->bandwidth, t->n);
        p.latency_low = stats_quantile(t->latency, t->n, LOWEST);
        p.latency_high = stats_quantile(t->latency, t->n, HIGHEST);
        p.bandwidth_low = stats_quantile(t->bandwidth, t->n, LOWEST);
        p.bandwidth_high = stats_quantile(t->bandwidth, t->n, HIGHEST);
        if (t->n > 0)
            c.at[c.n++] = p;
    }
    free(t);
    return c;
}

static int by_bandwidth(const void *a, const void *b)
{
    const struct load_point *one = a, *other = b;

    return (one->bandwidth > other->bandwidth) - (one->bandwidth < other->bandwidth);
}

void load_curve_rise(struct load_curve *c)
{
    double y[3][LOAD_CURVE_PACES], weight[LOAD_CURVE_PACES];

    qsort(c->at, c->n, sizeof *c->at, by_bandwidth);
    for (unsigned i = 0; i < c->n; i++) {
        weight[i] = (double)c->at[i].n;
        y[0][i] = c->at[i].latency;
        y[1][i] = c->at[i].latency_low;
        y[2][i] = c->at[i].latency_high;
    }
    for (unsigned k = 0; k < 3; k++)
        (void)stats_isotonic(y[k], weight, c->n, y[k]);
    for (unsigned i = 0; i < c->n; i++) {
        c->at[i].latency = y[0][i];
        c->at[i].latency_low = y[1][i];
        c->at[i].latency_high = y[2][i];
    }
}

/* The point at SHARE of the way from A to B. */
static struct load_point mixed(const struct load_point *a, const struct load_point *b, double share)
{
    return (struct load_point){
        .n = a->n < b->n ? a->n : b->n,
        .latency = a->latency + share * (b->latency - a->latency),
        .latency_low = a->latency_low + share * (b->latency_low - a->latency_low),
        .latency_high = a->latency_high + share * (b->latency_high - a->latency_high),
        .bandwidth = a->bandwidth + share * (b->bandwidth - a->bandwidth),
        .bandwidth_low = a->bandwidth_low + share * (b->bandwidth_low - a->bandwidth_low),
        .bandwidth_high = a->bandwidth_high + share * (b->bandwidth_high - a->bandwidth_high),
    };
}

bool load_curve_latency(const struct load_curve *c, double bandwidth, struct load_point *between)
{
    for (unsigned i = 0; i + 1 < c->n; i++) {
        const struct load_point *a = &c->at[i], *b = a + 1;

        if (!(a->bandwidth <= bandwidth && bandwidth <= b->bandwidth) ||
            !(b->bandwidth > a->bandwidth))
            continue;
        *between = mixed(a, b, (bandwidth - a->bandwidth) / (b->bandwidth - a->bandwidth));
        return true;
    }
    return false;
}

bool load_curve_bandwidth(const struct load_curve *c, double latency, struct load_point *between)
{
    for (unsigned i = 0; i + 1 < c->n; i++) {
        const struct load_point *a = &c->at[i], *b = a + 1;

        if (!(a->latency < latency && latency <= b->latency))
            continue;
        *between = mixed(a, b, (latency - a->latency) / (b->latency - a->latency));
        return true;
    }
    return false;
}
