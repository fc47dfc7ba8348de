/* Line size of each level, from pairs of loads at growing distance. */
#include "infer.h"
#include "infer_curve.h"
#include "stats.h"
#include <math.h>
#include <stdio.h>

enum { LEAST_LINE = 16, MOST_LINE = 256, MOST_ROWS = 64 };

/* What a load costs, cycles. */
struct costs {
    double nearest; /* at the first level */
    double missed;  /* at the level behind the one asked about, or in memory */
};

/* Cost of pairs X : D, 0 where it was not measured. */
static double cost(const struct curve *c, double pairs, double extent)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x == pairs && c->at[i].x2 == extent)
            return c->at[i].y;
    return 0;
}

/* Whether PAIRS of them tell of a level: next to each other the first load of a pair misses and the
 * second hits; from some extent on both miss, and find their lines in the level behind. What the
 * TLB adds is allowed for. *NEAR and *FAR: the costs of the two cases. */
static bool tells(const struct curve *c, double pairs, const struct costs *costs, double *near,
                  double *far)
{
    *near = cost(c, pairs, LEAST_LINE);
    *far = 0;
    for (double extent = 2 * LEAST_LINE; extent <= 2 * MOST_LINE && *far == 0; extent *= 2)
        if (cost(c, pairs, extent) >= fmax(0.85 * costs->missed, 1.1 * *near))
            *far = cost(c, pairs, extent);
    return *near >= 0.85 * (costs->missed + costs->nearest) / 2 && *far > 0 &&
           *far <= 1.3 * costs->missed + 2;
}

/* How much of a miss the second load costs at EXTENT: 0 what it costs next to the first, 1 what it
 * costs where both miss; median over the *N numbers of pairs that tell. NaN: none does. */
static double missed_at(const struct curve *c, double extent, const struct costs *costs, size_t *n)
{
    double shares[MOST_ROWS], last = 0, near, far;

    *n = 0;
    for (size_t i = 0; i < c->n && *n < MOST_ROWS; i++) {
        double pairs = c->at[i].x, here = cost(c, pairs, extent);

        if (pairs != last && here > 0 && tells(c, pairs, costs, &near, &far))
            shares[(*n)++] = fmin(1, (here - near) / (far - near));
        last = pairs;
    }
    return *n > 0 ? stats_median(shares, *n) : NAN;
}

/* The largest extent that one miss brings whole. FIRST: the first level's line, 0 for that level.
 */
static void find_line(const struct curve *c, const struct costs *costs, double first,
                      struct result *r)
{
    double hit = 0, missed = 0;
    size_t rows = 0;

    r->value = first > 0 ? first : LEAST_LINE; /* no level has shorter lines than a nearer one */
    while (r->value < 2 * MOST_LINE && (missed = missed_at(c, 2 * r->value, costs, &rows)) < 0.5) {
        r->value *= 2;
        hit = fmax(hit, missed);
    }
    if (rows == 0 || r->value > MOST_LINE) {
        result_unknown(r, rows == 0 ? "no number of pairs misses this level and hits the next"
                                    : "no distance at which the second load misses");
        return;
    }
    r->has_nominal = r->has_bounds = true;
    r->nominal = r->high = r->value;
    r->low = first > 0 ? first : r->value;
    r->confidence = fmin(0.97, 0.5 + (fmin(missed, 1) - hit) / 2);
    snprintf(r->note, sizeof r->note, "%.0f %% of a miss at %.0f B, %.0f %% at %.0f B, %zu rows",
             100 * hit, r->value, 100 * missed, 2 * r->value, rows);
    if (first > 0 && r->value > first) { /* nothing here tells a long line from a prefetched one */
        r->confidence = fmin(r->confidence, 0.5);
        r->has_nominal = false;
        snprintf(r->note, sizeof r->note,
                 "one miss brings %.0f B: a longer line, or lines fetched together", r->value);
    }
}

static double latency_of(const struct results *out, size_t level, size_t levels)
{
    char id[48] = "memory.latency";

    if (level <= levels)
        snprintf(id, sizeof id, "cache.%zu.latency", level);
    const struct result *r = results_find(out, id);
    return r && r->kind == RESULT_NUMBER ? r->value : 0;
}

static void each_level(const struct curve *c, size_t levels, struct results *out)
{
    double first = 0;

    for (size_t k = 1; k <= levels; k++) {
        struct costs costs = { .nearest = latency_of(out, 1, levels),
                               .missed = latency_of(out, k + 1, levels) };
        struct result *r = results_add(out, "B", "cache.%zu.line", k);

        snprintf(r->probe, sizeof r->probe, "cache_line");
        snprintf(r->method, sizeof r->method, "missed_share");
        r->damaged = c->damaged;
        if (costs.nearest <= 0 || costs.missed <= 0)
            result_unknown(r, "the latencies of this level are not known");
        else if (k > 1 && first == 0)
            result_unknown(r, "the first level's line is not known");
        else
            find_line(c, &costs, first, r);
        if (k == 1 && r->kind == RESULT_NUMBER)
            first = r->value;
    }
}

/* The published rule: the largest buffer only, the biggest relative step (sections 3.1.1, 4.2.2).
 */
static void paper(const struct curve *c, struct results *out)
{
    struct result *r = results_add(out, "B", "cache.1.line");
    double pairs = c->at[c->n - 1].x, y[16], x[16];
    size_t n = 0;

    snprintf(r->probe, sizeof r->probe, "cache_line");
    snprintf(r->method, sizeof r->method, "biggest_relative_step");
    r->damaged = c->damaged;
    for (size_t i = 0; i < c->n && n < 16; i++)
        if (c->at[i].x == pairs) {
            x[n] = c->at[i].x2;
            y[n++] = c->at[i].y;
        }
    size_t at = stats_biggest_relative_step(y, n);
    if (at == STATS_NONE) {
        result_unknown(r, "no step among the distances tried");
        return;
    }
    r->value = r->nominal = x[at];
    r->has_nominal = true;
    r->confidence = 0.5;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t s = log_find_series(run, "cache_line", 0);
    const struct result *levels = results_find(out, "cache.levels");
    struct curve c;

    if (s >= run->n_series)
        return;
    if (curve_make(&c, run, &run->series[s]) != 0) {
        struct result *r = results_add(out, "B", "cache.1.line");
        result_unknown(r, "no usable sample of cache_line");
        return;
    }
    if (method == METHOD_PAPER)
        paper(&c, out);
    else if (levels && levels->kind == RESULT_NUMBER)
        each_level(&c, (size_t)levels->value, out);
    else
        result_unknown(results_add(out, "B", "cache.1.line"), "cache levels are not known");
    curve_free(&c);
}

const struct analysis analysis_line = {
    .rank = 30,
    .about = "line size of each level",
    .infer = infer,
};
