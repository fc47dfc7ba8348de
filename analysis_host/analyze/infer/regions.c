/* region.NAME.{load,store,fetch}.{latency,bandwidth}: what each memory costs that the board names.
 */
#include "result/regions.h"
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <string.h>

/* Kinds of access: what the probe's header says. */
enum {
    LOAD_CHAIN,
    LOAD_WORDS,
    LOAD_WIDEST,
    STORE_APART,
    STORE_WORDS,
    STORE_WIDEST,
    JUMPS,
    JUMP_LOADS,
    STRAIGHT,
    KINDS
};

/* Two loads fetch the address of a jump. */
enum { LOADS_A_JUMP = 2 };

/* Timings so near to their cost agree with it. */
#define AGREE 0.03

static const char whole_run[] = "cache_size,regions";

/* The costs of a region: ticks an operation. */
struct costs {
    const struct log_sample *of[KINDS]; /* NULL: not measured */
    struct region_facts facts;
    double cycle; /* ticks */
};

static void gather(struct costs *c, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == 1 && p->x[0] < KINDS && p->ops > 0 && p->n_ticks > 0 && point_cost(p) > 0)
            c->of[p->x[0]] = p;
    }
}

static double agreement(const struct log_sample *p)
{
    double cost = point_cost(p);
    size_t n = 0;

    for (size_t i = 0; i < p->n_ticks; i++)
        n += fabs((double)p->ticks[i] / (double)p->ops - cost) <= AGREE * cost;
    return evidence_agreement(n, p->n_ticks);
}

static double quantile(const struct log_sample *p, double share)
{
    double cost[32];
    size_t n = p->n_ticks < 32 ? p->n_ticks : 32;

    for (size_t i = 0; i < n; i++)
        cost[i] = (double)p->ticks[i] / (double)p->ops;
    return stats_quantile(cost, n, share);
}

/* Returns true when answers can be made of KIND; else says why R is not determined. */
static bool is_usable(struct result *r, const struct costs *c, unsigned kind, bool through_cache,
                      const struct results *out)
{
    if (c->of[kind] == NULL)
        result_unknown(r, "needs timings of this kind of access",
                       "none came: the memory holds nothing to try it with, or too little",
                       remedy_never("its board gives the image nothing there"));
    else if (through_cache && !c->facts.cold)
        result_unknown(r, "needs accesses that no cache answers",
                       result_words("caches may have held the %s that were touched",
                                    words_bytes((double)c->facts.touched).text)
                           .text,
                       remedy_sizes(whole_run, out));
    else if (!(c->cycle > 0))
        remedy_no_cycle(r, 0, "regions");
    else
        return true;
    return false;
}

/* R, of which an operation takes from LOW to HIGH ticks, typically COST. */
static void set_latency(struct result *r, const struct costs *c, double cost, double low,
                        double high)
{
    r->value = cost / c->cycle;
    r->has_bounds = true;
    r->low = fmin(low, cost) / c->cycle;
    r->high = fmax(high, cost) / c->cycle;
}

static void answer_latency(struct result *r, const struct costs *c, unsigned kind,
                           const struct results *out)
{
    if (!is_usable(r, c, kind, true, out))
        return;
    const struct log_sample *p = c->of[kind];

    set_latency(r, c, point_cost(p), quantile(p, 0.25), quantile(p, 0.75));
    r->evidence = agreement(p);
}

/* The jump without the loads that fetch its address. */
static void answer_jump(struct result *r, const struct costs *c, const struct results *out)
{
    if (!is_usable(r, c, JUMPS, true, out) || !is_usable(r, c, JUMP_LOADS, false, out))
        return;
    const struct log_sample *jump = c->of[JUMPS], *load = c->of[JUMP_LOADS];
    double loads = LOADS_A_JUMP * point_cost(load), cost = point_cost(jump) - loads;

    if (!(cost > 0)) {
        result_unknown(r, "needs jumps that cost more than the loads of their addresses",
                       result_words("a jump with its loads takes %.3g cycles, the loads %.3g",
                                    point_cost(jump) / c->cycle, loads / c->cycle)
                           .text,
                       remedy_never("the processor runs ahead of what it loads"));
        return;
    }
    set_latency(r, c, cost, quantile(jump, 0.25) - loads, quantile(jump, 0.75) - loads);
    r->evidence = fmin(agreement(jump), agreement(load));
}

