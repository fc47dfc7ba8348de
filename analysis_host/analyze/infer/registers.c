/* Live ranges: regs.TYPE, how many variables registers hold (BlackjackBench section 3.5). */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_POINTS = 160, FEWEST_POINTS = 6, MOST_ROUNDS = 64 };

/* Costs are compared as logarithms: a difference is about a share. */
static const struct thresholds {
    double rise;       /* the least rise that counts */
    double sigmas;     /* and that in deviations of the points */
    double bigger;     /* a rise that is followed by one so many times as large is none */
    double low_share;  /* of the points of a round, the share that only the clock slows */
    double hidden;     /* first spills that cost less may come after some that cost nothing */
    double noise;      /* between rounds; the note reports more than this */
    unsigned lasting;  /* points after the edge that must cost more */
    unsigned around;   /* points on each side of the edge that its noise is taken from */
    double own;        /* share of a rise that the cost of a timing itself may make */
    double of_counter; /* accesses to the stack of a lap that the loop's own counter explains */
} threshold = { 0.05, 4, 2, 0.15, 0.10, 0.05, 3, 4, 0.01, 2 };

/* The points of a series that can be used, by ascending number of variables. */
struct lives {
    const struct log_sample *sample[MOST_POINTS];
    double live[MOST_POINTS];
    double refs[MOST_POINTS];  /* instructions of a lap that use the stack; NaN: not counted */
    double scale[MOST_ROUNDS]; /* how much slower each round was than the fastest, all of it */
    size_t n, n_rounds;
};

/* What of the timings of a point is its cost. */
enum estimate { SECOND_LOWEST, LEAST, MEDIAN };

/* Time of an addition by the number of variables. */
struct curve {
    double live[MOST_POINTS], cost[MOST_POINTS];
    double noise[MOST_POINTS]; /* half of what the median is above the second lowest, as a share */
    size_t n;
};

/* Where costs begin to rise for good. */
struct edge {
    size_t at;    /* the last point before; the last of all: they do not */
    size_t first; /* the first such point, where the rise after it may be none */
    double level; /* logarithm of the cost there */
};

/* ---- costs ---- */

/* Fills Y with the costs of an addition at P by rounds but SKIP; how many. Timings that are not of
 * all rounds are taken as they are. */
static size_t costs_of(const struct lives *l, const struct log_sample *p, size_t skip, double *y)
{
    size_t n = 0;

    for (size_t r = 0; r < p->n_ticks && r < MOST_ROUNDS; r++)
        if (r != skip)
            y[n++] = (double)p->ticks[r] / (double)p->ops /
                     (p->n_ticks == l->n_rounds ? l->scale[r] : 1);
    return n;
}

/* The scale of round R: a clock that changes slows all points, a neighbour most of them at most. */
static double scale_of(const struct lives *l, size_t r)
{
    double share[MOST_POINTS], ticks[MOST_ROUNDS];
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++) {
        const struct log_sample *p = l->sample[i];

        if (p->n_ticks != l->n_rounds)
            continue;
        for (size_t k = 0; k < l->n_rounds; k++)
            ticks[k] = (double)p->ticks[k];
        share[n++] = ticks[r] / stats_min(ticks, l->n_rounds);
    }
    double scale = stats_quantile(share, n, threshold.low_share);
    return scale > 0 && isfinite(scale) ? scale : 1;
}

static void gather(struct lives *l, const struct log_series *s)
{
    double y[MOST_ROUNDS];

    l->n = l->n_rounds = 0;
    for (size_t i = 0; i < s->n_samples && l->n < MOST_POINTS; i++) {
        const struct log_sample *p = &s->samples[i];
        double live = (double)p->x[0];

        if (p->ops == 0 || p->n_ticks == 0 || (l->n > 0 && live <= l->live[l->n - 1]) ||
            !(stats_min(y, costs_of(l, p, SIZE_MAX, y)) > 0))
            continue;
        l->sample[l->n] = p;
        l->live[l->n] = live;
        l->refs[l->n++] = p->n_x == 2 ? (double)p->x[1] : NAN;
    }
    for (size_t i = 0; i < l->n; i++)
        if (l->sample[i]->n_ticks > l->n_rounds && l->sample[i]->n_ticks <= MOST_ROUNDS)
            l->n_rounds = l->sample[i]->n_ticks;
    for (size_t r = 0; r < l->n_rounds; r++)
        l->scale[r] = scale_of(l, r);
}

