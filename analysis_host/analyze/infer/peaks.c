/* Measured ceilings of arithmetic ("Applying the Roofline Model", chapter 5): peak.TYPE.MIX of one
 * context, peak.TYPE.MIX.N of N together, peak.TYPE.imbalance, what is left where additions and
 * multiplications do not fuse, and cpu.frequency.under.TYPE, the clock after wide vectors over the
 * clock without.
 *
 * The best of all depths and laps counts, the second highest of its timings: whoever disturbs one
 * only slows it. A cycle is an addition of the reference chain on as many contexts. */
#include "analysis/analysis.h"
#include "result/element.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/again.h"
#include "series/by_x.h"
#include "series/point.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 16, MOST_CONTEXTS = 4096, MOST_TIMINGS = 256 };

/* Rates are one when they differ by at most this share. */
#define AGREE 0.03
/* A window that differs by more from what windows usually take is not steady; so many in a row are.
 * Fewer windows than FEWEST_WINDOWS show no transition; it is timed TRANSITIONS times at most. */
#define UNSTEADY 0.1
enum { STEADY = 3, FEWEST_WINDOWS = 16, TRANSITIONS = 8 };
/* A cycle while several contexts compute, by that of one, at most. */
#define MOST_SLOWED 1.5

/* What is counted for each operation, and the shares of these that are additions,
 * multiplications and fused ones; NULL ends the table. */
static const struct mix {
    const char *name;
    double flop, add, mul, fma;
} mixes[] = {
    { "add", 1, 1, 0, 0 },
    { "mul", 1, 0, 1, 0 },
    { "balanced", 1, 1.0 / 2, 1.0 / 2, 0 },
    { "add2_mul", 1, 2.0 / 3, 1.0 / 3, 0 },
    { "add_mul2", 1, 1.0 / 3, 2.0 / 3, 0 },
    { "fma", 2, 0, 0, 1 },
    { "fma_add", 1.5, 1.0 / 2, 0, 1.0 / 2 },
    { NULL, 0, 0, 0, 0 },
};

/* The run's cycle, ticks (0: not known), the share of the reference chain's time that its additions
 * take, and the ticks of a second (0: not known). */
struct cycle {
    double ticks, share, tick_hz;
};

/* The timings of one kernel on so many contexts. */
struct kernel_rate {
    const struct log_sample *sample; /* the first of those of its x */
    struct by_x_range range;
    struct throughput rate; /* operations a tick */
};

/* What one series holds, by contexts, then depth; depth 0 is the reference chain. */
struct rates {
    const struct log_series *series;
    struct log_series all; /* it, and what was timed again of it; its samples are owned */
    bool again;
    struct by_x points;
    struct kernel_rate *at; /* owned */
    size_t n;
};

/* The best of the kernels that ran on one number of contexts. */
struct ceiling {
    unsigned contexts;
    double cycle_ticks; /* 0: not known */
    const struct kernel_rate *best;
    size_t agree;       /* timings that are as fast as the best */
    double least_agree; /* the lowest rate of these */
    unsigned deepest;   /* accumulators that were tried */
    bool saturated;     /* fewer than the deepest are as fast, or no more can be */
    double half;        /* rate of half as many, by that of the best; 0: not tried */
};

static double rate_of(const struct log_sample *p, size_t t)
{
    return p->ticks[t] > 0 ? (double)p->ops / (double)p->ticks[t] : 0;
}

static struct throughput rate_of_range(const struct by_x *points, const struct by_x_range *range)
{
    double y[MOST_TIMINGS];
    size_t n = 0;

    for (size_t i = range->first; i < range->end; i++) {
        for (size_t t = 0; t < points->at[i]->n_ticks && n < MOST_TIMINGS; t++)
            if (points->at[i]->ticks[t] > 0)
                y[n++] = rate_of(points->at[i], t);
        log_sample_release(points->at[i]);
    }
    return throughput_of(y, n);
}

