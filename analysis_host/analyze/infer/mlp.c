/* Memory-level parallelism: cache.N.mlp and memory.mlp, loads of a level under way at once (of
 * memory infer/misses.c knows better where a log has batches of misses); and
 * what such loads from random lines move: bandwidth.LEVEL.random, eight at once, and
 * bandwidth.LEVEL.random_dependent, one after the other. */
#include "analysis/analysis.h"
#include "model/kink.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Beyond the number that makes loads cheapest, fewer than this share cheaper is no gain. */
#define NO_GAIN 0.05
/* More than so many times as much as the chains can do at best. */
#define IMPOSSIBLE 1.25
/* Of the chains where steps begin to take longer, chains side by side gain at least this share:
 * where they gain nothing, what bends is another cost, as that of translations. */
#define LEAST_GAIN 0.33

/* Chains of random access. */
enum { IN_FLIGHT = 8, MOST_COUNTS = 64 };

struct best {
    double one, least; /* ticks of a load from one chain, and from as many as make it cheapest */
    double chains;     /* the fewest that are within NO_GAIN of that */
    double most_tried;
    double steady; /* how near the medians of both points are to their least timings, 0 to 1 */
    double gain_low, gain_high; /* bounds of one / least */
};

/* How near the median of P's timings is to the least, or in MEMORY to the lower quartile. */
static double steadiness(const struct log_sample *p, bool memory)
{
    return evidence_near(memory ? point_quartile(p) : point_least(p), point_median(p));
}

/* What a load of P costs: in MEMORY the median, as a cache holds some lines, else the second
 * lowest, as what disturbs only slows. */
static double cost_of(const struct log_sample *p, bool memory)
{
    return memory ? point_median(p) : point_cost(p);
}

/* Bounds of the gain from ONE to MANY chains: by what a tenth and nine tenths of their timings are
 * below. */
static void bound_gain(struct best *b, const struct log_sample *one, const struct log_sample *many)
{
    b->gain_low = point_quantile(one, 0.1) / point_quantile(many, 0.9);
    b->gain_high = point_quantile(one, 0.9) / point_quantile(many, 0.1);
}

static struct best best_of(const struct log_series *s, bool memory)
{
    struct best b = { .one = NAN, .least = INFINITY, .steady = 1 };
    const struct log_sample *one = NULL, *many = NULL;

    for (size_t i = 0; i < s->n_samples; i++) {
        double cost = cost_of(&s->samples[i], memory);

        if (s->samples[i].x[0] == 1) {
            b.one = cost;
            one = &s->samples[i];
        }
        if (cost < b.least) {
            b.least = cost;
            many = &s->samples[i];
        }
        b.most_tried = fmax(b.most_tried, (double)s->samples[i].x[0]);
    }
    for (size_t i = s->n_samples; i > 0; i--)
        if (cost_of(&s->samples[i - 1], memory) <= b.least * (1 + NO_GAIN))
            b.chains = (double)s->samples[i - 1].x[0];
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == 1 || (double)s->samples[i].x[0] == b.chains)
            b.steady *= steadiness(&s->samples[i], memory);
    if (one != NULL && many != NULL)
        bound_gain(&b, one, many);
    return b;
}

/* A step of all chains takes as long as one of a single chain while all of their misses are under
 * way at once, and from then on longer with each further chain. False: it does not bend. */
static bool find_kink(const struct log_series *s, bool memory, struct kink *kink)
{
    double chains[MOST_COUNTS], step[MOST_COUNTS];
    size_t n = 0;

    for (size_t i = 0; i < s->n_samples && n < MOST_COUNTS; i++) {
        double x = (double)s->samples[i].x[0], cost = cost_of(&s->samples[i], memory);

        if (!(cost > 0) || (n > 0 && x <= chains[n - 1]))
            return false;
        chains[n] = x;
        step[n++] = x * cost;
    }
    return kink_find(chains, step, n, kink);
}

