/* Memory near and far: numa.nodes, and latency and bandwidth of memory that was touched first by a
 * context of the reader's own node, by one of the farthest, and by one of each: numa.node.A-B. */
#include "analysis/analysis.h"
#include "result/nodes.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOUCHERS = NODES_TOUCHERS, READERS = NODES_READERS, KINDS = 2, MOST_TIMINGS = 64 };

/* Memory is someone's own where it is so much faster for him than another's is. */
#define NEARER 1.15

struct distances {
    uint64_t toucher[TOUCHERS], reader[READERS];
    unsigned n_touchers, n_readers;
    struct throughput rate[KINDS][TOUCHERS][READERS]; /* loads a tick, and bytes a tick */
    double slow[KINDS][TOUCHERS][READERS], fast[KINDS][TOUCHERS][READERS]; /* their quartiles */
    unsigned node[TOUCHERS], nodes;
};

/* Place of NUMBER in LIST, where it is put when it is new; MOST: no room. */
static unsigned place(uint64_t *list, unsigned *n, unsigned most, uint64_t number)
{
    for (unsigned i = 0; i < *n; i++)
        if (list[i] == number)
            return i;
    if (*n == most)
        return most;
    list[*n] = number;
    return (*n)++;
}

/* Fills the quartiles of the rates at point P, from toucher T to reader R. */
static void gather_quartiles(struct distances *d, const struct by_x *points,
                             const struct log_sample *p, unsigned t, unsigned r)
{
    struct by_x_range same = by_x_of(points, p);
    double y[MOST_TIMINGS];
    size_t n = 0;

    for (size_t i = same.first; i < same.end; i++)
        for (size_t k = 0; k < points->at[i]->n_ticks && n < MOST_TIMINGS; k++)
            if (points->at[i]->ticks[k] > 0)
                y[n++] = (double)p->ops / (double)points->at[i]->ticks[k];
    if (n == 0)
        return;
    d->slow[p->x[2]][t][r] = stats_quantile(y, n, 0.25);
    d->fast[p->x[2]][t][r] = stats_quantile(y, n, 0.75);
}

/* 0, or -1 when memory is short. */
static int gather_distances(struct distances *d, const struct log_series *s)
{
    struct by_x points;

    if (by_x_sort(&points, s) != 0)
        return -1;
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x != 3 || p->x[2] >= KINDS)
            continue;
        unsigned r = place(d->reader, &d->n_readers, READERS, p->x[0]);
        unsigned t = place(d->toucher, &d->n_touchers, TOUCHERS, p->x[1]);
        if (r < READERS && t < TOUCHERS && d->rate[p->x[2]][t][r].n == 0) {
            d->rate[p->x[2]][t][r] = throughput_first(&points, p);
            gather_quartiles(d, &points, p, t, r);
        }
    }
    by_x_free(&points);
    return 0;
}

static bool were_timed(const struct distances *d, unsigned kind, unsigned r, unsigned a, unsigned b)
{
    return d->rate[kind][a][r].n > 0 && d->rate[kind][b][r].n > 0;
}

/* Returns true when reader R's rates with the memory that A touched are above those with B's,
 * quartile by quartile. */
static bool apart(const struct distances *d, unsigned kind, unsigned r, unsigned a, unsigned b)
{
    return d->slow[kind][a][r] > d->fast[kind][b][r];
}

/* Returns true when some reader is nearer to the memory that A touched than to that of B: its loads
 * are faster by NEARER, and latencies are apart, and so are bandwidths where they were timed. */
static bool someone_nearer(const struct distances *d, unsigned a, unsigned b)
{
    for (unsigned r = 0; r < d->n_readers; r++)
        if (were_timed(d, 0, r, a, b) && apart(d, 0, r, a, b) &&
            (!were_timed(d, 1, r, a, b) || apart(d, 1, r, a, b)) &&
            d->rate[0][a][r].median > NEARER * d->rate[0][b][r].median)
            return true;
    return false;
}

/* Touchers are of one node unless there is someone nearer to the one, and someone nearer to the
 * other: memory that is slow for all has another reason. */
