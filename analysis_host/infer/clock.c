/* The clock and the reference cycle: cpu.frequency, timer.step, timer.read. */
#include "infer.h"
#include "infer_curve.h"
#include "stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void frequency(const struct log_run *run, struct results *out)
{
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);
    double add = curve_reference_ticks(run, 0), other = curve_reference_ticks(run, 1);
    struct result *r = results_add(out, "Hz", "cpu.frequency");

    snprintf(r->probe, sizeof r->probe, "add_chain");
    snprintf(r->method, sizeof r->method, "slope");
    if (add <= 0) {
        result_unknown(r, "no usable series of add_chain");
    } else if (hz <= 0) {
        result_unknown(r, "the board does not know the rate of its clock");
    } else {
        r->value = hz / add;
        r->has_bounds = true;
        r->low = r->value * 0.98;
        r->high = r->value * 1.02;
        r->confidence = 0.95;
        if (other > 0 && fabs(other / add - 1) > 0.05) {
            r->confidence = 0.5;
            snprintf(r->note, sizeof r->note,
                     "an exclusive or takes %.2f of an addition: one of them is not one cycle",
                     other / add);
        }
    }
}

/* Every timing of series KIND of timer_floor divided by its operations, sorted later; NULL: none.
 */
static double *timings(const struct log_run *run, unsigned kind, size_t *n)
{
    double *all = NULL;

    *n = 0;
    for (size_t s = log_find_series(run, "timer_floor", 0); s < run->n_series;
         s = log_find_series(run, "timer_floor", s + 1)) {
        const struct log_series *series = &run->series[s];

        if (log_key_number(series->keys, series->n_keys, "kind", 99) != kind)
            continue;
        for (size_t i = 0; i < series->n_samples; i++) {
            const struct log_sample *p = &series->samples[i];
            double *grown = realloc(all, (*n + p->n_ticks) * sizeof *grown);

            if (grown == NULL)
                return all;
            all = grown;
            for (size_t t = 0; t < p->n_ticks; t++)
                all[(*n)++] = (double)p->ticks[t] / (double)p->ops;
        }
    }
    return all;
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
        result_unknown(r, kept == 0 ? "no step was seen" : "the rate of the clock is unknown");
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
        result_unknown(r, n == 0 ? "no usable series" : "the rate of the clock is unknown");
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
    .rank = 10,
    .about = "frequency from the reference chain, step and cost of the clock",
    .infer = infer,
};
