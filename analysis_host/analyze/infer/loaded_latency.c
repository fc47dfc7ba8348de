/* Loaded latency: loaded.LEVEL.OP.latency, what a load takes while all other contexts stream OP
 * through memory, and loaded.LEVEL.OP.ratio, in units of what it takes alone. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>

enum { MOST_TIMINGS = 64 };

/* Others that moved less than this share of what they can were kept from it. */
#define AT_WORK 0.5

/* A lower ratio is disturbance: nothing makes a load faster than alone. */
#define LEAST_RATIO 0.97

/* Bytes a tick that the others moved during the timing I of S; 0: nobody did. */
static double beside(const struct log_series *s, size_t i)
{
    if (i + 1 >= s->n_samples)
        return 0;
    const struct log_sample *p = &s->samples[i + 1];

    if (p->n_x != 2 || p->x[1] != 1 || p->x[0] != s->samples[i].x[0] || p->n_ticks == 0 ||
        p->ticks[0] == 0)
        return 0;
    return (double)p->ops / (double)p->ticks[0];
}

static bool is_chase(const struct log_sample *p, uint64_t m)
{
    return p->n_x == 2 && p->x[0] == m && p->x[1] == 0 && p->n_ticks > 0;
}

/* Loads a tick beside M streaming contexts, and the most bytes a tick that these moved. */
static struct throughput rate_beside(const struct log_series *s, uint64_t m, double *moved)
{
    double y[MOST_TIMINGS];
    size_t n = 0;

    *moved = 0;
    for (size_t i = 0; i < s->n_samples; i++)
        if (is_chase(&s->samples[i], m))
            *moved = fmax(*moved, beside(s, i));
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (!is_chase(p, m) || (m > 0 && !(beside(s, i) > AT_WORK * *moved)))
            continue;
        for (size_t t = 0; t < p->n_ticks && n < MOST_TIMINGS; t++)
            if (p->ticks[t] > 0)
                y[n++] = (double)p->ops / (double)p->ticks[t];
    }
    return throughput_of(y, n);
}

/* Loads were timed ALONE times without others, and not, or hardly, while others streamed. */
static void no_others(struct result *r, const struct log_series *s, size_t alone)
{
    result_unknown(
        r, "needs loads timed alone and while others stream at half their rate or more",
        result_words("%zu points, of these %zu usable timings alone", s->n_samples, alone).text,
        remedy_thorough("cache_size,loaded_latency"));
}

/* Answers with what chases of LEVEL took beside others that did OP. */
static void answer(struct results *out, const struct log_series *s, unsigned level, const char *op,
                   const struct throughput_units *units)
{
    uint64_t most = 0;
    double moved, nothing;

    for (size_t i = 0; i < s->n_samples; i++)
        most = s->samples[i].x[0] > most ? s->samples[i].x[0] : most;
    struct throughput alone = rate_beside(s, 0, &nothing), loaded = rate_beside(s, most, &moved);
    struct result *r = result_add_from(out, id_moving(LOADED_LATENCY, level, op), s);

    throughput_answer_latency(r, &loaded, units);
    if (most == 0)
        no_others(r, s, 0);
    else if (r->kind == RESULT_NUMBER && units->tick_hz > 0)
        snprintf(r->note, sizeof r->note, "%llu other%s moved %.1f GB/s", (unsigned long long)most,
                 most == 1 ? "" : "s", moved * units->tick_hz / 1e9);
    struct result *ratio = result_add_from(out, id_moving(LOADED_RATIO, level, op), s);
    if (most == 0 || alone.n == 0 || loaded.n == 0) {
        no_others(ratio, s, alone.n);
        return;
    }
    double value = alone.median / loaded.median, other = alone.best / loaded.best;
    if (value < LEAST_RATIO) {
        result_unknown(
            ratio, "needs loads that are no faster beside others than alone",
            result_words("%.3g times as long beside others, medians of %zu and %zu timings: "
                         "other programs loaded the memory",
                         value, loaded.n, alone.n)
                .text,
            remedy_thorough("cache_size,loaded_latency"));
        return;
    }
    ratio->value = value;
    ratio->has_bounds = true;
    ratio->low = fmin(fmin(value, other), alone.median / loaded.best);
    ratio->high = fmax(fmax(value, other), alone.best / loaded.median);
    if (ratio->low <= 1 && ratio->high >= 1) {
        result_remark(ratio, "%.3g, which is no more than timings differ by", value);
        ratio->value = 1;
    }
    ratio->evidence =
        evidence_near(alone.median, alone.best) * evidence_near(loaded.median, loaded.best);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    unsigned deepest = throughput_deepest(run, "loaded_latency");
    struct throughput_units units = throughput_units_of(run);

    (void)method;
    for (size_t i = log_find_series(run, "loaded_latency", 0); i < run->n_series;
         i = log_find_series(run, "loaded_latency", i + 1)) {
        const struct log_series *s = &run->series[i];
        unsigned level = throughput_board_level(s);
        uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", 1);

        if (level == 0 || s->n_samples == 0 || kind % 2 != 0)
            continue;
        answer(out, s, throughput_chased_level(out, s, level, deepest), kind == 0 ? "read" : "copy",
               &units);
    }
}

const struct analysis analysis_loaded_latency = {
    .about = "latency while other contexts stream",
    .probe = "loaded_latency",
    .method = "second_lowest",
    .after = { "cache_levels", "cache_ways" },
    .infer = infer,
};