/* The bend tells more than the gain does: misses that are many take longer each. */
static void answer_kink(struct result *r, const struct best *b, const struct kink *k)
{
    double gain = b->one / b->least;

    r->value = fmax(1, round(fmax(k->at, gain)));
    r->has_bounds = true;
    r->low = fmax(1, fmin(floor(k->low), r->value));
    r->high = fmax(ceil(k->high), r->value);
    r->evidence = b->steady * evidence_near(r->low, r->high);
    snprintf(r->note, sizeof r->note,
             "time per step is flat up to %.1f parallel chains; %.0f chains have %.1f times the "
             "throughput of one",
             k->at, b->chains, gain);
}

/* LEVEL: of a cache, or MEMORY_LEVEL. In the first cache it is registers that chains run out of.
 * REGISTERS: the most chains that are in registers, 0: more were tried. Few chains show no bend. */
static void answer(struct result *r, const struct log_series *s, unsigned level, double registers)
{
    const bool memory = level == MEMORY_LEVEL;
    struct kink kink;
    struct best b = best_of(s, memory);

    if (!(b.one > 0) || !(b.least > 0) || isinf(b.least)) {
        result_unknown(
            r, "needs timings of one chain and of several",
            result_words("%zu points of up to %.0f chains, none usable of a single chain",
                         s->n_samples, b.most_tried)
                .text,
            remedy_thorough("cache_size,mlp"));
        return;
    }
    double ratio = b.one / b.least;
    if (ratio > b.most_tried * IMPOSSIBLE) {
        result_unknown(r, "needs chains that are no faster than their number allows",
                       result_words("up to %.0f chains were %.0f times as fast as one: disturbed",
                                    b.most_tried, ratio)
                           .text,
                       remedy_thorough("cache_size,mlp"));
        return;
    }
    if (registers == 0 && level != 1 && find_kink(s, memory, &kink) &&
        ratio <= IMPOSSIBLE * kink.high && ratio >= LEAST_GAIN * kink.low) {
        answer_kink(r, &b, &kink);
        return;
    }
    r->value = fmax(1, round(ratio));
    r->has_bounds = true;
    r->low = fmax(1, fmin(r->value, floor(b.gain_low)));
    r->high = fmax(r->value, ceil(b.gain_high));
    r->evidence = b.steady * evidence_near(fmax(ratio, b.chains), b.chains);
    if (ratio > b.chains * IMPOSSIBLE)
        snprintf(r->note, sizeof r->note, "a single chain took more than its share: disturbed");
    else if (b.chains >= b.most_tried)
        snprintf(r->note, sizeof r->note, "%.0f chains were not the most that help", b.most_tried);
}

/* ---- chains in registers, and loads that wait for nothing ---- */

/* All chains of so much of those in registers are in flight: there may be more. */
static const double all_in_flight = 0.9;
/* Points of a series of=stream, loads. */
enum { STREAM_FEW = 64, STREAM_MANY = 256 };

static bool is_of(const struct log_series *s, const char *what)
{
    const char *of = log_key_text(s->keys, s->n_keys, "of");

    return what == NULL ? of == NULL : of != NULL && strcmp(of, what) == 0;
}

/* The point of S of LOADS; NULL: there is none. */
static const struct log_sample *point_of(const struct log_series *s, uint64_t loads)
{
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == loads && s->samples[i].n_ticks > 0)
            return &s->samples[i];
    return NULL;
}

/* The series of=stream beside S: of the same level and working set. NULL: there is none. */
static const struct log_series *stream_of(const struct log_run *run, const struct log_series *s)
{
    for (size_t i = log_find_series(run, "mlp", 0); i < run->n_series;
         i = log_find_series(run, "mlp", i + 1)) {
        const struct log_series *other = &run->series[i];

        if (is_of(other, "stream") && throughput_board_level(other) == throughput_board_level(s) &&
            log_series_number(other, "bytes") == log_series_number(s, "bytes"))
            return other;
    }
    return NULL;
}

