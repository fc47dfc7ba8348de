/* Live ranges: regs.TYPE, how many variables registers hold (BlackjackBench section 3.5). */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_POINTS = 160, FEWEST_POINTS = 6 };

/* A rise of this share that stays is the cost of a spill; one below CLEAR is told. */
#define RISE  0.04
#define CLEAR 0.15

/* Time of an addition by the number of variables, ascending. */
struct lives {
    double live[MOST_POINTS], cost[MOST_POINTS];
    size_t n;
};

static void gather_lives(struct lives *l, const struct log_series *s)
{
    l->n = 0;
    for (size_t i = 0; i < s->n_samples && l->n < MOST_POINTS; i++) {
        double cost = point_cost(&s->samples[i]);
        double live = (double)s->samples[i].x[0];

        if (!(cost > 0) || (l->n > 0 && live <= l->live[l->n - 1]))
            continue;
        l->live[l->n] = live;
        l->cost[l->n++] = cost;
    }
}

/* Few variables leave units idle: from the right the curve only falls. Of a range without a spill
 * the last is the cheapest, to within RISE; after it nothing is as cheap. The index, or n when the
 * cheapest is the last of all. */
static size_t last_without_spill(const struct lives *l)
{
    double least = stats_min(l->cost, l->n);
    size_t last = l->n;

    while (last > 0 && l->cost[last - 1] > least * (1 + RISE))
        last--;
    return last == l->n ? l->n : last - 1;
}

/* No number of variables that was tried costs more than fewer do. */
static void unknown_spill(struct result *r, const struct lives *l)
{
    double least = stats_min(l->cost, l->n);

    result_unknown(r, "needs a number of variables from which on an addition costs more",
                   result_words("of %.0f to %.0f variables the last cost %.2f times the least",
                                l->live[0], l->live[l->n - 1], l->cost[l->n - 1] / least)
                       .text,
                   NO_REMEDY "it hides the loads and stores of spilt variables");
}

/* Section 4.2.2 on the curve of 4.1. */
static void by_paper(struct result *r, const struct lives *l)
{
    double rising[MOST_POINTS];

    result_by(r, "biggest_relative_step");
    (void)stats_enforce_monotonicity(l->cost, l->n, rising);
    size_t at = stats_biggest_relative_step(rising, l->n);
    if (at == STATS_NONE) {
        unknown_spill(r, l);
        return;
    }
    r->value = l->live[at];
    r->evidence = evidence_margin(rising[at], rising[at + 1]);
}

/* The cost with up to two variables more than at AT, as a share more than the least: what a spill
 * costs is seen better after the second. */
static double rise_after(const struct lives *l, size_t at)
{
    double later = l->cost[at + 1];

    if (at + 2 < l->n && l->live[at + 2] <= l->live[at] + 2)
        later = fmax(later, l->cost[at + 2]);
    return later / stats_min(l->cost, l->n) - 1;
}

static void by_first_rise(struct result *r, const struct lives *l)
{
    size_t at = last_without_spill(l);

    if (at >= l->n) {
        unknown_spill(r, l);
        return;
    }
    double rise = l->cost[at + 1] / stats_min(l->cost, l->n) - 1;
    r->value = l->live[at];
    r->has_bounds = true;
    r->low = at > 0 ? l->live[at - 1] + 1 : r->value;
    r->high = fmax(r->value, l->live[at + 1] - 1);
    r->evidence = evidence_margin(RISE, rise_after(l, at)) / fmax(1, r->high - r->value + 1);
    if (rise <= CLEAR)
        snprintf(r->note, sizeof r->note,
                 "the first spills cost only %.0f %%: some may be hidden before", 100 * rise);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    for (size_t s = log_find_series(run, "live_ranges", 0); s < run->n_series;
         s = log_find_series(run, "live_ranges", s + 1)) {
        const struct log_series *series = &run->series[s];
        const char *type = log_key_text(series->keys, series->n_keys, "type");
        struct lives l;

        if (type == NULL || series->n_samples == 0)
            continue;
        gather_lives(&l, series);
        struct result *r = result_add_from(out, id_type(REGISTERS, type), series);
        if (l.n < FEWEST_POINTS)
            result_unknown(
                r,
                result_words("needs %d numbers of variables that were timed", FEWEST_POINTS).text,
                result_words("%zu of %zu points are usable", l.n, series->n_samples).text,
                remedy_run("live_ranges", "--thorough").text);
        else if (method == METHOD_PAPER)
            by_paper(r, &l);
        else
            by_first_rise(r, &l);
    }
}

const struct analysis analysis_registers = {
    .about = "live ranges: variables that registers hold",
    .probe = "live_ranges",
    .method = "lasting_rise",
    .infer = infer,
};
