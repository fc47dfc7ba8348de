/* The clock and the reference cycle: cpu.frequency, timer.step, timer.read. */
#include "analysis/analysis.h"
#include "series/curve.h"
#include "series/ops_chains.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        size_t n;
        double *costs = series_costs(series, &n);

        if (costs != NULL && n > 0 &&
            log_key_number(series->keys, series->n_keys, "kind", 0) == 0) {
            double typical = stats_median(costs, n);

            least = fmin(least, typical);
            most = fmax(most, typical);
        }
        free(costs);
    }
    return most > 0 ? most / least - 1 : 0;
}

static void say_drift(struct result *r, double share)
{
    size_t used = strlen(r->note);

    r->low = fmin(r->low, r->value / (1 + share));
    r->high = fmax(r->high, r->value * (1 + share));
    if (share > DRIFT_TOLD)
        snprintf(r->note + used, sizeof r->note - used, "%schanged by %.0f %% over the run",
                 used > 0 ? "; " : "", 100 * share);
}

static void frequency(const struct log_run *run, struct results *out)
{
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);
    double add = curve_reference_ticks(run, 0), other = curve_reference_ticks(run, 1);
    struct result *r = results_add(out, "Hz", "cpu.frequency");
    bool pumped = double_pumped(run);

    snprintf(r->probe, sizeof r->probe, "add_chain");
    snprintf(r->method, sizeof r->method, "%s", pumped ? "half_of_additions" : "slope");
    if (add <= 0) {
        result_unknown_prose(r, "no usable series of add_chain");
    } else if (hz <= 0) {
        result_unknown_prose(r, "the board does not know the rate of its clock");
    } else {
        r->value = hz / add / (pumped ? 2 : 1);
        r->has_bounds = true;
        r->low = r->value * 0.98;
        r->high = r->value * 1.02;
        r->confidence = 0.95;
        if (pumped) {
            r->confidence = 0.8;
            snprintf(
                r->note, sizeof r->note,
                "additions are done twice a cycle: all other operations take an even number of "
                "them");
        } else if (other > 0 && fabs(other / add - 1) > 0.05) {
            r->confidence = 0.5;
            snprintf(r->note, sizeof r->note,
                     "an exclusive or takes %.2f of an addition: one of them is not one cycle",
                     other / add);
        }
        say_drift(r, drift(run));
    }
}

/* The costs of the series KIND of timer_floor (to be freed); NULL: there is none. */
static double *timings(const struct log_run *run, unsigned kind, size_t *n)
{
    *n = 0;
    for (size_t s = log_find_series(run, "timer_floor", 0); s < run->n_series;
         s = log_find_series(run, "timer_floor", s + 1)) {
        const struct log_series *series = &run->series[s];

        if (log_key_number(series->keys, series->n_keys, "kind", 99) == kind)
            return series_costs(series, n);
    }
    return NULL;
}

static void step(const struct log_run *run, double tick_ns, struct results *out)
{
    size_t n, kept = 0;
    double *all = timings(run, 0, &n);
    struct result *r = results_add(out, "ns", "timer.step");

    snprintf(r->probe, sizeof r->probe, "timer_floor");
    snprintf(r->method, sizeof r->method, "smallest");
    for (size_t i = 0; i < n; i++)
        if (all[i] > 0)
            all[kept++] = all[i];
    if (kept == 0 || tick_ns <= 0) {
        result_unknown_prose(r,
                             kept == 0 ? "no step was seen" : "the rate of the clock is unknown");
    } else {
        r->value = stats_min(all, kept) * tick_ns;
        r->confidence = 0.9;
    }
    free(all);
}

static void reading(const struct log_run *run, double tick_ns, struct results *out)
{
    size_t n;
    double *all = timings(run, 1, &n);
    struct result *r = results_add(out, "ns", "timer.read");

    snprintf(r->probe, sizeof r->probe, "timer_floor");
    snprintf(r->method, sizeof r->method, "smallest");
    if (n == 0 || tick_ns <= 0) {
        result_unknown_prose(r, n == 0 ? "no usable series" : "the rate of the clock is unknown");
    } else {
        r->value = stats_min(all, n) * tick_ns;
        r->confidence = 0.9;
    }
    free(all);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);

    (void)method;
    if (log_find_series(run, "add_chain", 0) < run->n_series)
        frequency(run, out);
    if (log_find_series(run, "timer_floor", 0) < run->n_series) {
        step(run, hz > 0 ? 1e9 / hz : 0, out);
        reading(run, hz > 0 ? 1e9 / hz : 0, out);
    }
}

const struct analysis analysis_clock = {
    .about = "frequency from the reference chain, step and cost of the clock",
    .probe = "add_chain",
    .method = "slope",
    .infer = infer,
};
