/* Branches: branch.penalty, cycles that a misprediction costs, and branch.history, the longest
 * random pattern that is predicted. Of indirect jumps branch.indirect.penalty,
 * branch.indirect.history, branch.indirect.targets, the most that are predicted in turn, and
 * branch.indirect.multi_target, cycles that a predicted jump takes longer that goes to several
 * places.
 */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>

/* A pattern of which so many of the branches go wrong, as a share, is not learnt. */
#define NOT_LEARNT 0.1
/* A misprediction that costs less than this share of a branch is none. */
#define LEAST_PENALTY 0.1
/* Jumps that each go to several places cost more than this share of a misprediction: some are
 * mispredicted. */
#define MISPREDICTED 0.5
/* Places that the jumps of the second lap go to (probes/branch/targets.h). A lap is called and
 * returns: two cycles in its 16 jumps, which may hide behind one lap's jumps and not the other's.
 */
enum { PLACES = 4, PLACES_LAP = 16 };
#define OUTSIDE (2.0 / PLACES_LAP)
/* Share of generated directions, and of jumps to one of 64 places, that go wrong. */
#define WRONG_DIRECTIONS 0.5
#define WRONG_TARGETS    (63.0 / 64)

static const struct log_series *series_of(const struct log_run *run, unsigned long long kind)
{
    for (size_t s = log_find_series(run, "branch", 0); s < run->n_series;
         s = log_find_series(run, "branch", s + 1))
        if (log_key_number(run->series[s].keys, run->series[s].n_keys, "kind", 99) == kind)
            return &run->series[s];
    return NULL;
}

static const struct log_sample *sample_at(const struct log_series *s, unsigned long long x)
{
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == x)
            return &s->samples[i];
    return NULL;
}

/* Cost of point X of S, or NaN. */
static double cost_at(const struct log_series *s, unsigned long long x)
{
    const struct log_sample *p = sample_at(s, x);

    return p != NULL ? point_cost(p) : NAN;
}

/* How near the least timing of P is to their median. */
static double steady(const struct log_sample *p)
{
    return evidence_near(point_least(p), point_median(p));
}

/* The same of point X of S. */
static double steadiness(const struct log_series *s, unsigned long long x)
{
    const struct log_sample *p = sample_at(s, x);

    return p != NULL ? steady(p) : 0;
}

/* Ticks of a misprediction, of which the share WRONG of the generated branches has one. */
static double penalty_ticks(const struct log_series *s, double wrong)
{
    return (cost_at(s, 1) - cost_at(s, 0)) / wrong;
}

static void penalty(struct result *r, const struct log_series *s, double wrong, double cycle)
{
    double ticks = penalty_ticks(s, wrong), same = cost_at(s, 0);

    if (!isfinite(ticks) || cycle <= 0) {
        result_unknown(
            r, "needs both points of generated branches, and the cycle of add_chain",
            result_words("%zu of 2 points, a cycle is %.3g ticks", s->n_samples, cycle).text,
            remedy_run("branch"));
    } else if (ticks < LEAST_PENALTY * same) {
        result_unknown(r, "needs random branches that cost more than those of one direction",
                       result_words("random: %.3g cycles, one direction: %.3g cycles",
                                    cost_at(s, 1) / cycle, same / cycle)
                           .text,
                       remedy_never("a wrong guess costs nothing, or it makes none"));
    } else {
        r->value = ticks / cycle;
        r->has_bounds = true;
        r->low = 0.9 * r->value;
        r->high = 1.1 * r->value;
        r->evidence = steadiness(s, 0) * steadiness(s, 1);
    }
}

/* Adds the answer to QUANTITY, the longest x of S that is predicted, where a misprediction, the
 * answer to OF, costs TICKS. */
static struct result *pattern(struct results *out, enum quantity quantity,
                              const struct log_series *s, enum quantity of, double ticks)
{
    double longest = 0, next = 0, same = cost_at(s, 1);
    struct result *r = result_add_from(out, id_of(quantity), s);

    result_by(r, "first_rise");
    if (!(ticks > 0) || !(same > 0)) {
        result_unknown(r, "needs the cost of a misprediction, and of a pattern of 1",
                       result_words("they cost %.3g and %.3g ticks (0: not known)", fmax(ticks, 0),
                                    fmax(same, 0))
                           .text,
                       remedy_of(out, id_of(of), "branch"));
        return r;
    }
    for (size_t i = 0; i < s->n_samples; i++) {
        double x = (double)s->samples[i].x[0];

        if (point_cost(&s->samples[i]) - same < NOT_LEARNT * ticks)
            longest = fmax(longest, x);
    }
    for (size_t i = s->n_samples; i > 0; i--)
        if ((double)s->samples[i - 1].x[0] > longest)
            next = (double)s->samples[i - 1].x[0];
    r->value = longest;
    r->has_bounds = true;
    r->low = longest;
    r->high = next > 0 ? next - 1 : longest;
    /* How clearly the two patterns differ: of what a misprediction adds, the share that shows. */
    double rise =
        next > 0 ? cost_at(s, (unsigned long long)next) / cost_at(s, (unsigned long long)longest)
                 : 1;
    r->evidence = evidence_margin(1, rise) * steadiness(s, (unsigned long long)longest);
    if (next <= 0)
        snprintf(r->note, sizeof r->note, "no longer pattern was tried");
    return r;
}