/* Ticks from one load to the next of those that wait for nothing, by the quantile Q of the longer
 * timings and 1 - Q of the shorter ones: what a timing costs by itself drops out. 0: not known. */
static double interval_of(const struct log_series *stream, double q)
{
    const struct log_sample *few = stream ? point_of(stream, STREAM_FEW) : NULL;
    const struct log_sample *many = stream ? point_of(stream, STREAM_MANY) : NULL;

    if (few == NULL || many == NULL)
        return 0;
    double ticks = STREAM_MANY * point_quantile(many, q) - STREAM_FEW * point_quantile(few, 1 - q);
    return fmax(0, ticks / (STREAM_MANY - STREAM_FEW));
}

/* Ticks of a load: the median over chains that are few, as a single one may meet lines that a
 * nearer cache has kept of the walk before. */
static double latency_of(const struct log_series *chains)
{
    enum { FEW = 4 };
    double step[FEW];
    size_t n = 0;

    for (size_t i = 0; i < chains->n_samples && n < FEW; i++)
        if (chains->samples[i].x[0] <= FEW && chains->samples[i].n_ticks > 0)
            step[n++] = (double)chains->samples[i].x[0] * point_cost(&chains->samples[i]);
    return n > 0 ? stats_median(step, n) : 0;
}

/* Loads that wait for none are under way for the latency of one, so that by Little's law (J. D. C.
 * Little, 1961) latency over the time between two is how many are at once. */
static void add_stream(struct result *r, const struct log_series *chains, const struct best *b,
                       const struct log_series *stream)
{
    double interval = interval_of(stream, 0.25), longest = interval_of(stream, 0.75);
    double latency = latency_of(chains), loads = interval > 0 ? latency / interval : 0;

    if (!(loads > r->value))
        return;
    result_by(r, "latency_over_interval");
    result_remark(r,
                  "latency over the time between two independent loads; %.0f chains have %.1f "
                  "times the throughput of one",
                  b->chains, b->one / b->least);
    r->low = fmax(1, fmin(floor(latency / fmax(longest, interval)), round(loads)));
    r->value = round(loads);
    r->high = fmax(r->high, ceil(loads));
    r->evidence *= evidence_near(r->low, r->value);
}

/* All of the chains that fit in registers were in flight, and nothing shows how many more are. */
static bool ran_out(const struct result *r, const struct best *b, double registers)
{
    return b->one / b->least >= all_in_flight * registers && r->value <= registers;
}

/* R, made of the gain of chains, becomes what else is known of LEVEL. */
static void refine(struct result *r, const struct log_run *run, const struct log_series *s,
                   unsigned level, double registers)
{
    const bool memory = level == MEMORY_LEVEL;
    struct best b = best_of(s, memory);

    if (!result_is_number(r) || !(b.one > 0) || !(b.least > 0))
        return;
    if (!memory && level > 1)
        add_stream(r, s, &b, stream_of(run, s));
    if (level != 1 && ran_out(r, &b, registers))
        result_unknown(
            r, "needs more loads at once than are in flight",
            result_words("all %.0f that registers hold are: %.0f or more", registers, registers)
                .text,
            remedy_run("cache_size,mlp"));
}

/* ---- the first level ---- */

/* Chains in registers are too few, or hinder each other, where the first cache answers several
 * loads a cycle. Loads that wait for none are under way for its latency each, so that by Little's
 * law (J. D. C. Little, 1961) latency over the time between two starts is how many are at once. */
static void add_little(struct result *r, const struct log_run *run, const struct results *out)
{
    static const double most = 2; /* times as many: else one of the two was disturbed */
    uint64_t bits = log_key_number(run->keys, run->n_keys, "word", 0);
    const char *word = bits == 64 ? "i64" : "i32";
    double interval = result_measured(out, id_op(OP_RTHROUGHPUT, "load", word));
    double latency = cache_measured(out, 1, CACHE_LATENCY);
    double loads = interval > 0 ? round(latency / interval) : 0;

    if (!result_is_number(r) || !(loads > r->value) || loads > most * r->value)
        return;
    result_remark(r, "latency %.3g c, a load every %.3g c; chains alone show %.0f", latency,
                  interval, r->value);
    r->low = fmin(r->low, r->value);
    r->value = loads;
    r->high = fmax(r->high, loads);
}

