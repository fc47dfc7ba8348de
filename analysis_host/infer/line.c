/* Line size of each level, from pairs of loads at growing distance. */
#include "infer.h"
#include "infer_curve.h"
#include "stats.h"
#include <math.h>
#include <stdio.h>

/* Lines that overflow a level by this much miss in it; lines that fill no more than this of the
 * next one hit in it. */
static const double overflows = 1.5, fits = 0.75;
/* A second load that begins to miss costs at least this much more on the average of both. */
static const double least_step = 1.12;
enum { LEAST_LINE = 16, MOST_LINE = 256, MOST_ROWS = 32 };

/* Cost of pairs X : D, 0 where it was not measured. */
static double cost(const struct curve *c, double pairs, double extent)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x == pairs && c->at[i].x2 == extent)
            return c->at[i].y;
    return 0;
}

/* Median over the rows that tell of a level of SIZE bytes, followed by one of NEXT bytes (infinite:
 * memory), of the step from extent LINE to twice that. 0: no such row. */
static double step_at(const struct curve *c, double line, double size, double next, double *rows)
{
    double steps[MOST_ROWS], last = 0;
    size_t n = 0;

    for (size_t i = 0; i < c->n && n < MOST_ROWS; i++) {
        double pairs = c->at[i].x;

        if (pairs == last || pairs * line < overflows * size || 2 * pairs * line > fits * next)
            continue;
        last = pairs;
        double here = cost(c, pairs, line), beyond = cost(c, pairs, 2 * line);
        if (here > 0 && beyond > 0)
            steps[n++] = beyond / here;
    }
    *rows = (double)n;
    return n > 0 ? stats_median(steps, n) : 0;
}

/* The first level: the extent with the biggest step behind it. */
static void find_first(const struct curve *c, double size, double next, struct result *r)
{
    double best = 0, second = 0, rows = 0, rows_best = 0;

    for (double line = LEAST_LINE; line <= MOST_LINE; line *= 2) {
        double step = step_at(c, line, size, next, &rows);

        if (step > best) {
            second = best;
            best = step;
            r->value = line;
            rows_best = rows;
        } else {
            second = fmax(second, step);
        }
    }
    if (best == 0) {
        result_unknown(r, "no number of pairs overflows this level and fits in the next");
    } else if (best < least_step) {
        result_unknown(r, "no distance at which the second load begins to miss");
    } else {
        r->nominal = r->value;
        r->has_nominal = r->has_bounds = true;
        r->low = r->high = r->value;
        r->confidence = fmin(0.97, 0.5 + (best - fmax(second, 1)));
        snprintf(r->note, sizeof r->note, "step of %.2f at %.0f B in %.0f rows, next largest %.2f",
                 best, r->value, rows_best, second);
    }
}

/* How much of a miss the second load costs at EXTENT: 0 what it costs next to the first, 1 what it
 * costs at the largest extent; median over the rows that tell of this level. NaN: no such row. */
static double missed_at(const struct curve *c, double extent, double line, double size, double next)
{
    double shares[MOST_ROWS], last = 0;
    size_t n = 0;

    for (size_t i = 0; i < c->n && n < MOST_ROWS; i++) {
        double pairs = c->at[i].x;

        if (pairs == last || pairs * line < overflows * size || 4 * pairs * line > next)
            continue;
        last = pairs;
        double near = cost(c, pairs, LEAST_LINE), far = cost(c, pairs, 2 * MOST_LINE);
        double here = cost(c, pairs, extent);
        if (near > 0 && here > 0 && far > near * least_step)
            shares[n++] = (here - near) / (far - near);
    }
    return n > 0 ? stats_median(shares, n) : NAN;
}

/* Deeper levels: the largest extent that one miss brings whole. Nearer levels with shorter lines,
 * and prefetchers, draw steps of their own, so that the biggest one says little. LINE: the first
 * level's. */
static void find_deeper(const struct curve *c, double line, double size, double next,
                        struct result *r)
{
    if (isnan(missed_at(c, line, line, size, next))) {
        result_unknown(r, "no number of pairs overflows this level and fits in the next");
        return;
    }
    r->value = line;
    while (r->value < MOST_LINE && missed_at(c, 2 * r->value, line, size, next) < 0.5)
        r->value *= 2;
    r->has_bounds = true;
    r->low = line;
    r->high = r->value;
    r->confidence = 0.9;
    if (r->value == line) {
        r->nominal = line;
        r->has_nominal = true;
        return;
    }
    r->confidence = 0.5;
    snprintf(r->note, sizeof r->note,
             "one miss brings %.0f B: a longer line, or lines fetched together", r->value);
}

static void each_level(const struct curve *c, size_t levels, struct results *out)
{
    double first = 0;

    for (size_t k = 1; k <= levels; k++) {
        char id[48];
        snprintf(id, sizeof id, "cache.%zu.size", k);
        const struct result *size = results_find(out, id);
        double bytes = size && size->kind == RESULT_NUMBER ? size->high : 0;
        snprintf(id, sizeof id, "cache.%zu.size", k + 1);
        const struct result *after = results_find(out, id);
        double next = after && after->kind == RESULT_NUMBER ? after->low : INFINITY;

        struct result *r = results_add(out, "B", "cache.%zu.line", k);
        snprintf(r->probe, sizeof r->probe, "cache_line");
        snprintf(r->method, sizeof r->method, k == 1 ? "biggest_relative_step" : "missed_share");
        r->damaged = c->damaged;
        if (bytes <= 0) {
            result_unknown(r, "the size of this level is not known");
            continue;
        }
        if (k == 1)
            find_first(c, bytes, next, r);
        else if (first > 0)
            find_deeper(c, first, bytes, next, r);
        else
            result_unknown(r, "the first level's line is not known");
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
