/* Kernels of patterns: what each variant moves by level, its speedup over the first one, what
 * sharing lines and barriers cost, and how many streams are best. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/kernels.h"
#include "series/point.h"
#include "series/throughput.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this share of a timing, call and loop hide what the kernel does. */
#define MOST_OVERHEAD 0.2
/* A second number of streams as near to the best as this says that the best is a matter of luck. */
#define AS_GOOD 0.95

struct kernels_read {
    const struct kernels *all;
    struct results *out;
    double cycle; /* ticks; 0: not measured */
};

/* ---- bytes a cycle, by level ---- */

static unsigned level_of(const struct kernels_read *k, const struct kernel_point *p)
{
    return throughput_level(k->out, (double)p->count[KERNEL_BYTES], MEMORY_LEVEL, MEMORY_LEVEL);
}

static double bytes_of(const struct kernel_run *r, const struct kernel_point *p)
{
    return r->element_bytes * (double)p->count[KERNEL_ELEMENTS];
}

/* The point of R in LEVEL that moves most in a tick; NULL: none. */
static const struct kernel_point *fastest_in(const struct kernels_read *k,
                                             const struct kernel_run *r, unsigned level)
{
    const struct kernel_point *best = NULL;

    for (size_t i = 0; i < r->n_points; i++) {
        const struct kernel_point *p = &r->point[i];

        if (p->timings > 0 && p->counted && p->ticks > 0 && level_of(k, p) == level &&
            kernel_overhead(r, p) <= MOST_OVERHEAD &&
            (best == NULL || bytes_of(r, p) / p->ticks > bytes_of(r, best) / best->ticks))
            best = p;
    }
    return best;
}

static void answer_rate(const struct kernels_read *k, const struct kernel_run *r, unsigned level)
{
    const struct kernel_point *p = fastest_in(k, r, level);

    if (p == NULL)
        return;
    struct result *answer =
        result_add_from(k->out, id_pattern_rate(r->name, r->variant, level), r->series);
    answer->value = bytes_of(r, p) * k->cycle / p->ticks;
    answer->has_bounds = true;
    answer->low = bytes_of(r, p) * k->cycle / p->upper;
    answer->high = bytes_of(r, p) * k->cycle / p->least;
    answer->confidence = p->agreement;
    result_remark(answer, "at n = %" PRIu64, p->n);
}

static void answer_rates(const struct kernels_read *k, const struct kernel_run *r)
{
    const char *other;

    if (r->contexts != 1 || !kernels_warm(r) || k->cycle <= 0 ||
        kernels_disagree(k->all, r, &other) != 0)
        return;
    for (unsigned level = 1; level <= cache_levels(k->out); level++)
        answer_rate(k, r, level);
    answer_rate(k, r, MEMORY_LEVEL);
}

/* ---- speedup over the first variant ---- */

struct ratio {
    const struct kernel_point *of, *to;
    double value;
};

/* The largest ratio of A's time to B's at one size; .of NULL: none. */
static struct ratio largest_ratio(const struct kernel_run *a, const struct kernel_run *b)
{
    struct ratio best = { NULL, NULL, 0 };

    for (size_t i = 0; i < b->n_points; i++) {
        const struct kernel_point *to = &b->point[i], *of = kernels_at(a, to->n);

        if (to->timings == 0 || of == NULL || !(to->ticks > 0) ||
            kernel_overhead(b, to) > MOST_OVERHEAD || kernel_overhead(a, of) > MOST_OVERHEAD)
            continue;
        if (of->ticks / to->ticks > best.value)
            best = (struct ratio){ of, to, of->ticks / to->ticks };
    }
    return best;
}

static void set_ratio(struct result *answer, const struct ratio *ratio)
{
    answer->value = ratio->value;
    answer->has_bounds = true;
    answer->low = ratio->of->least / ratio->to->upper;
    answer->high = ratio->of->upper / ratio->to->least;
    answer->confidence = ratio->of->agreement * ratio->to->agreement;
}

static void no_common_size(struct result *answer, const struct kernel_run *a,
                           const struct kernel_run *b)
{
    result_unknown(answer, "needs a size at which both were timed, beyond what a call takes",
                   result_words("%s and %s have none", a->variant, b->variant).text,
                   remedy_run("cache_size,pattern", result_words("pattern=%s", a->name).text).text);
}

static void answer_speedup(const struct kernels_read *k, const struct kernel_run *r)
{
    const struct kernel_run *first = kernels_reference(k->all, r);
    const char *other;

    if (r->contexts != 1 || first->contexts != 1 || !kernels_warm(r) || !kernels_warm(first) ||
        strcmp(r->variant, first->variant) == 0 || kernels_disagree(k->all, r, &other) != 0)
        return;
    struct ratio ratio = largest_ratio(first, r);
    struct result *answer =
        result_add_from(k->out, id_op(PATTERN_SPEEDUP, r->name, r->variant), r->series);
    if (ratio.of == NULL) {
        no_common_size(answer, first, r);
        return;
    }
    set_ratio(answer, &ratio);
    struct result *at =
        result_add_from(k->out, id_op(PATTERN_SPEEDUP_AT, r->name, r->variant), r->series);
    at->value = (double)ratio.to->n;
    at->confidence = ratio.of->agreement * ratio.to->agreement;
}