static void infer_directions(const struct log_run *run, struct results *out)
{
    const struct log_series *generated = series_of(run, 0), *table = series_of(run, 1);

    if (generated == NULL)
        return;
    penalty(result_add_from(out, id_of(BRANCH_PENALTY), generated), generated, WRONG_DIRECTIONS,
            point_cycle(run));
    if (table != NULL)
        (void)pattern(out, BRANCH_HISTORY, table, BRANCH_PENALTY,
                      penalty_ticks(generated, WRONG_DIRECTIONS));
}

/* The least and the most that the difference can be, by the least and the median timings. */
static void bound_difference(struct result *r, const struct log_sample *one,
                             const struct log_sample *several, double cycle)
{
    double low = (point_least(several) - point_median(one)) / cycle;
    double high = (point_median(several) - point_least(one)) / cycle;

    r->has_bounds = true;
    r->low = fmax(0, fmin(low, r->value) - OUTSIDE);
    r->high = fmax(high, r->value) + OUTSIDE;
}

/* WRONG: ticks of a misprediction, NaN where it is not known, as where nothing is predicted. */
static void several(struct results *out, const struct log_series *s, double wrong, double cycle)
{
    struct result *r = result_add_from(out, id_of(BRANCH_INDIRECT_MULTI_TARGET), s);
    const struct log_sample *one = sample_at(s, 1), *more = sample_at(s, PLACES);

    result_by(r, "several_less_one");
    if (one == NULL || more == NULL || cycle <= 0) {
        result_unknown(
            r, "needs jumps to one place and to several, and the cycle of add_chain",
            result_words("%zu of 2 points, a cycle is %.3g ticks", s->n_samples, cycle).text,
            remedy_run("branch"));
        return;
    }
    double ticks = point_cost(more) - point_cost(one);
    if (ticks > MISPREDICTED * wrong) {
        result_unknown(r, "needs jumps to several places that are predicted",
                       result_words("to one: %.3g cycles, to several: %.3g cycles, mispredicted: "
                                    "%.3g more",
                                    point_cost(one) / cycle, point_cost(more) / cycle,
                                    wrong / cycle)
                           .text,
                       remedy_never("the processor does not learn where they go"));
        return;
    }
    r->value = fmax(0, ticks / cycle);
    bound_difference(r, one, more, cycle);
    r->evidence = steady(one) * steady(more);
}

/* A loop around one jump shows few targets where a processor goes by branches that the loop does
 * not have: functions that jump to each other show more of the same processor. R is of the loop;
 * PLACES: the functions' laps, whose jumps go to LEAST places or come in patterns of so many; NULL:
 * none. */
static void doubt_loop(struct result *r, const struct log_series *places, double wrong,
                       double least)
{
    const struct log_sample *one = places ? sample_at(places, 1) : NULL,
                            *more = places ? sample_at(places, PLACES) : NULL;

    if (!result_is_number(r) || r->value > least || one == NULL || more == NULL ||
        !(point_cost(more) - point_cost(one) <= MISPREDICTED * wrong))
        return;
    result_unknown(
        r, "needs a loop that shows at least what functions show",
        result_words("in the loop up to %.0f were predicted; functions that jump to each other in "
                     "an order of %d, to %d targets each, were predicted, too: %.0f is too low",
                     r->value, PLACES_LAP, PLACES, r->value)
            .text,
        remedy_never("what it learns depends on the branches around the jump"));
}

/* Logs of older probes have none. */
static void infer_targets(const struct log_run *run, struct results *out)
{
    const struct log_series *generated = series_of(run, 2), *table = series_of(run, 3),
                            *targets = series_of(run, 4), *places = series_of(run, 5);

    if (generated == NULL)
        return;
    double ticks = penalty_ticks(generated, WRONG_TARGETS);
    penalty(result_add_from(out, id_of(BRANCH_INDIRECT_PENALTY), generated), generated,
            WRONG_TARGETS, point_cycle(run));
    if (table != NULL)
        doubt_loop(pattern(out, BRANCH_INDIRECT_HISTORY, table, BRANCH_INDIRECT_PENALTY, ticks),
                   places, ticks, PLACES_LAP - 1);
    if (targets != NULL)
        doubt_loop(pattern(out, BRANCH_INDIRECT_TARGETS, targets, BRANCH_INDIRECT_PENALTY, ticks),
                   places, ticks, PLACES);
    if (places != NULL)
        several(out, places, ticks, point_cycle(run));
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    (void)method;
    infer_directions(run, out);
    infer_targets(run, out);
}

const struct analysis analysis_branch = {
    .about = "cost of a misprediction, longest pattern predicted",
    .probe = "branch",
    .method = "random_less_same",
    .infer = infer,
};
