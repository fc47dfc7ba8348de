/* cpu.frequency.contexts.N: the core clock while N hardware threads compute, over that of one.
 *
 * The reference chain on thread 0, in windows in which all others worked, too. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_CONTEXTS = 4096 };

/* Windows so near to their median agree with it. */
#define AGREE 0.02
/* Clocks of one core differ by so much from window to window. */
#define SAME 0.03
/* Until three kinds of real machine have confirmed the rule. */
#define SURE_AT_MOST 0.95

/* The point of S with N threads, or NULL. */
static const struct log_sample *point_of(const struct log_series *s, uint64_t n)
{
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_x == 1 && s->samples[i].x[0] == n && s->samples[i].n_ticks > 0 &&
            s->samples[i].ops > 0)
            return &s->samples[i];
    return NULL;
}

/* The share of P's timings that are near MEDIAN, by Laplace's rule. */
static double agreement(const struct log_sample *p, double median)
{
    size_t near = 0;

    for (size_t i = 0; i < p->n_ticks; i++)
        near += fabs((double)p->ticks[i] / (double)p->ops - median) <= AGREE * median;
    return evidence_agreement(near, p->n_ticks);
}

static void answer(struct result *r, const struct log_sample *alone, const struct log_sample *p)
{
    double one = point_median(alone), all = point_median(p);

    r->value = one / all;
    r->has_bounds = true;
    r->low = point_quantile(alone, 0.25) / point_quantile(p, 0.75);
    r->high = point_quantile(alone, 0.75) / point_quantile(p, 0.25);
    if (fabs(r->value - 1) <= SAME || (r->low <= 1 && r->high >= 1))
        r->value = 1;
    r->low = fmin(r->low, (1 - SAME) * r->value);
    r->high = fmax(r->high, (1 + SAME) * r->value);
    r->evidence = fmin(agreement(alone, one), agreement(p, all));
    r->sure_at_most = SURE_AT_MOST;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "frequency", 0);

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    const struct log_sample *alone = point_of(s, 1);
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x != 1 || p->x[0] < 2 || p->x[0] > MOST_CONTEXTS || point_of(s, p->x[0]) != p)
            continue;
        struct result *r =
            result_add_from(out, id_busy(CPU_FREQUENCY_CONTEXTS, NULL, (unsigned)p->x[0]), s);
        if (alone != NULL)
            answer(r, alone, p);
        else
            remedy_unsampled_series(r, s);
    }
}

const struct analysis analysis_frequency = {
    .about = "core clock by the number of busy threads",
    .probe = "frequency",
    .method = "by_threads",
    .infer = infer,
};
