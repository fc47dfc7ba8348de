/* Ways to build kernels that ran beside each other: tune.KERNEL.TYPE.tile of the fastest, .rate,
 * and .lead before the second; of products .kc, .mc and .of_peak, too. */
#include "analysis/analysis.h"
#include "result/peak.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Kernels that probe tune times, and floating-point operations of what its S count; 0: none. */
static const struct kind {
    const char *kernel;
    double flops;
} kinds[] = {
    { "gemm", 2 }, { "gemv", 2 }, { "dot", 2 }, { "transpose", 0 }, { "jacobi", 4 }, { "wht", 1 },
};

enum { MOST_ROUNDS = 64, MOST_WAYS = 32, FEWEST_ROUNDS = 3, NANOSECONDS = 1000000000 };

/* The share of rounds that may have been luckier than the answer: a minimum is a lucky one. */
#define QUANTILE 0.25
/* Confidence of the bounds of a lead. */
#define LEVEL 0.9

/* A candidate as the board timed it. */
struct way {
    const struct log_series *series;
    const char *tile;
    uint64_t kc, mc;
    double took[MOST_ROUNDS]; /* cycles an operation, by round; NaN: none */
    unsigned rounds;          /* highest round, 0: none was timed */
    double typical;
};

struct ways {
    const char *kernel, *type;
    double flops;
    struct way at[MOST_WAYS]; /* fastest first */
    unsigned n;
};

/* ---- one candidate ---- */

static const char *word_of(const struct log_series *s, const char *key)
{
    const char *text = log_key_text(s->keys, s->n_keys, key);

    return text != NULL ? text : "";
}

/* Cycles in one unit of S's timings; 0: not known. */
static double cycles_of_unit(const struct log_run *run, const struct log_series *s)
{
    struct throughput_units units = throughput_units_of(run);

    if (!(units.cycle_ticks > 0))
        return 0;
    if (strcmp(word_of(s, "clock"), "thread") != 0)
        return 1 / units.cycle_ticks;
    return units.tick_hz / NANOSECONDS / units.cycle_ticks;
}

static void take_samples(struct way *w, double unit)
{
    for (unsigned i = 0; i < MOST_ROUNDS; i++)
        w->took[i] = NAN;
    for (size_t i = 0; i < w->series->n_samples; i++) {
        const struct log_sample *p = &w->series->samples[i];
        double cost = point_cost(p) * unit;
        if (p->n_x < 1 || p->x[0] < 1 || p->x[0] > MOST_ROUNDS || !(cost > 0))
            continue;
        w->took[p->x[0] - 1] = cost;
        w->rounds = (unsigned)fmax(w->rounds, (double)p->x[0]);
    }
}

static double typical_of(const struct way *w)
{
    double known[MOST_ROUNDS];
    size_t n = 0;

    for (unsigned i = 0; i < w->rounds; i++)
        if (!isnan(w->took[i]))
            known[n++] = w->took[i];
    return n < FEWEST_ROUNDS ? NAN : stats_quantile(known, n, QUANTILE);
}

/* ---- all of a kernel ---- */

/* Puts W where its speed belongs. */
static void insert(struct ways *all, const struct way *w)
{
    unsigned at = all->n;

    if (isnan(w->typical) || all->n == MOST_WAYS)
        return;
    while (at > 0 && all->at[at - 1].typical > w->typical) {
        all->at[at] = all->at[at - 1];
        at--;
    }
    all->at[at] = *w;
    all->n++;
}

static void gather_ways(struct ways *all, const struct log_run *run)
{
    all->n = 0;
    for (size_t i = log_find_series(run, "tune", 0); i < run->n_series;
         i = log_find_series(run, "tune", i + 1)) {
        const struct log_series *s = &run->series[i];
        struct way w = { .series = s,
                         .tile = word_of(s, "tile"),
                         .kc = log_key_number(s->keys, s->n_keys, "kc", 0),
                         .mc = log_key_number(s->keys, s->n_keys, "mc", 0) };
        if (s->end != RECORD_END_OK || strcmp(word_of(s, "kernel"), all->kernel) != 0 ||
            strcmp(word_of(s, "type"), all->type) != 0)
            continue;
        take_samples(&w, cycles_of_unit(run, s));
        w.typical = typical_of(&w);
        insert(all, &w);
    }
}

/* ---- answers ---- */

static struct result *add(struct results *out, const struct ways *all, enum quantity quantity)
{
    return result_add_from(out, id_op(quantity, all->kernel, all->type), all->at[0].series);
}

/* Share by which the second was slower in each round that both have. Returns how many. */
static size_t leads_of(const struct ways *all, double *lead)
{
    size_t n = 0;

    for (unsigned i = 0; i < all->at[0].rounds && i < all->at[1].rounds; i++)
        if (!isnan(all->at[0].took[i]) && !isnan(all->at[1].took[i]))
            lead[n++] = all->at[1].took[i] / all->at[0].took[i] - 1;
    return n;
}

