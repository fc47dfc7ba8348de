/* Kernels of patterns: what each variant moves by level, its speedup over the first one, what
 * sharing lines and barriers cost, and how many streams are best. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/kernel_ratio.h"
#include "series/kernels.h"
#include "series/point.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this share of a timing, call and loop hide what the kernel does. */
#define MOST_OVERHEAD 0.2
/* A second number of streams as near to the best as this says that the best is a matter of luck. */
#define AS_GOOD 0.95
/* Bounds of medians hold with this chance, where there are timings enough. */
#define CHANCE 0.85
/* Two lowest timings as near as this were both undisturbed. */
#define STEADY 1.05

enum { MOST_TIMINGS = 64, MOST_STREAMS = 64 };

struct kernels_read {
    const struct kernels *all;
    struct results *out;
    double tick_hz;
};

/* ---- bytes a cycle, by level ---- */

static double bytes_of(const struct kernel_run *r, const struct kernel_point *p)
{
    return r->element_bytes * (double)p->count[KERNEL_ELEMENTS];
}

/* Sizes of which nothing is in the level before nor in the one after, bytes. */
struct inside {
    double least, most;
};

/* Least, or largest, size that cache LEVEL can have; 0: not known. */
static double size_bound(const struct results *results, unsigned level, bool largest)
{
    const struct result *r = result_find(results, id_at(CACHE_SIZE, level));

    if (!result_is_number(r))
        return 0;
    if (!r->has_bounds)
        return r->value;
    return largest ? fmax(r->value, r->high) : fmin(r->value, r->low);
}

/* Beyond twice the cache before, a loop over all arrays finds nothing of them there; memory has no
 * end. */
static struct inside inside_of(const struct results *results, unsigned level)
{
    bool memory = level == MEMORY_LEVEL;
    unsigned before = memory ? cache_levels(results) : level - 1;

    return (struct inside){ before > 0 ? 2 * size_bound(results, before, true) : 0,
                            memory ? INFINITY : 0.9 * size_bound(results, level, false) };
}

/* How far BYTES is from the edges of INSIDE, as a ratio: 1 or more within. */
static double margin(const struct inside *inside, double bytes)
{
    double above = inside->least > 0 ? bytes / inside->least : INFINITY;

    return fmin(above, inside->most / bytes);
}

/* A level's figure: timings as bytes a tick, and what they are of. */
struct rate {
    struct throughput of;
    const struct kernel_point *point; /* NULL: the level has none */
    bool clear;                       /* all of it is in the level */
};

static struct throughput throughput_of_point(const struct kernel_run *r,
                                             const struct kernel_point *p)
{
    double bytes = bytes_of(r, p);

    return (struct throughput){ .best = bytes / p->second,
                                .median = bytes / p->median,
                                .highest = bytes / p->least,
                                .n = p->timings,
                                .quiet = p->quiet,
                                .least_quiet = p->quiet > 0 ? bytes / p->slowest_quiet : 0 };
}

static bool usable(const struct kernel_run *r, const struct kernel_point *p)
{
    return p->timings > 0 && p->counted && p->least > 0 && kernel_overhead(r, p) <= MOST_OVERHEAD;
}

/* Laps in memory are as long as what a system gives a program before others have their turn. */
static bool is_steady(const struct rate *rate)
{
    return rate->point->timings > 1 && rate->point->second <= STEADY * rate->point->least;
}

/* Returns true when A tells more of LEVEL than B, both clearly in it: the faster one. Of memory it
 * is the larger one, as a cache that is shared may keep a part of arrays of twice its size; where
 * other programs had their turns meanwhile, the faster one again. */
static bool tells_more(const struct rate *a, const struct rate *b, unsigned level)
{
    if (level == MEMORY_LEVEL && is_steady(a) != is_steady(b))
        return is_steady(a);
    if (level == MEMORY_LEVEL && is_steady(a))
        return a->point->count[KERNEL_BYTES] > b->point->count[KERNEL_BYTES];
    return a->of.best > b->of.best;
}