/* ---- random access ---- */

/* Bytes that a load from LEVEL moves: a word of the first level, else a line of the cache before
 * it; 0: not known. *SURE: how far. */
static double bytes_of_load(const struct log_run *run, const struct results *out, unsigned level,
                            double *sure)
{
    unsigned before = level == MEMORY_LEVEL ? cache_levels(out) : level - 1;
    const struct result *line = result_find(out, id_at(CACHE_LINE, before));

    *sure = level == 1 || line == NULL ? 1 : line->confidence;
    if (level == 1)
        return (double)log_key_number(run->keys, run->n_keys, "word", 0) / 8;
    return cache_nominal(out, before, CACHE_LINE);
}

/* Answers OP, what CHAINS side by side move in LEVEL, where S has so many. */
static void random_rate(struct results *out, const struct log_run *run, const struct log_series *s,
                        unsigned level, const char *op, uint64_t chains)
{
    struct throughput_units units = throughput_units_of(run);
    struct throughput rate = throughput_at(s, &chains, 1, 1);
    double sure, bytes = bytes_of_load(run, out, level, &sure);

    if (rate.n == 0)
        return;
    struct result *r = result_add_from(out, id_moving(BANDWIDTH_ALONE, level, op), s);
    result_by(r, "second_highest");
    if (!(bytes > 0)) {
        result_unknown(r, "needs the bytes that a load moves: a line, or a word of the first level",
                       result_words("not known; %.4g loads a tick", rate.best).text,
                       remedy_run("cache_size,cache_line,mlp"));
        return;
    }
    rate.best *= bytes;
    rate.median *= bytes;
    rate.highest *= bytes;
    throughput_answer(r, &rate, &units);
    if (r->kind != RESULT_NUMBER)
        return;
    r->evidence *= sure;
    result_remark(r, "%.0f B a load", bytes);
}

/* ---- all series ---- */

/* The level that the loads of S came from; DEEPEST is the board's own count of levels. */
static unsigned level_of_loads(const struct log_series *s, const struct results *results,
                               unsigned deepest)
{
    unsigned level = throughput_board_level(s);

    /* The board says which is memory; older ones did not, and their deepest was. */
    if (log_key_number(s->keys, s->n_keys, "memory", level == deepest) == 1)
        return MEMORY_LEVEL;
    return throughput_level(results, (double)log_series_number(s, "bytes"), level, deepest + 1);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    unsigned deepest = throughput_deepest(run, "mlp");

    (void)method;
    for (size_t i = log_find_series(run, "mlp", 0); i < run->n_series;
         i = log_find_series(run, "mlp", i + 1)) {
        const struct log_series *s = &run->series[i];

        if (!is_of(s, NULL) || throughput_board_level(s) == 0 || s->n_samples == 0)
            continue;
        unsigned level = level_of_loads(s, out, deepest);
        struct result_id id = id_at(level == MEMORY_LEVEL ? MEMORY_MLP : CACHE_MLP, level);
        if (result_find(out, id) != NULL) /* the board took one level for two */
            continue;
        struct result *r = result_add_from(out, id, s);
        double registers = (double)log_key_number(s->keys, s->n_keys, "registers", 0);
        answer(r, s, level, registers);
        if (registers > 0)
            refine(r, run, s, level, registers);
        if (level == 1)
            add_little(r, run, out);
        random_rate(out, run, s, level, "random", IN_FLIGHT);
        random_rate(out, run, s, level, "random_dependent", 1);
    }
}

const struct analysis analysis_mlp = {
    .about = "misses of each level under way at once, and what random access moves",
    .probe = "mlp",
    .method = "ratio",
    .after = { "cache_levels", "cache_ways", "cache_line", "ops" },
    .infer = infer,
};