/* Fills R with the kernels of S, a series of RUN. False when memory is short. */
static bool read_rates(struct rates *r, const struct log_run *run, const struct log_series *s)
{
    *r = (struct rates){ .series = s };
    if (series_with_again(&r->all, run, s) != 0 || by_x_sort(&r->points, &r->all) != 0)
        return false;
    r->again = r->all.n_samples > s->n_samples;
    r->at = malloc((r->points.n + 1) * sizeof *r->at);
    for (size_t i = 0; r->at != NULL && i < r->points.n;) {
        struct kernel_rate *k = &r->at[r->n];

        k->sample = r->points.at[i];
        k->range = by_x_of(&r->points, k->sample);
        k->rate = rate_of_range(&r->points, &k->range);
        r->n += k->sample->n_x == 3 && k->rate.n > 0;
        i = k->range.end;
    }
    return r->at != NULL;
}

static void free_rates(struct rates *r)
{
    by_x_free(&r->points);
    free(r->all.samples);
    free(r->at);
}

/* ---- one number of contexts ---- */

static unsigned depth_of(const struct kernel_rate *k)
{
    return k->sample->x[1] < UINT32_MAX ? (unsigned)k->sample->x[1] : UINT32_MAX;
}

/* Counts the timings of K that are as fast as the best. */
static void count_agreeing(struct ceiling *c, const struct rates *r, const struct kernel_rate *k)
{
    double best = c->best->rate.best;

    for (size_t i = k->range.first; i < k->range.end; i++)
        for (size_t t = 0; t < r->points.at[i]->n_ticks; t++) {
            double rate = rate_of(r->points.at[i], t);

            if (fabs(rate - best) > AGREE * best)
                continue;
            c->agree++;
            c->least_agree = c->agree == 1 ? rate : fmin(c->least_agree, rate);
        }
}

/* Judges the best of kernels FROM up to END by the others. */
static void judge(struct ceiling *c, const struct rates *r, size_t from, size_t end)
{
    unsigned enough = UINT32_MAX;

    for (size_t i = from; i < end; i++) {
        c->deepest = depth_of(&r->at[i]) > c->deepest ? depth_of(&r->at[i]) : c->deepest;
        if (r->at[i].rate.best >= (1 - AGREE) * c->best->rate.best && depth_of(&r->at[i]) < enough)
            enough = depth_of(&r->at[i]);
        count_agreeing(c, r, &r->at[i]);
    }
    c->saturated = enough < c->deepest;
    for (size_t i = from; i < end; i++)
        if (depth_of(&r->at[i]) <= c->deepest / 2)
            c->half = fmax(c->half, r->at[i].rate.best / c->best->rate.best);
}

/* Fills C with what ran on as many contexts as kernel *AT, and moves *AT past these. SHARE: of the
 * reference chain's time that its additions take. */
static void take_ceiling(struct ceiling *c, const struct rates *r, double share, size_t *at)
{
    uint64_t contexts = r->at[*at].sample->x[0];
    size_t from = *at;

    *c = (struct ceiling){ .contexts = contexts <= MOST_CONTEXTS ? (unsigned)contexts : 0 };
    for (; *at < r->n && r->at[*at].sample->x[0] == contexts; ++*at) {
        const struct kernel_rate *k = &r->at[*at];

        if (depth_of(k) == 0) {
            c->cycle_ticks = (double)contexts / k->rate.best * share;
            from = *at + 1;
        } else if (c->best == NULL || k->rate.best > c->best->rate.best) {
            c->best = k;
        }
    }
    if (c->best != NULL)
        judge(c, r, from, *at);
}

/* ---- answers ---- */

/* How often a mix of which SHARE is OP may start at most, operations a cycle, by what OP alone was
 * measured to do, FLOP each on LANES elements; INFINITY: not known. */
static double limit_by(const struct results *out, const char *type, const char *op, double share,
                       double flop_lanes)
{
    double alone = share > 0 && share < 1 ? result_measured(out, id_peak(op, type, 1)) : 0;

    return alone > 0 ? alone / flop_lanes / share : INFINITY;
}

/* The highest peak of MIX that its single operations allow. */
static double limit_of(const struct results *out, const char *type, const struct mix *mix,
                       double lanes)
{
    double starts = fmin(limit_by(out, type, "add", mix->add, lanes),
                         limit_by(out, type, "mul", mix->mul, lanes));

    starts = fmin(starts, limit_by(out, type, "fma", mix->fma, 2 * lanes));
    return starts * mix->flop * lanes;
}