/* That of R's sizes that tells most of those clearly in LEVEL; where none is, the one farthest from
 * its edges. */
static struct rate rate_in(const struct kernels_read *k, const struct kernel_run *r, unsigned level)
{
    const struct inside inside = inside_of(k->out, level);
    struct rate best = { .point = NULL };
    double farthest = 0;

    for (size_t i = 0; i < r->n_points; i++) {
        const struct kernel_point *p = &r->point[i];
        double bytes = (double)p->count[KERNEL_BYTES], at = margin(&inside, bytes);

        if (!usable(r, p) || throughput_level(k->out, bytes, MEMORY_LEVEL, MEMORY_LEVEL) != level)
            continue;
        struct rate rate = { throughput_of_point(r, p), p, at >= 1 };
        if (best.point == NULL ||
            (rate.clear && (!best.clear || tells_more(&rate, &best, level))) ||
            (!rate.clear && !best.clear && at > farthest)) {
            best = rate;
            farthest = at;
        }
    }
    return best;
}

static void answer_rate(const struct kernels_read *k, const struct kernel_run *r, unsigned level)
{
    const struct throughput_units units = { .cycle_ticks = r->run_cycle, .tick_hz = k->tick_hz };
    struct rate rate = rate_in(k, r, level);

    if (rate.point == NULL)
        return;
    struct result *answer =
        result_add_from(k->out, id_pattern_rate(r->name, r->variant, level), r->series);
    throughput_answer(answer, &rate.of, &units);
    if (rate.point->quiet > 0)
        throughput_answer_quiet(answer, &rate.of, &units);
    result_remark(answer, "at n = %" PRIu64, rate.point->n);
    if (rate.clear)
        return;
    answer->evidence = evidence_doubted(answer->evidence);
    result_remark(answer, "part of it may be in the level before or after");
}

static void answer_rates(const struct kernels_read *k, const struct kernel_run *r)
{
    const char *other;

    if (r->contexts != 1 || !kernels_warm(r) || r->cycle <= 0 ||
        kernels_disagree(k->all, r, &other) != 0)
        return;
    for (unsigned level = 1; level <= cache_levels(k->out); level++)
        answer_rate(k, r, level);
    answer_rate(k, r, MEMORY_LEVEL);
}

/* ---- speedup over the first variant ---- */

static void set_ratio(struct result *answer, const struct kernel_ratio *ratio)
{
    answer->value = ratio->value;
    answer->has_bounds = true;
    answer->low = ratio->low;
    answer->high = ratio->high;
    answer->evidence = ratio->chance;
}

static void no_common_size(struct result *answer, const struct kernel_run *a,
                           const struct kernel_run *b)
{
    result_unknown(answer, "needs a size at which both were timed, beyond what a call takes",
                   result_words("%s has %zu sizes and %s %zu, none of them so", a->variant,
                                a->n_points, b->variant, b->n_points)
                       .text,
                   remedy_with("cache_size,pattern", "pattern", a->name));
}

/* Lines in and out over the last border that the port counts; 0: it counts none. */
static double lines_moved(const struct kernel_run *r, uint64_t n)
{
    const struct kernel_point *p = kernels_at(r, n);

    return p->levels == 0 ? 0 : p->moved[p->levels - 1].in + p->moved[p->levels - 1].out;
}

/* Why an order is faster, where lines are counted: how many FIRST moves for each of R's. */
static void answer_traffic(const struct kernels_read *k, const struct kernel_run *first,
                           const struct kernel_run *r, uint64_t n)
{
    double of = lines_moved(first, n), to = lines_moved(r, n);

    if (!(of > 0) || !(to > 0))
        return;
    struct result *answer =
        result_add_from(k->out, id_op(PATTERN_TRAFFIC, r->name, r->variant), r->series);
    answer->value = of / to;
    answer->evidence = 1; /* counted, not timed */
    result_remark(answer, "%.0f lines and %.0f at n = %" PRIu64, of, to, n);
}

