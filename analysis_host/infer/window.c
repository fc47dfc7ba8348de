/* window.size: operations under way at once. Loads of two chains overlap while the operations
 * between them fit in the window. window.waiting, window.waiting.real: of these, how many wait for
 * operands: the same with operations that wait for the load before them. window.ahead,
 * window.ahead.real: how many of a row may wait while the row after it starts. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 256, FEWEST_POINTS = 8 };

/* Operations of the loop itself for each load: the load and its use, the swap of two names, the
 * jump, the count. */
#define LOOP 8
/* Where nothing steps, loads that take less than this share of those of one chain overlap. */
#define OVERLAP 0.75
/* Beyond the window a load takes so much more than before, and the step stands out from what is
 * scattered about it by so many standard errors. Two loads that overlap take half as long. */
#define STEP   0.2
#define ERRORS 4
/* Overlaps of rows agree within this share; beyond so much of the window they may be its doing. */
#define NEAR   0.1
#define NEARLY 0.9
/* What a row that goes on may be off a whole number of cycles on a core that nobody shares. */
#define WHOLE 0.03

struct climb {
    double x[MOST_POINTS], cost[MOST_POINTS];
    size_t n;
    double alone; /* of one chain */
};

/* Cost is BASE + SLOPE x, and STEP more from point AT on: least squares. */
struct fit {
    size_t at;
    double base, slope, step, squares;
};

static void gather(struct climb *c, const struct log_series *s)
{
    *c = (struct climb){ .alone = NAN };
    for (size_t i = 0; i < s->n_samples && c->n < MOST_POINTS; i++) {
        double cost = point_median(&s->samples[i]);

        if (s->samples[i].x[0] == 0) {
            c->alone = cost;
        } else if (cost > 0) {
            c->x[c->n] = (double)s->samples[i].x[0];
            c->cost[c->n++] = cost;
        }
    }
}

/* ---- the step ---- */

static double mean_of(const double *of, size_t from, size_t to)
{
    double sum = 0;

    for (size_t i = from; i < to; i++)
        sum += of[i];
    return sum / (double)(to - from);
}

/* The step at point AT with the slope that both sides share. */
static struct fit fit_at(const struct climb *c, size_t at)
{
    const size_t from[] = { 0, at }, to[] = { at, c->n };
    double x[2], cost[2], xx = 0, xy = 0;
    struct fit f = { .at = at };

    for (unsigned side = 0; side < 2; side++) {
        x[side] = mean_of(c->x, from[side], to[side]);
        cost[side] = mean_of(c->cost, from[side], to[side]);
        for (size_t i = from[side]; i < to[side]; i++) {
            xx += (c->x[i] - x[side]) * (c->x[i] - x[side]);
            xy += (c->x[i] - x[side]) * (c->cost[i] - cost[side]);
        }
    }
    f.slope = fmax(0, xx > 0 ? xy / xx : 0);
    f.base = cost[0] - f.slope * x[0];
    f.step = cost[1] - f.slope * x[1] - f.base;
    for (size_t i = 0; i < c->n; i++) {
        double off = c->cost[i] - f.base - f.slope * c->x[i] - (i < at ? 0 : f.step);
        f.squares += off * off;
    }
    return f;
}

/* The first point alone is before a step only where it overlaps by itself: one says nothing of how
 * they scatter. */
static struct fit best_fit(const struct climb *c)
{
    struct fit best = { .squares = INFINITY };

    for (size_t at = c->cost[0] < OVERLAP * c->alone ? 1 : 2; at + 2 <= c->n; at++) {
        struct fit f = fit_at(c, at);
        if (f.step > 0 && f.squares < best.squares)
            best = f;
    }
    return best;
}

static double before(const struct climb *c, const struct fit *f)
{
    return f->base + f->slope * c->x[f->at - 1];
}

static bool stands_out(const struct climb *c, const struct fit *f)
{
    if (f->at == 0 || f->step < STEP * before(c, f))
        return false;
    double variance = f->squares / (double)(c->n - 3);
    double error = sqrt(variance * (1 / (double)f->at + 1 / (double)(c->n - f->at)));
    return f->step > ERRORS * error;
}

/* Points on the side of half the step that they should be on. */
static size_t agreeing(const struct climb *c, const struct fit *f)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++) {
        bool beyond = c->cost[i] > f->base + f->slope * c->x[i] + f->step / 2;
        n += beyond == (i >= f->at);
    }
    return n;
}

/* ---- the answer ---- */

static size_t overlapping(const struct climb *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->cost[i] < OVERLAP * c->alone;
    return n;
}

static void answer_step(struct result *r, const struct climb *c, const struct fit *f)
{
    double below = c->x[f->at - 1], above = c->x[f->at];

    r->value = (below + above) / 2 + LOOP;
    r->has_bounds = true;
    r->low = below + LOOP / 4;
    r->high = above + 2 * LOOP;
    r->evidence = evidence_agreement(agreeing(c, f), c->n);
    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             before(c, f) / c->alone, (before(c, f) + f->step) / c->alone);
}

