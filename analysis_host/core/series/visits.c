/* Reads series cache_visits: a curve of each visit, and the one that stands for all. */
#include "visits.h"
#include "curve.h"
#include "point.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ticks of an addition that was timed at visit NUMBER of S, by SHARE, point_chain_share(); 0: none
 * was.
 */
static double chain_of(const struct log_series *s, uint64_t number, double share)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        if (p->x[0] == 0 && p->x[1] == number && p->n_ticks > 0)
            return (double)p->ticks[0] / (double)p->ops * share;
    }
    return 0;
}

/* Returns the longest cycle that is believed of visits 0 to N - 1 of S, of a run whose cycle takes
 * WHOLE ticks. A chain that was disturbed must not make its visit look fast, so that one which
 * takes longer is believed only beside another that does, as where the clock was slowed. */
static double longest_cycle(const struct log_series *s, uint64_t n, double whole, double share)
{
    static const double apart = 1.1;
    double longest = whole, second = whole;

    for (uint64_t i = 0; i < n; i++) {
        double ticks = chain_of(s, i, share);

        second = fmax(second, fmin(longest, ticks));
        longest = fmax(longest, ticks);
    }
    return apart * second;
}

static int by_x(const void *a, const void *b)
{
    const struct curve_point *p = a, *q = b;

    return (p->x > q->x) - (p->x < q->x);
}

static struct curve_point point_of(double x, double cost)
{
    return (struct curve_point){
        .x = x, .y = cost, .typical = cost, .mean = cost, .fair = cost, .n = 1
    };
}

/* Appends what visit NUMBER of S timed to CURVE, which has room. */
static void append_visit(struct curve *curve, const struct log_series *s, uint64_t number,
                         double cycle)
{
    size_t before = curve->n;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        if (p->x[0] == 0 || p->x[1] != number || p->n_x != 2 || p->n_ticks == 0)
            continue;
        curve->at[curve->n++] =
            point_of((double)p->x[0], (double)p->ticks[0] / (double)p->ops / cycle);
    }
    qsort(curve->at + before, curve->n - before, sizeof *curve->at, by_x);
}

/* Takes ADDED, which has a number for each point of BASE, out of the points of C from BELOW on. */
static void take_out(struct curve *c, size_t below, const struct curve *base, const double *added)
{
    for (size_t i = below; added && base->n > 0 && i < c->n; i++) {
        size_t near = curve_first(base, c->at[i].x);
        double y = c->at[i].y - added[near < base->n ? near : base->n - 1];

        c->at[i] = point_of(c->at[i].x, y);
    }
}

/* The least working set of S, the greatest number of a visit plus one. */
static double measure_series(const struct log_series *s, uint64_t *numbers)
{
    double least = INFINITY;

    *numbers = 0;
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        if (p->x[0] > 0)
            least = fmin(least, (double)p->x[0]);
        if (p->x[1] >= *numbers)
            *numbers = p->x[1] + 1;
    }
    return least;
}

/* Keeps visits that have as many points as half of all have, and cuts those that have more: the
 * largest working sets go, the last point, of memory, stays. */
static void cut_to_half(struct visits *v)
{
    double points[VISITS_MOST];
    size_t most, kept = 0;

    for (size_t i = 0; i < v->n; i++)
        points[i] = (double)v->curve[i].n;
    most = v->n > 0 ? (size_t)stats_quantile(points, v->n, 0.5) : 0;
    for (size_t i = 0; i < v->n; i++) {
        struct curve *c = &v->curve[i];

        if (c->n < most || most == 0) {
            free(c->at);
            continue;
        }
        c->at[most - 1] = c->at[c->n - 1];
        c->n = most;
        v->curve[kept++] = *c;
    }
    v->n = kept;
}

int visits_make(struct visits *v, const struct log_run *run, const struct curve *base,
                const double *added)
{
    size_t at = log_find_sampled(run, "cache_visits");
    double whole = point_reference_ticks(run, 0), share = point_chain_share(run);
    uint64_t numbers;

    *v = (struct visits){ 0 };
    if (at >= run->n_series || run->series[at].damaged || !base->in_cycles || whole <= 0)
        return 0;
    const struct log_series *s = &run->series[at];
    v->from = measure_series(s, &numbers);
    size_t below = curve_first(base, v->from);
    numbers = numbers < VISITS_MOST ? numbers : VISITS_MOST;
    double longest = longest_cycle(s, numbers, whole, share);
    for (uint64_t i = 0; i < numbers; i++) {
        struct curve *c = &v->curve[v->n];
        double chain = chain_of(s, i, share), cycle = chain > 0 ? fmin(chain, longest) : whole;

        *c = *base;
        c->at = malloc((below + s->n_samples + 1) * sizeof *c->at);
        if (c->at == NULL) {
            visits_free(v);
            return -1;
        }
        memcpy(c->at, base->at, below * sizeof *c->at);
        c->n = below;
        v->n++;
        c->cycle_ns *= cycle / whole;
        append_visit(c, s, i, cycle);
        take_out(c, below, base, added);
    }
    cut_to_half(v);
    return 0;
}

void visits_free(struct visits *v)
{
    for (size_t i = 0; i < v->n; i++)
        free(v->curve[i].at);
    *v = (struct visits){ 0 };
}

/* Costs of point I in all visits, into Y. */
static void costs_at(const struct visits *v, size_t i, double *y)
{
    for (size_t k = 0; k < v->n; k++)
        y[k] = v->curve[k].at[i].y;
}

double visits_apart(const struct visits *v, const struct curve *base)
{
    double apart = 1, y[VISITS_MOST];

    for (size_t i = 0; v->n > 0 && i < v->curve[0].n; i++) {
        double x = v->curve[0].at[i].x;
        const struct curve_point *p = x < 2 * v->from ? NULL : curve_at(base, x, 0);

        if (p == NULL || p->y <= 0)
            continue;
        costs_at(v, i, y);
        apart = fmax(apart, p->y / stats_quantile(y, v->n, 0.25));
    }
    return apart;
}

/* What point I cost in the visit in which it cost least, or in SWEPT, which may be NULL. */
static struct curve_point least_at(const struct visits *v, size_t i,
                                   const struct curve_point *swept)
{
    double y[VISITS_MOST];

    costs_at(v, i, y);
    double least = stats_quantile(y, v->n, 0);
    struct curve_point p =
        point_of(v->curve[0].at[i].x, swept != NULL ? fmin(least, swept->y) : least);
    p.n = v->n;
    return p;
}

int visits_replace(const struct visits *v, struct curve *curve)
{
    if (v->n == 0)
        return 0;
    size_t visited = v->curve[0].n - 1, n = 0;
    struct curve_point *at = malloc((visited + curve->n + 1) * sizeof *at);

    if (at == NULL)
        return -1;
    for (; n < visited; n++) {
        double x = v->curve[0].at[n].x;

        at[n] = x < v->from ? v->curve[0].at[n] : least_at(v, n, curve_at(curve, x, 0));
    }
    double memory = v->curve[0].at[visited].x;
    for (size_t i = curve_first(curve, at[n - 1].x); i < curve->n && curve->at[i].x < memory; i++)
        if (curve->at[i].x > at[n - 1].x)
            at[n++] = curve->at[i];
    at[n++] = least_at(v, visited, curve_at(curve, memory, 0));
    free(curve->at);
    curve->at = at;
    curve->n = n;
    return 0;
}