/* Fills C without round SKIP and without point LEFT_OUT (SIZE_MAX: with all). */
static void draw(struct curve *c, const struct lives *l, enum estimate estimate, size_t skip,
                 size_t left_out)
{
    double y[MOST_ROUNDS];

    c->n = 0;
    for (size_t i = 0; i < l->n; i++) {
        size_t n = costs_of(l, l->sample[i], skip, y);

        if (i == left_out || n == 0)
            continue;
        double second = n == 1 ? y[0] : stats_second_lowest(y, n);
        c->live[c->n] = l->live[i];
        c->noise[c->n] = fmax(0, stats_median(y, n) / second - 1) / 2;
        c->cost[c->n++] = estimate == LEAST    ? stats_min(y, n)
                          : estimate == MEDIAN ? stats_median(y, n)
                                               : second;
    }
}

/* ---- the edge ---- */

/* Inserts Y into the N of KEPT, which ascend. */
static void insert(double *kept, size_t n, double y)
{
    for (; n > 0 && kept[n - 1] > y; n--)
        kept[n] = kept[n - 1];
    kept[n] = y;
}

/* Fills Y with the logarithms of C's costs, without peaks of a single point: what interrupted its
 * timings, or how its loop lies in memory. */
static void smooth(const struct curve *c, double *y)
{
    for (size_t i = 0; i < c->n; i++) {
        double beside = i > 0 && i + 1 < c->n ? fmax(c->cost[i - 1], c->cost[i + 1]) : INFINITY;

        y[i] = log(fmin(c->cost[i], beside));
    }
}

/* Of a falling curve through the first points of Y[0..N), with the least sum of absolute
 * differences of logarithms: that sum in MISFIT and where the curve ends in LEVEL, by the last
 * point. Prefix isotonic regression (Stout, Computational Statistics and Data Analysis 53, 2008).
 */
static void fit_falling(const double *y, size_t n, double *misfit, double *level)
{
    double kept[MOST_POINTS]; /* logarithms that the curve may end at, from the lowest */
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        if (i > 0 && y[i] > kept[0]) {
            sum += y[i] - kept[0];
            memmove(kept, kept + 1, (i - 1) * sizeof *kept);
            insert(kept, i - 1, y[i]);
        }
        insert(kept, i, y[i]);
        misfit[i] = sum;
        level[i] = kept[0];
    }
}

/* A curve of logarithms, and how it fits what is expected of it. */
struct fit {
    double y[MOST_POINTS], misfit[MOST_POINTS], level[MOST_POINTS];
    size_t n;
};

/* The point up to which costs fall, and after which all are higher, with the least misfit; points
 * deviate by SIGMA. Few variables leave units idle, so that the curve falls first. */
static size_t split(const struct fit *f, double sigma)
{
    double rise = fmax(threshold.rise, threshold.sigmas * sigma), least = INFINITY;
    size_t best = 0;

    for (size_t at = 0; at < f->n; at++) {
        double score = f->misfit[at];

        for (size_t i = at + 1; i < f->n; i++)
            score += fmax(0, f->level[at] + rise - f->y[i]);
        if (score < least) {
            least = score;
            best = at;
        }
    }
    return best;
}

/* The edge of C. A first rise that is small beside the next is the counter of the loop, or chance:
 * no spill costs more than the first (BlackjackBench section 4.2.2). */
static struct edge find_edge(const struct curve *c)
{
    double noise = stats_median(c->noise, c->n);
    struct fit f = { .n = c->n };

    smooth(c, f.y);
    fit_falling(f.y, f.n, f.misfit, f.level);
    size_t at = split(&f, noise);
    at = split(&f, fmax(noise, 1.25 * f.misfit[at] / (double)(at + 1)));
    struct edge e = { .at = at, .first = at, .level = f.level[at] };
    while (e.at + 2 < f.n &&
           f.y[e.at + 2] - f.y[e.at + 1] > threshold.bigger * (f.y[e.at + 1] - e.level))
        e.at++;
    return e;
}

/* Numbers of variables that may be the last in registers: up to the next that was tried. */
struct span {
    double low, high;
};

static struct span span_of(const struct curve *c, size_t at)
{
    double high = at + 1 < c->n ? c->live[at + 1] - 1 : c->live[at];