static void answer_in_order(struct result *r, const struct climb *c, size_t overlap)
{
    r->value = 1;
    r->has_bounds = true;
    r->low = 1;
    r->high = c->x[0] + LOOP;
    r->evidence = evidence_agreement(c->n - overlap, c->n);
    snprintf(r->note, sizeof r->note,
             "two misses never overlap with %.0f operations between: in order, or fewer than %.0f",
             c->x[0], r->high);
}

static void answer(struct result *r, const struct climb *c)
{
    struct fit f = best_fit(c);
    size_t overlap = overlapping(c);

    if (stands_out(c, &f))
        answer_step(r, c, &f);
    else if (2 * overlap < c->n)
        answer_in_order(r, c, overlap);
    else
        result_unknown(r, "needs operations enough between two loads that they do not overlap",
                       result_words("with %.0f a load takes %.2f of what it takes alone",
                                    c->x[c->n - 1], c->cost[c->n - 1] / c->alone)
                           .text,
                       NO_REMEDY "the window is larger than any that is tried");
}

/* ---- operations that wait ---- */

/* Places are full between the last number that fits and the first that does not, with two of the
 * loop's own. */
static void answer_waiting_step(struct result *r, const struct climb *c, const struct fit *f)
{
    double below = c->x[f->at - 1], above = c->x[f->at];

    r->value = (below + above) / 2;
    r->has_bounds = true;
    r->low = below;
    r->high = above + LOOP / 4;
    r->evidence = evidence_agreement(agreeing(c, f), c->n);
    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             before(c, f) / c->alone, (before(c, f) + f->step) / c->alone);
}

/* WINDOW: the answer to window.size; null where there is none. */
static void answer_waiting(struct result *r, const struct climb *c, const struct result *window)
{
    struct fit f = best_fit(c);
    bool known = window->kind == RESULT_NUMBER;

    if (known && window->value <= 1)
        result_unknown(r, "needs operations that start out of order", window->note,
                       NO_REMEDY "in order none is passed by while it waits");
    else if (!stands_out(c, &f))
        result_unknown(r, "needs operations enough that wait that two loads do not overlap",
                       result_words("with %.0f a load takes %.2f of what it takes alone",
                                    c->x[c->n - 1], c->cost[c->n - 1] / c->alone)
                           .text,
                       NO_REMEDY "more wait than are tried, or no two loads overlap");
    else if (known && c->x[f.at] + LOOP >= window->low)
        result_unknown(r, "needs a queue that is full before the window is",
                       result_words("loads overlap with up to %.0f that wait, and with %.0f that "
                                    "do not",
                                    c->x[f.at - 1], window->low)
                           .text,
                       NO_REMEDY "as many may wait as the window holds");
    else
        answer_waiting_step(r, c, &f);
}

/* ---- rows ---- */

/* Operations by which rows overlap, of each pair of timings, in ascending order. */
struct overlaps {
    double length, of[MOST_POINTS]; /* LENGTH: of a row */
    size_t n;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* ALONE: one row that goes on; ROWS: each begins anew. */
static void gather_overlaps(struct overlaps *o, const struct log_series *s)
{
    const struct log_sample *alone = NULL, *rows = NULL;

    *o = (struct overlaps){ 0 };
    for (size_t i = 0; i < s->n_samples; i++)
        *(s->samples[i].x[0] == 0 ? &alone : &rows) = &s->samples[i];
    if (alone == NULL || rows == NULL)
        return;
    o->length = (double)rows->x[0];
    for (size_t i = 0; i < alone->n_ticks && i < rows->n_ticks && o->n < MOST_POINTS; i++)
        if (alone->ticks[i] > 0)
            o->of[o->n++] = o->length * (1 - (double)rows->ticks[i] * (double)alone->ops /
                                                 (double)alone->ticks[i] / (double)rows->ops);
    qsort(o->of, o->n, sizeof *o->of, ascending);
}

/* Those within a tenth of the middle one agree, and bound it. */
static void answer_overlap(struct result *r, const struct overlaps *o)
{
    size_t agree = 0;

    r->value = o->of[o->n / 2];
    r->has_bounds = true;
    r->low = r->high = r->value;
    for (size_t i = 0; i < o->n; i++)
        if (fabs(o->of[i] - r->value) <= NEAR * r->value) {
            r->low = fmin(r->low, o->of[i]);
            r->high = fmax(r->high, o->of[i]);
            agree++;
        }
    if (4 * agree < 3 * o->n) {
        result_unknown(
            r, "needs three of four timings that agree, as on a core that nobody shares",
            result_words("%zu of %zu are within a tenth of %.0f", agree, o->n, o->of[o->n / 2])
                .text,
            remedy_run("cache_size,window", "").text);
        return;
    }
    r->value = round(r->value); /* a queue has a whole number of places */
    r->low -= LOOP / 4;
    r->high += LOOP / 4;
    r->evidence = evidence_agreement(agree, o->n);
    snprintf(r->note, sizeof r->note, "rows of %.0f, each waiting for none, overlap", o->length);
}

/* WINDOW: the answer to window.size; null where there is none. */
static void answer_rows(struct result *r, const struct overlaps *o, const struct result *window)
{
    bool known = window->kind == RESULT_NUMBER;
    double overlap = o->n > 0 ? o->of[o->n / 2] : 0;

    if (known && window->value <= 1)
        result_unknown(r, "needs operations that start out of order", window->note,
                       NO_REMEDY "in order none is passed by while it waits");
    else if (overlap < LOOP || overlap > o->length / 2)
        result_unknown(r, "needs rows of which two overlap, by half of one at most",
                       result_words("rows of %.0f overlap by %.0f", o->length, overlap).text,
                       NO_REMEDY "fewer or more wait than rows of that length show");
    else if (known && overlap + LOOP >= NEARLY * window->low)
        result_unknown(
            r, "needs a queue that is full before the window is",
            result_words("rows overlap by %.0f, and the window holds %.0f", overlap, window->low)
                .text,
            NO_REMEDY "as many may wait as the window holds");
    else
        answer_overlap(r, o);
}

/* ---- series ---- */

/* By key of: what is asked of a series. */
static struct result_id asked_of(const struct log_series *s)
{
    const char *of = log_key_text(s->keys, s->n_keys, "of");

