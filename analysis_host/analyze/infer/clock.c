/* The clock and the reference cycle: cpu.frequency, timer.step, timer.read. */
#include "analysis/analysis.h"
#include "model/clock_step.h"
#include "result/remedy.h"
#include "series/ops_chains.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* A change of the clock beyond this is worth telling. */
#define DRIFT_TOLD 0.05

/* Every timing of S divided by its operations (to be freed), NULL when memory is short. */
static double *series_costs(const struct log_series *s, size_t *n)
{
    double *costs;
    size_t room = 1;

    for (size_t i = 0; i < s->n_samples; i++)
        room += s->samples[i].n_ticks;
    costs = malloc(room * sizeof *costs);
    *n = 0;
    for (size_t i = 0; i < s->n_samples && costs != NULL; i++)
        for (size_t t = 0; t < s->samples[i].n_ticks; t++)
            costs[(*n)++] = (double)s->samples[i].ticks[t] / (double)s->samples[i].ops;
    return costs;
}

/* What an addition of the reference chain took in the series of the run, which go over all of it:
 * ticks, the median of a series each. 0 when there is none. */
struct drift {
    double least, most;
    const char *slowest; /* the probe beside which it took most; NULL: in its own */
};

static struct drift drift_of(const struct log_run *run)
{
    struct drift d = { .least = INFINITY };

    for (size_t s = log_find_series(run, "add_chain", 0); s < run->n_series;
         s = log_find_series(run, "add_chain", s + 1)) {
        const struct log_series *series = &run->series[s];

        if (log_key_number(series->keys, series->n_keys, "kind", 0) != 0)
            continue;
        double typical = point_series_median(series) * point_chain_share(run);
        if (typical > d.most) {
            d.most = typical;
            d.slowest = log_key_text(series->keys, series->n_keys, "beside");
        }
        d.least = fmin(d.least, typical); /* fmin() passes over NaN */
    }
    if (!(d.most > 0))
        d.least = 0;
    return d;
}

/* Widens the range of the frequency R, whose clock makes HZ ticks a second, to what it was over the
 * run. */
static void say_drift(struct result *r, const struct drift *d, double hz)
{
    if (!(d->least > 0))
        return;
    double share = d->most / d->least - 1;
    r->low = fmin(r->low, hz / d->most);
    r->high = fmax(r->high, hz / d->least);
    if (share <= DRIFT_TOLD)
        return;
    r->evidence *= evidence_near(d->least, d->most);
    result_remark(r, "changed by %.0f %% over the run, %.3g to %.3g GHz", 100 * share,
                  hz / d->most / 1e9, hz / d->least / 1e9);
    if (d->slowest != NULL)
        result_remark(r, "slowest next to probe %.20s", d->slowest);
}

/* How near the cost of an addition by the lowest timings is to that by the median of all. */
static double steadiness(const struct log_run *run)
{
    const struct log_series *s = &run->series[log_find_series(run, "add_chain", 0)];

    return evidence_near(point_reference_ticks(run, 0),
                         point_series_median(s) * point_chain_share(run));
}

/* TICKS of what was timed cannot be given in seconds. */
static void unknown_rate(struct result *r, const struct log_run *run, double ticks)
{
    remedy_no_rate(r, point_tick_hz_off(run), result_words("%.3g ticks were measured", ticks).text);
}

/* Returns by what share the step of the clock may have moved the cycle of ADD ticks: the chain's
 * lengths differ by so many steps. */
static double step_share(const struct log_run *run, double add)
{
    const struct log_series *s = &run->series[log_find_series(run, "add_chain", 0)];
    double least = INFINITY, most = 0;

    for (size_t i = 0; i < s->n_samples; i++) {
        least = fmin(least, (double)s->samples[i].ops);
        most = fmax(most, (double)s->samples[i].ops);
    }
    double ops = most > least ? most - least : most;
    return ops > 0 ? fmin(point_clock_step(s) / (add * ops), 0.9) : 0;
}

static void frequency(const struct log_run *run, struct results *out)
{
    double hz = point_tick_hz(run);
    double add = point_reference_ticks(run, 0), other = point_reference_ticks(run, 1);
    double slower = point_chain_slower(run);
    struct result *r = result_add(out, id_of(CPU_FREQUENCY));
    bool pumped = run->adds_a_cycle > 1;

    if (pumped)
        result_by(r, "half_of_additions");
    if (add <= 0) {
        remedy_unsampled(r, run, "add_chain");
    } else if (hz <= 0) {
        unknown_rate(r, run, add);
    } else {
        r->value = hz / add;
        r->has_bounds = true;
        double share = fmax(0.02, step_share(run, add / (pumped ? 2 : 1)));
        r->low = r->value * (1 - share);
        r->high = r->value * (1 + share);
        r->evidence = steadiness(run);
        if (share > 0.02)
            r->evidence *= evidence_near(r->low, r->high);
        if (pumped) {
            result_remark(r, "additions are done twice a cycle: all other operations take an even "
                             "number of them");
        } else if (slower > 1) {
            result_remark(r,
                          "by chains beside other probes: an addition took %.2f times as long in "
                          "the first milliseconds",
                          slower);
        } else if (other > 0 && fabs(other / add - 1) > 0.05) {
            r->evidence *= evidence_near(other, add);
            result_remark(r,
                          "an exclusive or takes %.2f of an addition: one of them is not one cycle",
                          other / add);
        }
        struct drift d = drift_of(run);
        say_drift(r, &d, hz);
    }
}