    return (struct span){ c->live[at], fmax(c->live[at], high) };
}

static bool meet(struct span a, struct span b)
{
    return a.low <= b.high && b.low <= a.high;
}

/* How the answer fares without some of the samples. */
struct votes {
    size_t n, agree;
    struct span all; /* of all votes */
};

/* Takes part of the samples' C; returns true where it has the same answer as VALUE. */
static bool vote(struct votes *v, const struct curve *c, double value)
{
    struct edge e = find_edge(c);
    struct span found = span_of(c, e.at);
    bool agrees = e.at + 1 < c->n && found.low <= value && value <= found.high;

    if (!agrees && e.at + 1 < c->n) {
        v->all.low = fmin(v->all.low, found.low);
        v->all.high = fmax(v->all.high, found.high);
    }
    return agrees;
}

/* VALUE, whose span is ITS, without each round, by the least and the median, and without each
 * point, which together are one vote. */
static struct votes jackknife(const struct lives *l, double value, struct span its)
{
    struct votes v = { .all = its };
    struct curve c;
    bool same = true;

    for (size_t r = 0; r < l->n_rounds && l->n_rounds > 1; r++, v.n++) {
        draw(&c, l, SECOND_LOWEST, r, SIZE_MAX);
        v.agree += vote(&v, &c, value);
    }
    for (enum estimate e = LEAST; e <= MEDIAN; e++, v.n++) {
        draw(&c, l, e, SIZE_MAX, SIZE_MAX);
        v.agree += vote(&v, &c, value);
    }
    for (size_t i = 0; i < l->n; i++) {
        draw(&c, l, SECOND_LOWEST, SIZE_MAX, i);
        same = vote(&v, &c, value) && same;
    }
    v.agree += same;
    v.n++;
    return v;
}

/* The noise of the points around AT. */
static double noise_around(const struct curve *c, size_t at)
{
    size_t from = at > threshold.around ? at - threshold.around : 0;
    size_t to = at + threshold.around < c->n ? at + threshold.around : c->n - 1;

    return stats_median(c->noise + from, to - from + 1);
}

/* The least that the points next after E cost more. */
static double lasting_rise(const struct curve *c, const struct edge *e)
{
    double least = INFINITY;

    for (size_t i = e->at + 1; i < c->n && i <= e->at + threshold.lasting; i++)
        least = fmin(least, log(c->cost[i]) - e->level);
    return least;
}

/* ---- what was counted in the compiled loops ---- */

/* The last numbers of variables whose loops use the stack for no variable: from the one that uses
 * it for nothing to the one that may use it for the loop's counter. */
struct counted {
    struct span last;
    double first;          /* variables with which the stack is used; INFINITY: with none */
    double first_variable; /* and for more than the counter */
    bool known;
};

static struct counted count(const struct lives *l)
{
    struct counted c = { .first = INFINITY, .first_variable = INFINITY };
    size_t none = 0, few = 0;

    while (none < l->n && l->refs[none] == 0)
        none++;
    for (few = none; few < l->n && l->refs[few] <= threshold.of_counter;)
        few++;
    c.known = none > 0 && (none == l->n || !isnan(l->refs[none]));
    if (!c.known)
        return c;
    if (none < l->n)
        c.first = l->live[none];
    if (few < l->n)
        c.first_variable = l->live[few];
    c.last = (struct span){ l->live[none - 1], c.first_variable - 1 };
    return c;
}

/* Holds R, of times alone, to what the build counted: two ways to one number, or a doubt. */
static void check(struct result *r, const struct counted *c, struct span its)
{
    if (!c->known)
        return;
    if (meet(c->last, its)) {
        r->evidence = (1 + r->evidence) / 2;
        r->low = fmin(r->low, c->last.low); /* where the counter's own accesses may cost time */
        if (c->first_variable > c->first && isfinite(c->first_variable))
            result_remark(r,
                          "objdump: the loop counter is on the stack from %.0f variables on, "
                          "variables from %.0f on",
                          c->first, c->first_variable);
        else
            result_remark(r, "objdump: loops use the stack from %.0f variables on", c->first);
        return;
    }
    r->evidence = evidence_doubted(r->evidence);
    r->low = fmin(r->low, c->last.low);
    if (isfinite(c->last.high))
        r->high = fmax(r->high, c->last.high);
    if (isinf(c->first))
        result_remark(r, "doubtful: objdump found no loop that uses the stack");
    else if (c->first_variable > its.high)
        result_remark(r,
                      "doubtful: objdump found loops that use the stack from %.0f variables on "
                      "only: something else costs time before",
                      c->first_variable);
    else
        result_remark(r,
                      "doubtful: objdump found loops that use the stack from %.0f variables on: "
                      "the first spills cost no time",
                      c->first_variable);
}