static void find_nodes(struct distances *d)
{
    for (unsigned t = 0; t < d->n_touchers; t++) {
        unsigned like = 0;

        while (like < t && someone_nearer(d, like, t) && someone_nearer(d, t, like))
            like++;
        d->node[t] = like < t ? d->node[like] : d->nodes++;
    }
}

/* Rates that a median is wanted of, field by field. */
struct rates {
    double best[READERS], median[READERS], highest[READERS], slow[READERS];
    size_t n, timings;
};

static void add_rate(struct rates *r, const struct throughput *rate)
{
    r->timings += rate->n;
    r->best[r->n] = rate->best;
    r->median[r->n] = rate->median;
    r->highest[r->n] = rate->highest;
    r->slow[r->n++] = rate->slow;
}

static struct throughput median_rate(const struct rates *r)
{
    if (r->n == 0)
        return (struct throughput){ .n = 0 };
    return (struct throughput){ .best = stats_quantile(r->best, r->n, 0.5),
                                .median = stats_quantile(r->median, r->n, 0.5),
                                .highest = stats_quantile(r->highest, r->n, 0.5),
                                .slow = stats_quantile(r->slow, r->n, 0.5),
                                .n = r->timings };
}

/* The rate that reader R has with what NODE touched, n is 0 where he has none: the best of all
 * blocks, but of loads the median, as a cache may hold some of a block. */
static struct throughput to_node(const struct distances *d, unsigned kind, unsigned r,
                                 unsigned node)
{
    struct throughput best = { .n = 0 };
    struct rates all = { .n = 0 };

    for (unsigned t = 0; t < d->n_touchers; t++) {
        const struct throughput *rate = &d->rate[kind][t][r];

        if (d->node[t] != node || rate->n == 0)
            continue;
        add_rate(&all, rate);
        if (rate->best > best.best)
            best = *rate;
    }
    return kind == 0 ? median_rate(&all) : best;
}

/* Median over readers of their rate with their nearest node, or with their FARTHEST. */
static struct throughput across_readers(const struct distances *d, unsigned kind, bool farthest)
{
    struct rates all = { .n = 0 };

    for (unsigned r = 0; r < d->n_readers; r++) {
        struct throughput chosen = { .n = 0 };

        for (unsigned node = 0; node < d->nodes; node++) {
            struct throughput here = to_node(d, kind, r, node);

            if (here.n > 0 && (chosen.n == 0 || (here.best < chosen.best) == farthest))
                chosen = here;
        }
        if (chosen.n > 0)
            add_rate(&all, &chosen);
    }
    return median_rate(&all);
}

static void count_nodes(struct result *r, const struct distances *d, uint64_t cores)
{
    if (d->n_touchers < 2 || d->n_readers < 2) {
        result_unknown(r, "needs memory that two contexts touched and two read",
                       result_words("%u contexts touched, %u read, the board has %llu",
                                    d->n_touchers, d->n_readers, (unsigned long long)cores)
                           .text,
                       cores == 1 ? remedy_never("it has one execution context")
                                  : remedy_thorough("cache_size,numa"));
        return;
    }
    r->value = d->nodes;
    r->evidence = evidence_agreement(d->n_touchers, cores);
    if (d->n_touchers < cores)
        snprintf(r->note, sizeof r->note, "by %u of %llu contexts, evenly spread", d->n_touchers,
                 (unsigned long long)cores);
}

/* For whoever places the nodes among the contexts. */
static void keep_nodes(struct results *out, const struct distances *d)
{
    struct memory_nodes *m = out->nodes != NULL ? out->nodes : calloc(1, sizeof *m);

    out->nodes = m;
    out->no_memory |= m == NULL;
    if (m == NULL)
        return;
    *m = (struct memory_nodes){ .n = d->nodes,
                                .n_touchers = d->n_touchers,
                                .n_readers = d->n_readers };
    memcpy(m->toucher, d->toucher, sizeof m->toucher);
    memcpy(m->reader, d->reader, sizeof m->reader);
    memcpy(m->node, d->node, sizeof m->node);
    for (unsigned r = 0; r < d->n_readers; r++)
        for (unsigned node = 0; node < d->nodes; node++) {
            struct throughput loads = to_node(d, 0, r, node), bytes = to_node(d, 1, r, node);

            m->load_ticks[r][node] = loads.n > 0 && loads.median > 0 ? 1 / loads.median : 0;
            m->bytes_a_tick[r][node] = bytes.n > 0 ? bytes.best : 0;
        }
}