/* The chance that one more timing agrees, by Laplace's rule of succession; where the deepest kernel
 * alone is so fast, deeper ones might be faster still: less by what half of it falls short. Of
 * several contexts only the best kernels ran. */
static double evidence(const struct ceiling *c)
{
    double known = evidence_agreement(c->agree, c->agree);

    return c->contexts > 1 || c->saturated || !(c->half > 0) ? known : known * fmin(1, c->half);
}

/* What a machine that is shared gets, where R was timed at many times of a run. */
static void remark_shared(struct result *r, const struct ceiling *c)
{
    const struct throughput *rate = &c->best->rate;

    if (rate->median < (1 - AGREE) * rate->best)
        result_remark(r, "shared: %.3g in the median of %zu timings",
                      r->value * rate->median / rate->best, rate->n);
    if ((double)rate->quiet < AGAIN_FEW * (double)rate->n)
        result_remark(r, "%zu of them were quiet", rate->quiet);
}

static void answer(struct result *r, const struct ceiling *c, double flop, double tick_hz)
{
    if (!(c->cycle_ticks > 0)) {
        result_unknown(
            r, "needs the reference chain timed beside it",
            result_words("%.4g operations a tick, of unknown length", c->best->rate.best * flop)
                .text,
            remedy_run("peaks"));
        return;
    }
    double scale = flop * c->cycle_ticks;
    r->value = c->best->rate.best * scale;
    r->has_bounds = true;
    r->low = fmin(c->least_agree, c->best->rate.best) * scale;
    r->high = c->best->rate.highest * scale;
    r->gflop_per_s = c->best->rate.best * flop * tick_hz / 1e9;
    r->evidence = evidence(c);
    snprintf(r->note, sizeof r->note, "best of depth x unroll: %u x %llu", depth_of(c->best),
             (unsigned long long)c->best->sample->x[2]);
    if (c->contexts == 1 && !c->saturated && c->half > 0)
        result_remark(r, "rises up to the deepest that was tried, %u: more may be faster",
                      c->deepest);
}

/* The cycle of add_chain, where no reference chain ran beside; that of one context, where something
 * had the processors of several whenever their chain was timed: no clock falls to a half. */
static void mend_cycle(struct ceiling *c, double cycle_ticks, double alone)
{
    if (!(c->cycle_ticks > 0) && cycle_ticks > 0)
        c->cycle_ticks = cycle_ticks;
    if (alone > 0 && c->cycle_ticks > MOST_SLOWED * alone)
        c->cycle_ticks = alone;
}

static void answer_numbers(struct results *out, const struct rates *r, const char *type,
                           const struct mix *mix, double lanes, const struct cycle *cycle)
{
    double flop = mix->flop * lanes, limit = limit_of(out, type, mix, lanes), alone = 0;
    struct ceiling c;

    for (size_t at = 0, n = 0; at < r->n && n < MOST_NUMBERS;) {
        take_ceiling(&c, r, cycle->share, &at);
        struct result_id id = id_peak(mix->name, type, c.contexts);
        if (c.best == NULL || c.contexts == 0 || result_find(out, id) != NULL)
            continue;
        mend_cycle(&c, cycle->ticks, alone);
        alone = c.contexts == 1 ? c.cycle_ticks : alone;
        if (c.best->rate.best * c.cycle_ticks * flop >= (1 - AGREE) * limit)
            c.saturated = true;
        struct result *answered = result_add_from(out, id, r->series);
        answer(answered, &c, flop, cycle->tick_hz);
        if (r->again && c.contexts == 1)
            remark_shared(answered, &c);
        n++;
    }
}

/* Returns true when the target has no instruction for MIX on TYPE, as far as that is known. */
static bool is_none(const struct results *out, const struct log_series *s, const struct mix *mix,
                    const char *type)
{
    const struct result *exists = result_find(out, id_op(OP_EXISTS, "fma", type));

    return s->end == RECORD_END_NO_INSTRUCTION ||
           (mix->fma > 0 && result_is_number(exists) && exists->value == 0);
}

