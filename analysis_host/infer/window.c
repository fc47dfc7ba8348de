/* window.size: operations under way at once. Loads of two chains overlap while the operations
 * between them fit in the window. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>

enum { MOST_POINTS = 256, FEWEST_POINTS = 8 };

/* Operations of the loop itself for each load: the load and its use, the swap of two names, the
 * jump, the count. */
#define LOOP 8
/* Loads overlap that take less than this share of those of one chain, and do not beyond. */
#define OVERLAP 0.75

struct climb {
    double x[MOST_POINTS], cost[MOST_POINTS];
    size_t n;
    double alone; /* of one chain */
};

static void gather(struct climb *c, const struct log_series *s)
{
    *c = (struct climb){ .alone = NAN };
    for (size_t i = 0; i < s->n_samples && c->n < MOST_POINTS; i++) {
        double cost = point_cost(&s->samples[i]);

        if (s->samples[i].x[0] == 0) {
            c->alone = cost;
        } else if (cost > 0) {
            c->x[c->n] = (double)s->samples[i].x[0];
            c->cost[c->n++] = cost;
        }
    }
}

static bool overlaps(const struct climb *c, size_t i)
{
    return c->cost[i] < OVERLAP * c->alone;
}

/* The number of points at the beginning that best splits those that overlap from those that do not;
 * *WRONG: how many lie on the other side. */
static size_t split(const struct climb *c, size_t *wrong)
{
    size_t best = 0, now = 0;

    for (size_t i = 0; i < c->n; i++)
        now += overlaps(c, i);
    *wrong = now;
    for (size_t i = 0; i < c->n; i++) {
        now = overlaps(c, i) ? now - 1 : now + 1;
        if (now < *wrong) {
            *wrong = now;
            best = i + 1;
        }
    }
    return best;
}

static void answer_in_order(struct result *r, const struct climb *c, size_t wrong)
{
    r->value = 1;
    r->has_bounds = true;
    r->low = 1;
    r->high = c->x[0] + LOOP;
    r->evidence = evidence_agreement(c->n - wrong, c->n);
    snprintf(r->note, sizeof r->note,
             "two misses never overlap with %.0f operations between: in order, or fewer than %.0f",
             c->x[0], r->high);
}

static void answer(struct result *r, const struct climb *c)
{
    size_t wrong, n = split(c, &wrong);

    if (n == 0) {
        answer_in_order(r, c, wrong);
        return;
    }
    if (n == c->n) {
        result_unknown(r, "needs operations enough between two loads that they do not overlap",
                       result_words("with %.0f a load takes %.2f of what it takes alone",
                                    c->x[n - 1], c->cost[n - 1] / c->alone)
                           .text,
                       NO_REMEDY "the window is larger than any that is tried");
        return;
    }
    r->value = (c->x[n - 1] + c->x[n]) / 2 + LOOP;
    r->has_bounds = true;
    r->low = c->x[n - 1] + LOOP / 4;
    r->high = c->x[n] + 2 * LOOP;
    r->evidence = evidence_agreement(c->n - wrong, c->n);
    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             c->cost[n - 1] / c->alone, c->cost[n] / c->alone);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "window", 0);
    struct climb c;

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    struct result *r = result_add_from(out, id_of(WINDOW_SIZE), s);
    gather(&c, s);
    if (s->n_samples == 0)
        remedy_unsampled_series(r, s);
    else if (c.n < FEWEST_POINTS || !(c.alone > 0))
        result_unknown(r, "needs 8 numbers of operations between, and one chain alone",
                       result_words("%zu numbers; alone: %s", c.n, c.alone > 0 ? "yes" : "no").text,
                       remedy_run("cache_size,window", "").text);
    else
        answer(r, &c);
}

const struct analysis analysis_window = {
    .about = "operations under way at once",
    .probe = "window",
    .method = "overlap_of_misses",
    .infer = infer,
};