static void answer_speedup(const struct kernels_read *k, const struct kernel_run *r)
{
    const struct kernel_run *first = kernels_reference(k->all, r);
    const char *other;

    if (r->contexts != 1 || first->contexts != 1 || !kernels_warm(r) || !kernels_warm(first) ||
        strcmp(r->variant, first->variant) == 0 || kernels_disagree(k->all, r, &other) != 0)
        return;
    struct kernel_ratio ratio = kernel_ratio_largest(first, r);
    struct result *answer =
        result_add_from(k->out, id_op(PATTERN_SPEEDUP, r->name, r->variant), r->series);
    if (ratio.n == 0) {
        no_common_size(answer, first, r);
        return;
    }
    set_ratio(answer, &ratio);
    struct result *at =
        result_add_from(k->out, id_op(PATTERN_SPEEDUP_AT, r->name, r->variant), r->series);
    at->value = (double)ratio.n;
    at->evidence = ratio.chance;
    answer_traffic(k, first, r, ratio.n);
}

/* ---- what contexts cost each other; runs of one name: BY_NAME from FROM to END ---- */

struct same_name {
    const struct kernel_run *const *from, *const *end;
};

/* The cyclic run with the smallest chunk and the most contexts; NULL: none. */
static const struct kernel_run *cyclic_of(const struct same_name *of)
{
    const struct kernel_run *best = NULL;

    for (const struct kernel_run *const *at = of->from; at < of->end; at++) {
        const struct kernel_run *r = *at;

        if (kernels_warm(r) && strcmp(r->space, "cyclic") == 0 &&
            (best == NULL || r->contexts > best->contexts ||
             (r->contexts == best->contexts && r->chunk < best->chunk)))
            best = r;
    }
    return best;
}

/* The same loops as R's in arrays of their own; NULL: none. */
static const struct kernel_run *apart_from(const struct same_name *of, const struct kernel_run *r)
{
    for (const struct kernel_run *const *at = of->from; at < of->end; at++)
        if (strcmp((*at)->variant, r->variant) == 0 && strcmp((*at)->space, "independent") == 0 &&
            (*at)->contexts == r->contexts)
            return *at;
    return NULL;
}

static void answer_sharing(const struct kernels_read *k, const struct same_name *of)
{
    const struct kernel_run *dealt = cyclic_of(of);

    if (dealt == NULL)
        return;
    struct result *answer =
        result_add_from(k->out, id_op(PATTERN_SHARING, dealt->name, NULL), dealt->series);
    const struct kernel_run *apart = apart_from(of, dealt);
    if (dealt->contexts < 2 || apart == NULL) {
        result_unknown(answer, "needs two contexts that write neighbouring elements",
                       result_words("%s ran on %u", dealt->variant, dealt->contexts).text,
                       remedy_never("one context was to be had"));
        return;
    }
    struct kernel_ratio ratio = kernel_ratio_largest(dealt, apart);
    if (ratio.n == 0) {
        no_common_size(answer, dealt, apart);
        return;
    }
    set_ratio(answer, &ratio);
    result_remark(answer, "%u contexts, %" PRIu64 " elements in turn, n = %" PRIu64,
                  dealt->contexts, dealt->chunk, ratio.n);
}

/* The run with a barrier, and an empty one timed, of the most contexts; NULL: none. */
static const struct kernel_run *barrier_of(const struct same_name *of)
{
    const struct kernel_run *best = NULL;

    for (const struct kernel_run *const *at = of->from; at < of->end; at++) {
        const struct kernel_run *r = *at;

        if (r->barrier && r->contexts > 1 && r->overhead.ticks > 0 &&
            (best == NULL || r->contexts > best->contexts))
            best = r;
    }
    return best;
}