/* Moves the bounds of R, a load from near memory, apart by as much as visits that were spread over
 * the run differ from their median: the timings of R are of one moment. */
static void scatter_as_visits(struct result *r, const struct results *out)
{
    const struct result *memory = result_find(out, id_of(MEMORY_LATENCY));

    if (!result_is_number(memory) || r->kind != RESULT_NUMBER || !memory->has_bounds ||
        strcmp(memory->method, "visits") != 0)
        return;
    double own = exp(memory->widened); /* its kind's, not of this run */
    r->low = fmin(r->low, r->value * memory->low * own / memory->value);
    r->high = fmax(r->high, r->value * memory->high / own / memory->value);
}

/* The node whose memory reader R loads fastest. */
static unsigned home_of(const struct distances *d, unsigned r)
{
    unsigned home = 0;
    double best = 0;

    for (unsigned node = 0; node < d->nodes; node++) {
        struct throughput loads = to_node(d, 0, r, node);

        if (loads.n > 0 && loads.median > best) {
            best = loads.median;
            home = node;
        }
    }
    return home;
}

/* Answers what readers of node FROM have of memory of node TO, where one was timed. */
static void answer_nodes(struct results *out, const struct log_series *s, const struct distances *d,
                         const struct throughput_units *units, unsigned from, unsigned to)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        enum quantity quantity = kind == 0 ? NUMA_NODE_LATENCY : NUMA_NODE_BANDWIDTH;
        struct rates all = { .n = 0 };

        for (unsigned r = 0; r < d->n_readers; r++) {
            struct throughput rate = to_node(d, kind, r, to);

            if (rate.n > 0 && home_of(d, r) == from)
                add_rate(&all, &rate);
        }
        struct throughput rate = median_rate(&all);
        if (rate.n == 0)
            continue;
        struct result *r = result_add_from(out, id_nodes(quantity, from, to), s);
        if (kind == 0)
            throughput_answer_latency(r, &rate, units);
        else
            throughput_answer(r, &rate, units);
    }
}

static void answer_distances(struct results *out, const struct log_run *run,
                             const struct log_series *s, struct distances *d)
{
    static const enum quantity quantities[2][KINDS] = {
        { NUMA_LOCAL_LATENCY, NUMA_LOCAL_BANDWIDTH }, { NUMA_REMOTE_LATENCY, NUMA_REMOTE_BANDWIDTH }
    };
    struct throughput_units units = throughput_units_of(run);

    if (gather_distances(d, s) != 0)
        out->no_memory = true;
    find_nodes(d);
    keep_nodes(out, d);
    count_nodes(result_add_from(out, id_of(NUMA_NODES), s), d,
                log_key_number(run->keys, run->n_keys, "cores", 0));
    for (unsigned far = 0; far < 2; far++)
        for (unsigned kind = 0; kind < KINDS; kind++) {
            struct result *r = result_add_from(out, id_of(quantities[far][kind]), s);
            struct throughput rate = across_readers(d, kind, far == 1);

            if (far == 1 && d->nodes == 1)
                result_none(r);
            else if (kind == 0)
                throughput_answer_latency(r, &rate, &units);
            else
                throughput_answer(r, &rate, &units);
            if (quantities[far][kind] == NUMA_LOCAL_LATENCY)
                scatter_as_visits(r, out);
        }
    for (unsigned from = 0; from < d->nodes && d->nodes > 1; from++)
        for (unsigned to = 0; to < d->nodes; to++)
            answer_nodes(out, s, d, &units, from, to);
}

static void answer(struct results *out, const struct log_run *run, const struct log_series *s)
{
    struct distances *d = calloc(1, sizeof *d); /* large */

    if (d != NULL)
        answer_distances(out, run, s, d);
    else
        out->no_memory = true;
    free(d);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "numa", 0);

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    if (s->n_samples > 0)
        answer(out, run, s);
    else
        result_none(result_add_from(out, id_of(NUMA_NODES), s));
}

const struct analysis analysis_numa = {
    .about = "memory near and far, by who touched it first",
    .probe = "numa",
    .method = "first_touch",
    .after = { "cache_levels" },
    .infer = infer,
};