/* Chance that the first leads in one more round (Laplace); one way alone is the first. */
static double sureness(const struct ways *all)
{
    double lead[MOST_ROUNDS];
    size_t n = all->n > 1 ? leads_of(all, lead) : 0, won = 0;

    for (size_t i = 0; i < n; i++)
        won += lead[i] > 0;
    return evidence_agreement(won, n);
}

static void answer_number(struct results *out, const struct ways *all, enum quantity quantity,
                          double value)
{
    struct result *r = add(out, all, quantity);

    r->value = value;
    r->evidence = sureness(all);
}

static void answer_tile(struct results *out, const struct ways *all)
{
    struct result *r = add(out, all, TUNE_TILE);

    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", all->at[0].tile);
    r->evidence = sureness(all);
    result_remark(r, "fastest of %u at side %" PRIu64, all->n,
                  log_key_number(all->at[0].series->keys, all->at[0].series->n_keys, "n", 0));
}

/* The roof of products: multiply-adds, fused or side by side. Other mixes use adders that a product
 * cannot. */
static const struct result *roof_of(const struct results *results, const struct ways *all)
{
    const unsigned bits = strcmp(all->type, "f32") == 0 ? 32 : 64;
    const struct result *fused = peak_highest(results, bits, "fma"),
                        *apart = peak_highest(results, bits, "balanced");

    return fused == NULL || (apart != NULL && apart->value > fused->value) ? apart : fused;
}

static double rate_of(const struct ways *all)
{
    return all->flops / all->at[0].typical;
}

static void answer_of_peak(struct results *out, const struct ways *all)
{
    const struct result *peak = roof_of(out, all);
    double highest = peak != NULL ? peak->value : 0;
    struct result *r = add(out, all, TUNE_OF_PEAK);

    if (highest > 0) {
        r->value = rate_of(all) / highest;
        r->evidence = sureness(all);
        result_remark(r, "of %.4g FLOP/cycle, %s", highest, peak->name.text);
        return;
    }
    result_unknown(r, result_words("needs a peak of multiply-adds of %s", all->type).text,
                   "none of it was answered", remedy_run("peaks,tune"));
}

static bool is_product(const struct ways *all)
{
    return strcmp(all->kernel, "gemm") == 0;
}

/* W's tile, with blocks of a product. */
static struct result_words name_of(const struct ways *all, const struct way *w)
{
    return is_product(all) ? result_words("%s kc %" PRIu64 " mc %" PRIu64, w->tile, w->kc, w->mc)
                           : result_words("%s", w->tile);
}

static void answer_lead(struct results *out, const struct ways *all)
{
    double lead[MOST_ROUNDS], low = NAN, high = NAN;
    struct result *r = add(out, all, TUNE_LEAD);

    if (all->n < 2) {
        result_unknown(r, "needs two ways that were timed", "1 was", remedy_run("tune"));
        return;
    }
    size_t n = leads_of(all, lead);
    double sure = stats_median_bounds(lead, n, LEVEL, &low, &high);
    if (!(low > 0)) {
        result_unknown(r, "needs a first that is faster in nearly all rounds",
                       result_words("%s leads by %.3f, %.3f to %.3f: chance",
                                    name_of(all, &all->at[0]).text, stats_median(lead, n), low,
                                    high)
                           .text,
                       remedy_thorough("tune"));
        return;
    }
    r->value = stats_median(lead, n);
    r->has_bounds = true;
    r->low = low;
    r->high = high;
    r->evidence = sure;
    result_remark(r, "before %s", name_of(all, &all->at[1]).text);
}

static bool any_series(const struct log_run *run)
{
    return log_find_series(run, "tune", 0) < run->n_series;
}

static void answer(struct results *out, const struct ways *all)
{
    answer_tile(out, all);
    if (is_product(all)) {
        answer_number(out, all, TUNE_KC, (double)all->at[0].kc);
        answer_number(out, all, TUNE_MC, (double)all->at[0].mc);
    }
    if (all->flops > 0)
        answer_number(out, all, TUNE_RATE, rate_of(all));
    if (is_product(all))
        answer_of_peak(out, all);
    answer_lead(out, all);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    static const char *const types[] = { "f64", "f32" };
    static struct ways all;

    (void)method;
    for (unsigned i = 0; i < 2 * sizeof kinds / sizeof kinds[0] && any_series(run); i++) {
        all.kernel = kinds[i / 2].kernel;
        all.flops = kinds[i / 2].flops;
        all.type = types[i % 2];
        gather_ways(&all, run);
        if (all.n > 0)
            answer(out, &all);
    }
}

const struct analysis analysis_tuning = {
    .about = "ways to build kernels, timed on the board: the fastest and its lead",
    .probe = "tune",
    .method = "lower_quartile",
    .after = { "peaks", "peak" },
    .infer = infer,
};
