/* context.N.cycle and context.N.memory.latency: each context by itself. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLE, LATENCY, FROM_OUTSIDE, LONG_LAPS, KINDS, MOST_PASSES = 64, MOST_CONTEXTS = 4096 };

/* Passes so near to their median agree with it. */
#define AGREE 0.03

/* Ticks an operation of one context, in each pass; of additions without the loop around them. */
struct visits {
    double cost[KINDS][MOST_PASSES];
    size_t n[KINDS];
};

static void add_visit(struct visits *v, const struct log_sample *p)
{
    size_t *n = &v->n[p->x[1]];

    for (size_t t = 0; t < p->n_ticks && *n < MOST_PASSES; t++)
        v->cost[p->x[1]][(*n)++] = (double)p->ticks[t] / (double)p->ops;
}

/* The visits of contexts 0 to *N - 1, to be freed; NULL: memory is short. */
static struct visits *gather(const struct log_series *s, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_x == 2 && s->samples[i].x[0] < MOST_CONTEXTS &&
            s->samples[i].x[0] >= *n)
            *n = (size_t)s->samples[i].x[0] + 1;
    struct visits *visits = calloc(*n + 1, sizeof *visits);
    for (size_t i = 0; i < s->n_samples && visits != NULL; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == 2 && p->x[0] < *n && p->x[1] < KINDS && p->ops > 0)
            add_visit(&visits[p->x[0]], p);
    }
    return visits;
}

/* Takes the loop of the reference chain out of the additions of V: what long laps save of it. */
static void take_out_loop(struct visits *v)
{
    double y[MOST_PASSES];
    size_t n = v->n[LONG_LAPS] < v->n[CYCLE] ? v->n[LONG_LAPS] : v->n[CYCLE];

    for (size_t i = 0; i < n; i++)
        y[i] = 1 - v->cost[LONG_LAPS][i] / v->cost[CYCLE][i];
    double share = point_share_without(y, n);
    for (size_t i = 0; i < v->n[CYCLE]; i++)
        v->cost[CYCLE][i] *= share;
    for (size_t i = 0; i < v->n[FROM_OUTSIDE]; i++)
        v->cost[FROM_OUTSIDE][i] *= share;
}

/* Sets R to the median of the N costs Y times SCALE, bounds from their quartiles. */
static void set_median(struct result *r, const double *y, size_t n, double scale)
{
    double median = stats_median(y, n);
    size_t near = 0;

    for (size_t i = 0; i < n; i++)
        near += fabs(y[i] - median) <= AGREE * median;
    r->value = median * scale;
    r->has_bounds = true;
    r->low = stats_quantile(y, n, 0.25) * scale;
    r->high = stats_quantile(y, n, 0.75) * scale;
    r->evidence = evidence_agreement(near, n);
}

/* An operating system gives all contexts one clock. On a bare board each core may count by itself,
 * as slowly as it runs: there, what context 0 saw from outside counts. */
static void answer_cycle(struct result *r, const struct visits *v, unsigned kind, double hz)
{
    if (v->n[kind] == 0)
        result_unknown(r, "needs a timing of this context", "none came",
                       remedy_thorough("each_context"));
    else if (!(hz > 0))
        result_unknown(r, "needs the rate of the clock", "the board does not know it",
                       remedy_run("timer_floor"));
    else
        set_median(r, v->cost[kind], v->n[kind], 1e9 / hz);
}

/* In the context's own cycles, by its own clock. NS: a cycle. */
static void answer_latency(struct result *r, const struct visits *v, double ns)
{
    double cycle = v->n[CYCLE] > 0 ? stats_median(v->cost[CYCLE], v->n[CYCLE]) : 0;

    if (v->n[LATENCY] == 0 || !(cycle > 0)) {
        result_unknown(r, "needs timings of loads and of additions on this context",
                       result_words("%zu and %zu came", v->n[LATENCY], v->n[CYCLE]).text,
                       remedy_thorough("cache_size,each_context"));
        return;
    }
    set_median(r, v->cost[LATENCY], v->n[LATENCY], 1 / cycle);
    r->ns = r->value * ns;
}

static bool is_bare(const struct log_run *run)
{
    const char *os = log_key_text(run->keys, run->n_keys, "os");

    return os != NULL && strcmp(os, "none") == 0;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "each_context", 0), n;
    double hz = point_tick_hz(run);

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    struct visits *visits = gather(s, &n);
    unsigned kind = is_bare(run) ? FROM_OUTSIDE : CYCLE;
    out->no_memory |= visits == NULL;
    for (unsigned i = 0; i < n && visits != NULL; i++) {
        struct result *cycle = result_add_from(out, id_context(CONTEXT_CYCLE, i), s);

        take_out_loop(&visits[i]);
        answer_cycle(cycle, &visits[i], kind, hz);
        double ns = cycle->value;
        answer_latency(result_add_from(out, id_context(CONTEXT_LATENCY, i), s), &visits[i], ns);
    }
    free(visits);
}

const struct analysis analysis_each_context = {
    .about = "each context by itself: cycle and latency of memory",
    .probe = "each_context",
    .method = "by_context",
    .infer = infer,
};
