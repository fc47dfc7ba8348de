/* The clock and the reference cycle: cpu.frequency, timer.step, timer.read. */
#include "analysis/analysis.h"
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

static bool double_pumped(const struct log_run *run)
{
    struct ops_chains chains;
    bool pumped =
        ops_chains_read(&chains, run, METHOD_ROBUST) == 0 && ops_chains_double_pumped(&chains);

    ops_chains_free(&chains);
    return pumped;
}

/* How much slower the slowest reference chain of the run was than the fastest, as a share; series
 * measured beside others go over the whole run. 0 when there are too few. */
static double drift(const struct log_run *run)
{
    double least = INFINITY, most = 0;

    for (size_t s = log_find_series(run, "add_chain", 0); s < run->n_series;
         s = log_find_series(run, "add_chain", s + 1)) {
        const struct log_series *series = &run->series[s];

        if (log_key_number(series->keys, series->n_keys, "kind", 0) != 0)
            continue;
        double typical = point_series_median(series);
        least = fmin(least, typical); /* fmin() and fmax() pass over NaN */
        most = fmax(most, typical);
    }
    return most > 0 ? most / least - 1 : 0;
}

static void say_drift(struct result *r, double share)
{
    r->low = fmin(r->low, r->value / (1 + share));
    r->high = fmax(r->high, r->value * (1 + share));
    if (share > DRIFT_TOLD)
        result_remark(r, "changed by %.0f %% over the run", 100 * share);
}

/* How near the cost of an addition by the lowest timings is to that by the median of all. */
static double steadiness(const struct log_run *run)
{
    const struct log_series *s = &run->series[log_find_series(run, "add_chain", 0)];

    return evidence_near(point_reference_ticks(run, 0), point_series_median(s));
}

/* TICKS of what was timed cannot be given in seconds. */
static void unknown_rate(struct result *r, double ticks)
{
    result_unknown(r, "needs the rate of the clock, key tick_hz of the run",
                   result_words("tick_hz is 0 or missing; %.3g ticks were measured", ticks).text,
                   NO_REMEDY "its port does not know the rate of its clock");
}

static void frequency(const struct log_run *run, struct results *out)
{
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);
    double add = point_reference_ticks(run, 0), other = point_reference_ticks(run, 1);
    struct result *r = result_add(out, id_of(CPU_FREQUENCY));
    bool pumped = double_pumped(run);

    if (pumped)
        result_by(r, "half_of_additions");
    if (add <= 0) {
        remedy_unsampled(r, run, "add_chain");
    } else if (hz <= 0) {
        unknown_rate(r, add);
    } else {
        r->value = hz / add / (pumped ? 2 : 1);
        r->has_bounds = true;
        r->low = r->value * 0.98;
        r->high = r->value * 1.02;
        r->evidence = steadiness(run);
        if (pumped) {
            result_remark(r, "additions are done twice a cycle: all other operations take an even "
                             "number of them");
        } else if (other > 0 && fabs(other / add - 1) > 0.05) {
            r->evidence *= evidence_near(other, add);
            result_remark(r,
                          "an exclusive or takes %.2f of an addition: one of them is not one cycle",
                          other / add);
        }
        say_drift(r, drift(run));
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

/* Returns how many of the N values of Y are a whole number of times UNIT, to within a tenth of it.
 */
static size_t count_whole(const double *y, size_t n, double unit)
{
    size_t whole = 0;

    for (size_t i = 0; i < n; i++)
        whole += fabs(y[i] / unit - round(y[i] / unit)) <= 0.1;
    return whole;
}

/* Kinds of series of timer_floor. */
enum { STEPS, READS };

/* Answers ID with the least timing of the series KIND of timer_floor; of STEPS, the least above 0.
 */
static void smallest_timing(const struct log_run *run, unsigned kind, struct result_id id,
                            double tick_ns, struct results *out)
{
    const struct log_series *s = timer_series(run, kind);
    size_t n = 0, kept = 0;
    double *all = s != NULL ? series_costs(s, &n) : NULL;
    struct result *r = result_add_from(
        out, id, s != NULL ? s : &run->series[log_find_series(run, "timer_floor", 0)]);

    result_by(r, "smallest");
    for (size_t i = 0; i < n && all != NULL; i++)
        if (all[i] > 0 || kind == READS)
            all[kept++] = all[i];
    if (kept == 0 && n > 0) {
        result_unknown(r, "needs two readings of the clock that differ",
                       result_words("all %zu pairs of readings were 0 ticks apart", n).text,
                       remedy_run(r->probe, "--thorough").text);
    } else if (kept == 0) {
        remedy_unsampled(r, run, "timer_floor");
    } else if (tick_ns <= 0) {
        unknown_rate(r, stats_min(all, kept));
    } else {
        r->value = stats_min(all, kept) * tick_ns;
        r->evidence = evidence_agreement(count_whole(all, kept, stats_min(all, kept)), kept);
    }
    free(all);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);
    double tick_ns = hz > 0 ? 1e9 / hz : 0;

    (void)method;
    if (log_find_series(run, "add_chain", 0) < run->n_series)
        frequency(run, out);
    if (log_find_series(run, "timer_floor", 0) < run->n_series) {
        smallest_timing(run, STEPS, id_of(TIMER_STEP), tick_ns, out);
        smallest_timing(run, READS, id_of(TIMER_READ), tick_ns, out);
    }
}

const struct analysis analysis_clock = {
    .about = "frequency from the reference chain, step and cost of the clock",
    .probe = "add_chain",
    .method = "slope",
    .infer = infer,
};
