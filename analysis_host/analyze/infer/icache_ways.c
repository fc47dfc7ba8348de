/* icache.1.ways and icache.1.size: from calls of lines of code that share a set. */
#include "analysis/analysis.h"
#include "model/code_sets.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* So many of the series have to be explained, and a miss has to cost so many times what costs lie
 * off on average. */
#define EXPLAINED 0.75
#define CLEAR     3

/* A line is fetched once for all of its jumps. Where a miss of lines with twice the jumps costs so
 * much more, jumps miss in a branch target buffer. More jumps hide a part of a fetch, up to half;
 * where they cost less than that, lines with few jumps miss in it. */
#define MOST_ALIKE  1.5
#define LEAST_ALIKE 0.5

static const char misses_hidden[] = "a miss is too cheap to show among other effects";
static const char targets_too[] = "targets of jumps collide at the same distances as their code";

/* Costs by stride, lines, and whether these share a set. */
struct costs {
    const struct log_series *kind[CODE_KINDS]; /* in the order of their numbers of jumps */
    unsigned n_kinds;
};

static void gather_series(struct costs *c, const struct log_run *run)
{
    c->n_kinds = 0;
    for (size_t s = log_find_sampled(run, "icache_ways");
         s < run->n_series && c->n_kinds < CODE_KINDS;
         s = log_find_series(run, "icache_ways", s + 1))
        if (run->series[s].n_samples > 0)
            c->kind[c->n_kinds++] = &run->series[s];
}

static const struct log_sample *sample_of(const struct log_series *s, double stride, unsigned lines,
                                          bool one_set)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == 3 && (double)p->x[0] == stride && p->x[1] == lines &&
            (p->x[2] != 0) == one_set)
            return p;
    }
    return NULL;
}

/* Strides and numbers of lines, as the first series has them. */
static void list_points(struct code_sets *to, const struct log_series *s)
{
    to->n_strides = to->n_points = 0;
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        bool first = to->n_strides == 0;

        if (p->n_x != 3 || p->x[2] == 0)
            continue;
        if ((first || (double)p->x[0] != to->stride[to->n_strides - 1]) &&
            to->n_strides < CODE_STRIDES)
            to->stride[to->n_strides++] = (double)p->x[0];
        if (to->n_strides == 1 && to->n_points < CODE_POINTS)
            to->lines[to->n_points++] = (unsigned)p->x[1];
    }
}

/* The standard error of the median of P's timings, ticks a call, by their lower quartile, as for
 * normal ones: 1 / 0.674 times as far from it is one deviation, and 1.253 of it a median's. */
static double error_of(const struct log_sample *p)
{
    return 1.253 / 0.674 * (point_median(p) - point_quartile(p)) / sqrt((double)p->n_ticks);
}

/* True where strides are each twice the one before, and lines are one and then ever more. */
static bool is_swept(const struct code_sets *s)
{
    for (size_t k = 1; k < s->n_strides; k++)
        if (s->stride[k] != 2 * s->stride[k - 1])
            return false;
    for (size_t i = 1; i < s->n_points; i++)
        if (s->lines[i] <= s->lines[i - 1])
            return false;
    return s->n_strides > 2 && s->n_points == CODE_POINTS && s->lines[0] == 1 &&
           s->lines[CODE_POINTS - 1] <= CODE_LINES;
}

/* False: points are missing. */
static bool gather_costs(struct code_sets *to, const struct costs *c)
{
    double errors[CODE_KINDS * CODE_STRIDES * CODE_POINTS],
        calls[CODE_KINDS * CODE_STRIDES * CODE_POINTS];
    size_t n = 0;

    list_points(to, c->kind[0]);
    if (!is_swept(to))
        return false;
    for (unsigned kind = 0; kind < CODE_KINDS; kind++)
        for (size_t k = 0; k < to->n_strides; k++)
            for (size_t i = 0; i < to->n_points; i++) {
                const struct log_sample *set = sample_of(c->kind[kind], to->stride[k], to->lines[i],
                                                         true),
                                        *own = sample_of(c->kind[kind], to->stride[k], to->lines[i],
                                                         false);

                if (set == NULL || own == NULL)
                    return false;
                to->more[kind][k][i] = point_median(set) - point_median(own);
                errors[n] = hypot(error_of(set), error_of(own));
                calls[n++] = point_median(own);
            }
    to->call = stats_quantile(calls, n, 0.5);
    to->noise = stats_quantile(errors, n, 0.5);
    return true;
}

static bool are_targets(const struct code_sets_found *found)
{
    return found->more_jumps > MOST_ALIKE || found->more_jumps < LEAST_ALIKE;
}

static void add_answers(struct results *out, const struct log_series *s,
                        const struct code_sets_found *found)
{
    const double values[] = { found->ways * found->way_bytes, found->ways };
    const enum quantity of[] = { ICACHE_SIZE, ICACHE_WAYS };

    for (unsigned i = 0; i < 2; i++) {
        struct result *r = result_add_from(out, id_at(of[i], 1), s);

        r->value = values[i];
        r->evidence = evidence_agreement(found->agree, found->asked);
        if (found->doubted)
            r->evidence = evidence_doubted(r->evidence);
        if (i == 0) {
            r->has_nominal = true;
            r->nominal = r->value;
        }
        result_remark(r, "%zu of %zu series of lines a stride apart", found->agree, found->asked);
    }
}

static void answer(struct results *out, const struct log_series *s, const struct code_sets *sets)
{
    struct code_sets_found found;
    bool any = code_sets_find(sets, &found);

    bool clear = any && (double)found.agree >= EXPLAINED * (double)found.asked &&
                 found.miss >= CLEAR * found.misfit;

    if (clear && !are_targets(&found)) {
        add_answers(out, s, &found);
        return;
    }
    struct result *r = result_add_from(out, id_at(ICACHE_WAYS, 1), s);
    if (clear) {
        result_unknown(r, "needs lines whose misses cost as much with twice the jumps",
                       result_words("they cost %.2g times as much: jumps miss in a branch target "
                                    "buffer of %u lines, ways of %s",
                                    found.more_jumps, found.ways, words_bytes(found.way_bytes).text)
                           .text,
                       remedy_never("%s", targets_too));
        return;
    }

    result_unknown(
        r,
        result_words("needs a number of lines of one set from which on calls cost more, the same "
                     "for %.0f %% of strides and jumps a line",
                     100 * EXPLAINED)
            .text,
        any ? result_words("%u lines, ways of %s, explain %zu of %zu", found.ways,
                           words_bytes(found.way_bytes).text, found.agree, found.asked)
                  .text
            : "there is none",
        remedy_never("%s", misses_hidden));
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct costs costs;
    struct code_sets sets = { 0 };

    (void)method;
    gather_series(&costs, run);
    if (costs.n_kinds < CODE_KINDS)
        return;
    if (gather_costs(&sets, &costs)) {
        answer(out, costs.kind[0], &sets);
        return;
    }
    result_unknown(
        result_add_from(out, id_at(ICACHE_WAYS, 1), costs.kind[0]),
        result_words("needs lines of %d numbers at each stride, by two numbers of jumps",
                     CODE_POINTS)
            .text,
        result_words("%zu and %zu points came", costs.kind[0]->n_samples, costs.kind[1]->n_samples)
            .text,
        remedy_run("icache_ways"));
}

const struct analysis analysis_icache_ways = {
    .about = "ways and size of the first instruction cache",
    .probe = "icache_ways",
    .method = "common_bend",
    .infer = infer,
};