/* Words and widest, whichever is faster. */
static void answer_bandwidth(struct result *r, const struct costs *c, unsigned words,
                             unsigned widest, const struct results *out)
{
    const struct log_sample *p = c->of[words], *other = c->of[widest];
    unsigned kind =
        p == NULL || (other != NULL && point_cost(other) < point_cost(p)) ? widest : words;

    if (!is_usable(r, c, kind, true, out))
        return;
    p = c->of[kind];
    r->value = c->cycle / point_cost(p);
    r->has_bounds = true;
    r->low = fmin(r->value, c->cycle / quantile(p, 0.75));
    r->high = fmax(r->value, c->cycle / quantile(p, 0.25));
    r->evidence = agreement(p);
    if (words != widest && c->of[words] != NULL)
        result_remark(r, "32 bits at a time: %.3g B/cycle", c->cycle / point_cost(c->of[words]));
}

/* Accesses of one kind: what a latency is taken from, and a bandwidth. */
struct access {
    const char *op;
    bool there; /* the memory allows them */
    unsigned chain, words, widest;
};

static void answer_access(const struct costs *c, const struct access *a, const struct log_series *s,
                          struct results *out)
{
    struct result *r = result_add_from(out, id_op(REGION_LATENCY, c->facts.name, a->op), s);

    if (!a->there)
        result_none(r);
    else if (a->chain == JUMPS)
        answer_jump(r, c, out);
    else
        answer_latency(r, c, a->chain, out);
    r = result_add_from(out, id_op(REGION_BANDWIDTH, c->facts.name, a->op), s);
    if (a->there)
        answer_bandwidth(r, c, a->words, a->widest, out);
    else
        result_none(r);
}

static void answer_region(const struct costs *c, const struct log_series *s, struct results *out)
{
    const struct access accesses[] = {
        { "load", true, LOAD_CHAIN, LOAD_WORDS, LOAD_WIDEST },
        { "store", c->facts.writes, STORE_APART, STORE_WORDS, STORE_WIDEST },
        { "fetch", c->facts.runs, JUMPS, STRAIGHT, STRAIGHT },
    };

    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        answer_access(c, &accesses[i], s, out);
}

/* In nanoseconds, too, where the rate of the clock is known. */
static void add_ns(struct results *out, size_t first, double ns_a_cycle)
{
    for (size_t i = first; i < out->n; i++)
        if (out->at[i].name.quantity == REGION_LATENCY && out->at[i].kind == RESULT_NUMBER)
            out->at[i].ns = out->at[i].value * ns_a_cycle;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = point_tick_hz(run);
    size_t first = out->n;

    (void)method;
    for (size_t at = 0; (at = log_find_series(run, "regions", at)) < run->n_series; at++) {
        const struct log_series *s = &run->series[at];
        struct costs c = { .cycle = point_cycle(run) };

        if (!region_read(&c.facts, s) ||
            result_find(out, id_op(REGION_LATENCY, c.facts.name, "load")) != NULL)
            continue;
        gather(&c, s);
        answer_region(&c, s, out);
    }
    add_ns(out, first, hz > 0 ? point_cycle(run) * 1e9 / hz : 0);
}

const struct analysis analysis_regions = {
    .about = "loads, stores and code of each memory that the board names",
    .probe = "regions",
    .method = "second_lowest",
    .after = { "cache_levels" },
    .infer = infer,
};
