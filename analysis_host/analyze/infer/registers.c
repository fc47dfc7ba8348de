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

/* A rise of this share that stays is the cost of a spill; one below CLEAR is told. */
#define RISE  0.04
#define CLEAR 0.15
/* A rise is more than noise that is so many times as large. */
#define BEYOND_NOISE 2

/* Time of an addition by the number of variables, ascending. */
struct lives {
    double live[MOST_POINTS], cost[MOST_POINTS];
    double noise[MOST_POINTS]; /* of its rounds: median beyond the least, as a share */
    double refs[MOST_POINTS];  /* instructions of a lap that use the stack; NaN: not counted */
    size_t n;
};

/* The reference chain that was timed beside series AT of RUN, in the same rounds; NULL: none. */
static const struct log_sample *find_reference(const struct log_run *run, size_t at)
{
    const struct log_series *s = at + 1 < run->n_series ? &run->series[at + 1] : NULL;
    const char *beside = s != NULL ? log_key_text(s->keys, s->n_keys, "beside") : NULL;

    return beside != NULL && strcmp(s->probe, "add_chain") == 0 &&
                   strcmp(beside, "live_ranges") == 0 && s->n_samples > 0 &&
                   s->samples[0].n_ticks > 1 && s->samples[0].ops > 0
               ? &s->samples[0]
               : NULL;
}

/* Fills Y with the costs of an addition at P by rounds, in additions of REFERENCE where there is
 * one; how many. */
static size_t costs_of(const struct log_sample *p, const struct log_sample *reference, double *y)
{
    size_t n = 0;

    for (size_t r = 0; r < p->n_ticks && n < MOST_ROUNDS; r++) {
        double unit = reference != NULL && r < reference->n_ticks
                          ? (double)reference->ticks[r] / (double)reference->ops
                          : 1;

        if (reference == NULL || (r < reference->n_ticks && unit > 0))
            y[n++] = (double)p->ticks[r] / (double)p->ops / unit;
    }
    return n;
}

static void gather_lives(struct lives *l, const struct log_run *run, size_t at)
{
    const struct log_series *s = &run->series[at];
    const struct log_sample *reference = find_reference(run, at);
    double y[MOST_ROUNDS];

    l->n = 0;
    for (size_t i = 0; i < s->n_samples && l->n < MOST_POINTS; i++) {
        const struct log_sample *p = &s->samples[i];
        size_t n = costs_of(p, reference, y);
        double live = (double)p->x[0];
        double cost = n == 0 ? 0 : n == 1 ? y[0] : stats_second_lowest(y, n);

        if (!(cost > 0) || (l->n > 0 && live <= l->live[l->n - 1]))
            continue;
        l->live[l->n] = live;
        l->noise[l->n] = stats_median(y, n) / stats_min(y, n) - 1;
        l->refs[l->n] = p->n_x == 2 ? (double)p->x[1] : NAN;
        l->cost[l->n++] = cost;
    }
}

/* The noise that half of the points stay below. */
static double noise_of(const struct lives *l)
{
    double noise = stats_median(l->noise, l->n);

    return noise > 0 && isfinite(noise) ? noise : 0;
}

/* A share by which no point rises for noise alone. */
static double least_rise(const struct lives *l)
{
    return fmax(RISE, BEYOND_NOISE * noise_of(l));
}

/* Few variables leave units idle: from the right the curve only falls. Of a range without a spill
 * the last is the cheapest, to within what noise explains; after it nothing is as cheap. The index,
 * or n when the cheapest is the last of all. */
static size_t last_without_spill(const struct lives *l)
{
    double least = stats_min(l->cost, l->n);
    size_t last = l->n;

    while (last > 0 && l->cost[last - 1] > least * (1 + least_rise(l)))
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
                   remedy_never("it hides the loads and stores of spilt variables"));
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
    r->evidence =
        evidence_margin(least_rise(l), rise_after(l, at)) / fmax(1, r->high - r->value + 1);
    if (rise <= CLEAR)
        snprintf(r->note, sizeof r->note,
                 "the first spills cost only %.0f %%: some may be hidden before", 100 * rise);
}

/* ---- spills in the code ---- */

/* The index of the last number of variables before the first whose loop uses the stack; L->n where
 * that was not counted, none does or all do. */
static size_t last_in_registers(const struct lives *l)
{
    size_t i = 0;

    while (i < l->n && l->refs[i] == 0)
        i++;
    return i < l->n && i > 0 && l->refs[i] > 0 ? i - 1 : l->n;
}

/* Loops on more variables than AT has that use the stack, too. */
static size_t later_spills(const struct lives *l, size_t at)
{
    size_t n = 0;

    for (size_t i = at + 1; i < l->n; i++)
        n += l->refs[i] > 0;
    return n;
}

static void remark_cost(struct result *r, const struct lives *l, size_t at)
{
    size_t rises = last_without_spill(l);

    if (noise_of(l) > RISE)
        result_remark(r, "what a spill costs is hidden by noise of %.0f %%", 100 * noise_of(l));
    else if (rises >= l->n || rises > at + 2)
        result_remark(r, "spills are hidden: an addition costs no more with %.0f",
                      rises < l->n ? l->live[rises] : l->live[l->n - 1]);
    else if (rises < at)
        result_remark(r, "an addition costs more from %.0f on", l->live[rises + 1]);
}

/* The compiled loops say where variables begin to live in memory; the times say what that costs,
 * which may be nothing. */
static void by_code(struct result *r, const struct lives *l, size_t at)
{
    size_t rises = last_without_spill(l);

    result_by(r, "spills_in_code");
    r->value = l->live[at];
    r->has_bounds = true;
    r->low = r->value;
    r->high = fmax(r->value, l->live[at + 1] - 1);
    r->evidence =
        evidence_agreement(later_spills(l, at), l->n - at - 1) / fmax(1, r->high - r->value + 1);
    if (rises < at) /* something costs that is not on the stack */
        r->evidence = evidence_doubted(r->evidence);
    remark_cost(r, l, at);
}

static void by_code_or_rise(struct result *r, const struct lives *l)
{
    size_t at = last_in_registers(l);

    if (at < l->n)
        by_code(r, l, at);
    else
        by_first_rise(r, l);
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
        gather_lives(&l, run, s);
        struct result *r = result_add_from(out, id_type(REGISTERS, type), series);
        if (l.n < FEWEST_POINTS)
            result_unknown(
                r,
                result_words("needs %d numbers of variables that were timed", FEWEST_POINTS).text,
                result_words("%zu of %zu points are usable", l.n, series->n_samples).text,
                remedy_thorough("live_ranges"));
        else if (method == METHOD_PAPER)
            by_paper(r, &l);
        else
            by_code_or_rise(r, &l);
    }
}

const struct analysis analysis_registers = {
    .about = "live ranges: variables that registers hold",
    .probe = "live_ranges",
    .method = "lasting_rise",
    .infer = infer,
};