/* The series of timer_floor of KIND, or NULL. */
static const struct log_series *timer_series(const struct log_run *run, unsigned kind)
{
    for (size_t s = log_find_series(run, "timer_floor", 0); s < run->n_series;
         s = log_find_series(run, "timer_floor", s + 1))
        if (log_key_number(run->series[s].keys, run->series[s].n_keys, "kind", 99) == kind)
            return &run->series[s];
    return NULL;
}

/* Kinds of series of timer_floor. */
enum { STEPS, READS };
/* So many timings tell a clock's step from what a reading costs. */
enum { OTHERS_MOST = 2048 };

/* What timer_floor measured of one kind. */
struct floor_timings {
    double *ticks; /* of an operation; to be freed */
    size_t n, all;
};

/* Reads the timings of KIND; of STEPS those above 0. */
static struct floor_timings floor_timings(const struct log_run *run, unsigned kind)
{
    const struct log_series *s = timer_series(run, kind);
    struct floor_timings f = { 0 };

    f.ticks = s != NULL ? series_costs(s, &f.all) : NULL;
    for (size_t i = 0; i < f.all && f.ticks != NULL; i++)
        if (f.ticks[i] > 0 || kind == READS)
            f.ticks[f.n++] = f.ticks[i];
    return f;
}

/* Adds the answer ID about timings F of KIND. Returns NULL where it is that nothing is known. */
static struct result *floor_answer(const struct log_run *run, unsigned kind, struct result_id id,
                                   const struct floor_timings *f, struct results *out)
{
    const struct log_series *s = timer_series(run, kind);
    double hz = point_tick_hz(run);
    struct result *r = result_add_from(
        out, id, s != NULL ? s : &run->series[log_find_series(run, "timer_floor", 0)]);

    if (f->n == 0 && f->all > 0)
        result_unknown(r, "needs two readings of the clock that differ",
                       result_words("all %zu pairs of readings were 0 ticks apart", f->all).text,
                       remedy_thorough(r->probe));
    else if (f->n == 0)
        remedy_unsampled(r, run, "timer_floor");
    else if (hz <= 0)
        unknown_rate(r, run, stats_min(f->ticks, f->n));
    return f->n > 0 && hz > 0 ? r : NULL;
}

/* Writes to Y the first timings of RUN that are no step of the clock, at most MOST. Returns their
 * number. */
static size_t other_timings(const struct log_run *run, double *y, size_t most)
{
    const struct log_series *steps = timer_series(run, STEPS);
    size_t n = 0;

    for (size_t k = 0; k < run->n_series; k++)
        for (size_t i = 0; &run->series[k] != steps && i < run->series[k].n_samples; i++)
            for (size_t t = 0; t < run->series[k].samples[i].n_ticks && n < most; t++)
                y[n++] = (double)run->series[k].samples[i].ticks[t];
    return n;
}

static void timer_step(const struct log_run *run, double tick_ns, struct results *out)
{
    struct floor_timings f = floor_timings(run, STEPS);
    struct result *r = floor_answer(run, STEPS, id_of(TIMER_STEP), &f, out);
    double *others = malloc(OTHERS_MOST * sizeof *others); /* large */

    out->no_memory |= others == NULL;
    if (r != NULL && others != NULL) {
        size_t n_others = other_timings(run, others, OTHERS_MOST);
        struct clock_step step = clock_step_of(f.ticks, f.n, others, n_others);

        result_by(r, "common_unit");
        r->value = step.ticks * tick_ns;
        r->evidence = evidence_agreement(step.whole, step.of);
        if (step.whole == 0 && step.of > 0)
            result_unknown(r, "needs a timing that tells the step from what a reading costs",
                           result_words("all readings are equally far apart, and all timings "
                                        "multiples of %.0f ticks, which may be several steps",
                                        step.ticks)
                               .text,
                           remedy_text("further probes (--also): a timing that is no multiple of "
                                       "these ticks shows the step"));
    }
    free(others);
    free(f.ticks);
}

static void timer_read(const struct log_run *run, double tick_ns, struct results *out)
{
    struct floor_timings f = floor_timings(run, READS);
    struct result *r = floor_answer(run, READS, id_of(TIMER_READ), &f, out);

    if (r != NULL) {
        double least = stats_min(f.ticks, f.n);

        result_by(r, "smallest");
        r->value = least * tick_ns;
        r->evidence = evidence_near(least, stats_median(f.ticks, f.n));
    }
    free(f.ticks);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = point_tick_hz(run);
    double tick_ns = hz > 0 ? 1e9 / hz : 0;

    (void)method;
    if (log_find_series(run, "add_chain", 0) < run->n_series)
        frequency(run, out);
    if (log_find_series(run, "timer_floor", 0) < run->n_series) {
        timer_step(run, tick_ns, out);
        timer_read(run, tick_ns, out);
    }
}

const struct analysis analysis_clock = {
    .about = "frequency from the reference chain, step and cost of the clock",
    .probe = "add_chain",
    .also = { "timer_floor", "ops" },
    .method = "slope",
    .infer = infer,
};