/* ---- answers ---- */

/* No number of variables that was tried costs more than fewer do. */
static void unknown_spill(struct result *r, const struct curve *c, const struct counted *counted)
{
    struct result_words found =
        result_words("of %.0f to %.0f variables the last cost %.2f times the least", c->live[0],
                     c->live[c->n - 1], c->cost[c->n - 1] / stats_min(c->cost, c->n));

    if (counted->known && isfinite(counted->first_variable))
        found = result_words("%s (objdump: loops use the stack from %.0f variables on)", found.text,
                             counted->first_variable);
    result_unknown(r, "needs a number of variables from which on an addition costs more",
                   found.text, remedy_never("it hides the loads and stores of spilt variables"));
}

/* Section 4.2.2 on the curve of 4.1. */
static void by_paper(struct result *r, const struct curve *c, const struct counted *counted)
{
    double rising[MOST_POINTS];

    result_by(r, "biggest_relative_step");
    (void)stats_enforce_monotonicity(c->cost, c->n, rising);
    size_t at = stats_biggest_relative_step(rising, c->n);
    if (at == STATS_NONE) {
        unknown_spill(r, c, counted);
        return;
    }
    r->value = c->live[at];
    r->evidence = evidence_margin(rising[at], rising[at + 1]);
}

static void by_edge(struct result *r, const struct lives *l, const struct curve *c,
                    const struct counted *counted)
{
    struct edge e = find_edge(c);

    if (e.at + 1 >= c->n) {
        unknown_spill(r, c, counted);
        return;
    }
    struct span its = span_of(c, e.at);
    struct votes v = jackknife(l, its.low, its);
    double noise = noise_around(c, e.at), rise = log(c->cost[e.at + 1]) - e.level;

    r->value = its.low;
    r->has_bounds = true;
    r->low = fmin(v.all.low, c->live[e.first]);
    r->high = v.all.high;
    r->evidence = evidence_agreement(v.agree, v.n) *
                  evidence_clamp(1 - fmax(threshold.own, 2 * noise) / lasting_rise(c, &e)) /
                  (its.high - its.low + 1);
    if (e.first < e.at) {
        r->evidence = evidence_doubted(r->evidence);
        result_remark(r, "a smaller rise after %.0f variables", c->live[e.first]);
    }
    if (noise > threshold.noise)
        result_remark(r, "noise of %.0f %%", 100 * noise);
    else if (rise < threshold.hidden)
        result_remark(r, "the first spills cost only %.0f %%: some may be hidden before",
                      100 * rise);
    check(r, counted, its);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    for (size_t s = log_find_series(run, "live_ranges", 0); s < run->n_series;
         s = log_find_series(run, "live_ranges", s + 1)) {
        const struct log_series *series = &run->series[s];
        const char *type = log_key_text(series->keys, series->n_keys, "type");
        struct lives l;
        struct curve c;

        if (type == NULL || series->n_samples == 0)
            continue;
        gather(&l, series);
        draw(&c, &l, SECOND_LOWEST, SIZE_MAX, SIZE_MAX);
        const struct counted counted = count(&l);
        struct result *r = result_add_from(out, id_type(REGISTERS, type), series);
        if (c.n < FEWEST_POINTS)
            result_unknown(
                r,
                result_words("needs %d numbers of variables that were timed", FEWEST_POINTS).text,
                result_words("%zu of %zu points are usable", c.n, series->n_samples).text,
                remedy_thorough("live_ranges"));
        else if (method == METHOD_PAPER)
            by_paper(r, &c, &counted);
        else
            by_edge(r, &l, &c, &counted);
    }
}

const struct analysis analysis_registers = {
    .about = "live ranges: variables that registers hold",
    .probe = "live_ranges",
    .method = "spill_edge",
    .infer = infer,
};