static void one_mix(struct results *out, const struct log_run *run, const struct log_series *s,
                    const char *type, const struct mix *mix, const struct cycle *cycle)
{
    struct result_id alone = id_peak(mix->name, type, 1);
    struct element element;
    struct rates r;

    if (!element_read(type, &element) || result_find(out, alone) != NULL)
        return;
    if (is_none(out, s, mix, type)) {
        result_none(result_add_from(out, alone, s));
        return;
    }
    if (!read_rates(&r, run, s))
        out->no_memory = true;
    answer_numbers(out, &r, type, mix, element.lanes, cycle);
    if (result_find(out, alone) == NULL)
        remedy_unsampled_series(result_add_from(out, alone, s), s);
    free_rates(&r);
}

/* ---- the clock ---- */

/* Adds to *AGREE the pairs of a timing of A and one of B, in the order received, whose ratio is
 * within AGREE of RATIO; returns the number of pairs. */
static size_t count_pairs(const struct log_sample *a, const struct log_sample *b, double ratio,
                          size_t *agree)
{
    size_t n = a->n_ticks < b->n_ticks ? a->n_ticks : b->n_ticks;

    for (size_t i = 0; i < n; i++)
        *agree += fabs((double)a->ticks[i] / (double)b->ticks[i] - ratio) <= AGREE * ratio;
    return n;
}

static const struct log_sample *clock_sample(const struct log_series *s, uint64_t x)
{
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_x == 1 && s->samples[i].x[0] == x && s->samples[i].n_ticks > 0 &&
            point_cost(&s->samples[i]) > 0)
            return &s->samples[i];
    return NULL;
}

static void clock_ratio(struct result *r, const struct log_series *s)
{
    const struct log_sample *alone = clock_sample(s, 0), *behind = clock_sample(s, 1);
    size_t agree = 0;

    if (alone == NULL || behind == NULL) {
        remedy_unsampled_series(r, s);
        return;
    }
    result_by(r, "ratio");
    r->value = point_cost(alone) / point_cost(behind);
    size_t n = count_pairs(alone, behind, r->value, &agree);
    r->has_bounds = true;
    r->low = point_least(alone) / point_median(behind);
    r->high = point_median(alone) / point_least(behind);
    r->low = fmin(r->low, r->value);
    r->high = fmax(r->high, r->value);
    r->evidence = evidence_agreement(agree, n);
}

/* ---- the transition ---- */

/* Windows of wide vectors, one after the other, from the first one on. */
struct transition {
    double ticks[MOST_TIMINGS];
    size_t n;
};

/* The windows of ROUND in S. */
static struct transition transition_of(const struct log_series *s, uint64_t round)
{
    struct transition t = { .n = 0 };

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        for (size_t k = 0; k < p->n_ticks && t.n < MOST_TIMINGS && p->n_x == 2 && p->x[0] == 2 &&
                           p->x[1] == round;
             k++)
            t.ticks[t.n++] = (double)p->ticks[k];
    }
    return t;
}

/* Returns the ticks until three windows in a row take what the later half usually does; *WINDOW: of
 * a steady window, ticks. */
static double transition_ticks(const struct transition *t, double *window)
{
    double usual = stats_median(t->ticks + t->n / 2, t->n - t->n / 2), passed = 0;
    size_t steady = 0, i = 0;

    for (; i < t->n && steady < STEADY; i++)
        steady = fabs(t->ticks[i] - usual) <= UNSTEADY * usual ? steady + 1 : 0;
    for (size_t k = 0; k + steady < i; k++)
        passed += t->ticks[k];
    *window = usual;
    return passed;
}