/* ---- lines that contexts share ---- */

/* The cyclic run with the smallest chunk and the most contexts of R's name; NULL: none. */
static const struct kernel_run *cyclic_of(const struct kernels *all, const char *name)
{
    const struct kernel_run *best = NULL;

    for (const struct kernel_run *r = all->run; r < all->run + all->n; r++)
        if (kernels_warm(r) && strcmp(r->name, name) == 0 && strcmp(r->space, "cyclic") == 0 &&
            (best == NULL || r->contexts > best->contexts ||
             (r->contexts == best->contexts && r->chunk < best->chunk)))
            best = r;
    return best;
}

/* The same loops as R's in arrays of their own; NULL: none. */
static const struct kernel_run *apart_from(const struct kernels *all, const struct kernel_run *r)
{
    for (const struct kernel_run *other = all->run; other < all->run + all->n; other++)
        if (strcmp(other->name, r->name) == 0 && strcmp(other->variant, r->variant) == 0 &&
            strcmp(other->space, "independent") == 0 && other->contexts == r->contexts)
            return other;
    return NULL;
}

static void answer_sharing(const struct kernels_read *k, const char *name)
{
    const struct kernel_run *dealt = cyclic_of(k->all, name);

    if (dealt == NULL)
        return;
    struct result *answer =
        result_add_from(k->out, id_op(PATTERN_SHARING, name, NULL), dealt->series);
    const struct kernel_run *apart = apart_from(k->all, dealt);
    if (dealt->contexts < 2 || apart == NULL) {
        result_unknown(answer, "needs two contexts that write neighbouring elements",
                       result_words("%s ran on %u", dealt->variant, dealt->contexts).text,
                       NO_REMEDY "one context was to be had");
        return;
    }
    struct ratio ratio = largest_ratio(dealt, apart);
    if (ratio.of == NULL) {
        no_common_size(answer, dealt, apart);
        return;
    }
    set_ratio(answer, &ratio);
    result_remark(answer, "%u contexts, %" PRIu64 " elements in turn, n = %" PRIu64,
                  dealt->contexts, dealt->chunk, ratio.to->n);
}

/* ---- barriers ---- */

/* The run with a barrier, and an empty one timed, of the most contexts of NAME; NULL: none. */
static const struct kernel_run *barrier_of(const struct kernels *all, const char *name)
{
    const struct kernel_run *best = NULL;

    for (const struct kernel_run *r = all->run; r < all->run + all->n; r++)
        if (strcmp(r->name, name) == 0 && r->barrier && r->contexts > 1 && r->overhead_ticks > 0 &&
            (best == NULL || r->contexts > best->contexts))
            best = r;
    return best;
}

/* What a call of R's variant takes on one context, ticks. */
static double call_ticks(const struct kernels *all, const struct kernel_run *r)
{
    for (const struct kernel_run *one = all->run; one < all->run + all->n; one++)
        if (strcmp(one->name, r->name) == 0 && strcmp(one->variant, r->variant) == 0 &&
            one->contexts == 1)
            return one->overhead_ticks;
    return 0;
}

static void answer_barrier(const struct kernels_read *k, const char *name)
{
    const struct kernel_run *r = barrier_of(k->all, name);

    if (r == NULL || k->cycle <= 0)
        return;
    struct result *answer = result_add_from(k->out, id_op(PATTERN_BARRIER, name, NULL), r->series);
    answer->value = (r->overhead_ticks - call_ticks(k->all, r)) / k->cycle;
    answer->confidence = r->overhead_agreement;
    result_remark(answer, "%u contexts, a run with n = 0", r->contexts);
}

/* ---- streams ---- */

enum { MOST_STREAMS = 64 };

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
    double sure = best->confidence, value = best->value;
    struct result_id id = id_moving(PATTERN_STREAMS_BEST, level, "streams");
    struct result *answer = result_add(k->out, id);
    answer->value = best_n;
    answer->confidence = next > AS_GOOD * value ? sure / 2 : sure;
    result_remark(answer, "%.3g B per cycle, %.3g by the next best number", value, next);
}

static void answer_names(const struct kernels_read *k)
{
    for (size_t i = 0; i < k->all->n; i++) {
        const struct kernel_run *r = &k->all->run[i];

        if (kernels_reference(k->all, r) != r)
            continue;
        answer_sharing(k, r->name);
        answer_barrier(k, r->name);
    }
    for (unsigned level = 0; level <= cache_levels(k->out); level++)
        answer_streams(k, level);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct kernels all;

    if (kernels_read(&all, run, "pattern", method) != 0)
        out->no_memory = true;
    const struct kernels_read k = { &all, out, point_cycle(run) };
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