/* What a call of R's variant takes on one context, ticks. */
static double call_ticks(const struct same_name *of, const struct kernel_run *r)
{
    for (const struct kernel_run *const *at = of->from; at < of->end; at++)
        if (strcmp((*at)->variant, r->variant) == 0 && (*at)->contexts == 1)
            return (*at)->overhead.median;
    return 0;
}

/* Median of P's timings and its bounds, ticks; the chance of these. */
static double median_with_bounds(const struct kernel_point *p, double *low, double *high)
{
    double y[MOST_TIMINGS];
    size_t n = 0;

    for (; n < p->sample->n_ticks && n < MOST_TIMINGS; n++)
        y[n] = (double)p->sample->ticks[n] / (double)p->sample->ops;
    return stats_median_bounds(y, n, CHANCE, low, high);
}

static void answer_barrier(const struct kernels_read *k, const struct same_name *of)
{
    const struct kernel_run *r = barrier_of(of);
    double low, high;

    if (r == NULL || r->cycle <= 0)
        return;
    struct result *answer =
        result_add_from(k->out, id_op(PATTERN_BARRIER, r->name, NULL), r->series);
    double call = call_ticks(of, r), chance = median_with_bounds(&r->overhead, &low, &high);
    answer->value = (r->overhead.median - call) / r->cycle;
    answer->has_bounds = true;
    answer->low = (low - call) / r->cycle;
    answer->high = (high - call) / r->cycle;
    answer->evidence = chance;
    result_remark(answer, "%u contexts, a run with n = 0", r->contexts);
}

/* ---- streams ---- */

/* The best number of streams in LEVEL, by the answers streams_2, streams_3 ... */
static void answer_streams(const struct kernels_read *k, unsigned level)
{
    const struct result *best = NULL;
    double next = 0;
    unsigned best_n = 0;

    for (unsigned n = 2; n <= MOST_STREAMS; n++) {
        char name[ID_WORD];

        snprintf(name, sizeof name, "streams_%u", n);
        const struct result *r = result_find(k->out, id_pattern_rate(name, "plain", level));
        if (!result_is_number(r))
            continue;
        if (best == NULL || r->value > best->value) {
            next = best != NULL ? best->value : 0;
            best = r;
            best_n = n;
        } else {
            next = fmax(next, r->value);
        }
    }
    if (best == NULL || next == 0)
        return;
    double sure = best->evidence, value = best->value;
    struct result_id id = id_moving(PATTERN_STREAMS_BEST, level, "streams");
    struct result *answer = result_add(k->out, id);
    answer->value = best_n;
    answer->evidence = next > AS_GOOD * value ? evidence_doubted(sure) : sure;
    result_remark(answer, "%.3g B/cycle, %.3g by the next best number", value, next);
}

static void answer_names(const struct kernels_read *k)
{
    for (size_t i = 0, end; k->all->by_name != NULL && i < k->all->n; i = end) {
        end = kernels_name_end(k->all, i);
        const struct same_name of = { k->all->by_name + i, k->all->by_name + end };

        answer_sharing(k, &of);
        answer_barrier(k, &of);
    }
    for (unsigned level = 0; level <= cache_levels(k->out); level++)
        answer_streams(k, level);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct kernels all;

    if (kernels_read(&all, run, "pattern", method) != 0)
        out->no_memory = true;
    const struct kernels_read k = { &all, out, point_tick_hz(run) };
    for (size_t i = 0; i < all.n; i++) {
        answer_rates(&k, &all.run[i]);
        answer_speedup(&k, &all.run[i]);
    }
    answer_names(&k);
    kernels_free(&all);
}

const struct analysis analysis_pattern = {
    .about = "kernels of patterns: levels, speedup of orders, sharing, barriers",
    .probe = "pattern",
    .method = "lower_half",
    .after = { "cache_levels" },
    .infer = infer,
};