    if (of == NULL)
        return id_of(WINDOW_SIZE);
    if (strcmp(of, "rows") == 0 || strcmp(of, "real_rows") == 0)
        return id_of(strcmp(of, "rows") == 0 ? WINDOW_AHEAD : WINDOW_AHEAD_REAL);
    return id_of(strcmp(of, "reals") == 0 ? WINDOW_WAITING_REAL : WINDOW_WAITING);
}

/* Cycles of an operation of the row that goes on; 0: a cycle is not known. */
static double cycles_of_one(const struct log_series *s, double cycle)
{
    double cost = 0;

    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == 0)
            cost = point_median(&s->samples[i]);
    return cycle > 0 ? cost / cycle : 0;
}

/* CYCLE: ticks. Beside a neighbour on the core a row that goes on takes no whole number of cycles,
 * and others start past far fewer. */
static bool is_shared(const struct log_series *s, double cycle)
{
    double cycles = cycles_of_one(s, cycle);

    return fabs(cycles - round(cycles)) > WHOLE * cycles;
}

static void infer_rows(struct result *r, const struct log_series *s, double cycle,
                       const struct result *window)
{
    struct overlaps o;

    gather_overlaps(&o, s);
    if (o.n == 0)
        remedy_unsampled_series(r, s);
    else if (is_shared(s, cycle))
        result_unknown(
            r, "needs a core that nobody shares while rows are timed",
            result_words("an operation of one row takes %.2f cycles", cycles_of_one(s, cycle)).text,
            remedy_run("cache_size,window", "").text);
    else
        answer_rows(r, &o, window);
}

/* WINDOW becomes the answer to window.size. CYCLE: ticks. */
static void infer_series(const struct log_series *s, double cycle, struct result *window,
                         struct results *out)
{
    struct result_id id = asked_of(s);
    struct result *r = result_add_from(out, id, s);
    struct climb c;

    gather(&c, s);
    if (id.quantity == WINDOW_AHEAD || id.quantity == WINDOW_AHEAD_REAL)
        infer_rows(r, s, cycle, window);
    else if (s->n_samples == 0)
        remedy_unsampled_series(r, s);
    else if (c.n < FEWEST_POINTS || !(c.alone > 0))
        result_unknown(r, "needs 8 numbers of operations between, and one chain alone",
                       result_words("%zu numbers; alone: %s", c.n, c.alone > 0 ? "yes" : "no").text,
                       remedy_run("cache_size,window", "").text);
    else if (id.quantity == WINDOW_SIZE)
        answer(r, &c);
    else
        answer_waiting(r, &c, window);
    if (id.quantity == WINDOW_SIZE)
        *window = *r;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct result window = { .kind = RESULT_NULL };
    double cycle = point_cycle(run);

    (void)method;
    for (size_t at = log_find_series(run, "window", 0); at < run->n_series;
         at = log_find_series(run, "window", at + 1))
        infer_series(&run->series[at], cycle, &window, out);
}

const struct analysis analysis_window = {
    .about = "operations under way at once",
    .probe = "window",
    .method = "overlap_of_misses",
    .infer = infer,
};