static void transition(struct result *r, const struct log_series *s, double tick_hz)
{
    double y[TRANSITIONS], window = 0;
    size_t n = 0;

    for (uint64_t round = 0; round < TRANSITIONS; round++) {
        struct transition t = transition_of(s, round);

        if (t.n >= FEWEST_WINDOWS)
            y[n++] = transition_ticks(&t, &window);
    }
    result_by(r, "windows");
    if (n == 0) {
        result_unknown(r, "needs windows of wide vectors from the first one on",
                       result_words("0 of %u rounds have %u of them: its probes do not send them",
                                    (unsigned)TRANSITIONS, (unsigned)FEWEST_WINDOWS)
                           .text,
                       remedy_run("peaks"));
        return;
    }
    double ns = tick_hz > 0 ? 1e9 / tick_hz : 0;

    if (!(ns > 0)) {
        result_unknown(r, "needs the rate of the clock", "the board does not know it",
                       remedy_never("its port does not know the rate of its clock"));
        return;
    }
    r->value = stats_median(y, n) * ns;
    r->has_bounds = true;
    r->low = fmax(0, stats_min(y, n) - window) * ns;
    r->high = (stats_quantile(y, n, 1) + window) * ns;
    r->evidence = r->value > 0 ? evidence_near(r->low, r->high) : evidence_agreement(n, n);
    if (r->value == 0)
        result_remark(r, "steady from the first window of %.3g us on", window * ns / 1000);
}

static void wide_clock(struct results *out, const struct log_series *s, const char *type,
                       double tick_hz)
{
    if (result_find(out, id_type(CPU_FREQUENCY_UNDER, type)) != NULL)
        return;
    clock_ratio(result_add_from(out, id_type(CPU_FREQUENCY_UNDER, type), s), s);
    transition(result_add_from(out, id_type(CPU_FREQUENCY_TRANSITION, type), s), s, tick_hz);
}

/* ---- the imbalance ---- */

static void imbalance(struct results *out, const struct log_series *s, const char *type)
{
    struct result_id ids[] = { id_peak("balanced", type, 1), id_peak("fma", type, 1) };
    const struct result *balanced = result_find(out, ids[0]), *fma = result_find(out, ids[1]);

    if (fma == NULL || balanced == NULL || result_find(out, id_type(PEAK_IMBALANCE, type)) != NULL)
        return;
    bool none = fma->kind == RESULT_NONE;
    bool known = result_is_number(fma) && result_is_number(balanced) && fma->value > 0;
    struct result b = *balanced, f = *fma; /* adding moves the answers */
    struct result *r = result_add_from(out, id_type(PEAK_IMBALANCE, type), s);

    result_by(r, "ratio");
    if (none) {
        result_none(r);
    } else if (!known) {
        result_unknown(r, result_words("needs %s and %s", ids[0].text, ids[1].text).text,
                       result_words("known are %.4g and %.4g FLOP/cycle", b.value, f.value).text,
                       remedy_run("peaks"));
    } else {
        r->value = b.value / f.value;
        r->evidence = b.evidence * f.evidence;
        r->has_bounds = true;
        r->low = b.low / f.high;
        r->high = b.high / f.low;
    }
}

/* ---- all series ---- */

static void one_series(struct results *out, const struct log_run *run, const struct log_series *s,
                       const struct cycle *cycle)
{
    const char *type = log_key_text(s->keys, s->n_keys, "type");
    const char *name = log_key_text(s->keys, s->n_keys, "mix");

    if (type == NULL || name == NULL || series_is_again(s))
        return;
    if (strcmp(name, "clock") == 0)
        wide_clock(out, s, type, cycle->tick_hz);
    for (const struct mix *m = mixes; m->name != NULL; m++)
        if (strcmp(name, m->name) == 0)
            one_mix(out, run, s, type, m, cycle);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    const struct cycle cycle = {
        .ticks = point_cycle(run),
        .share = point_chain_share(run),
        .tick_hz = point_tick_hz(run),
    };
    size_t first = log_find_series(run, "peaks", 0);

    (void)method;
    for (size_t i = first; i < run->n_series; i = log_find_series(run, "peaks", i + 1))
        one_series(out, run, &run->series[i], &cycle);
    for (size_t i = first; i < run->n_series; i = log_find_series(run, "peaks", i + 1)) {
        const char *type = log_key_text(run->series[i].keys, run->series[i].n_keys, "type");

        if (type != NULL)
            imbalance(out, &run->series[i], type);
    }
}

const struct analysis analysis_peaks = {
    .about = "ceilings of arithmetic, as they were run: alone, together, and the clock behind them",
    .probe = "peaks",
    .method = "second_highest",
    .after = { "ops" },
    .infer = infer,
};
