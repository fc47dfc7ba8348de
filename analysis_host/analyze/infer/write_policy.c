/* Write policy of the first cache level: where a store that hits, and a load after a store that
 * missed, lie between the costs of a hit and of a miss. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>

/* Kinds of write_policy: what its header says. Older images have no STORE_EVICTED. */
enum { LOAD_HELD, STORE_HELD, LOAD_EVICTED, LOAD_STORED, STORE_EVICTED, KINDS };
enum { LEAST_KINDS = STORE_EVICTED };

/* Below FEW of a miss something is as good as a hit, above MANY as bad as a miss; a miss that costs
 * less than LEAST_MISS hits tells nothing. */
static const double few = 0.3, many = 0.7, least_miss = 1.3;

/* Fills COST with cycles of an access of each kind in series S of RUN, 0 where not measured.
 * Returns how many were measured of those that every image has, 0 where S has no usable sample. */
static unsigned read_costs(double cost[KINDS], const struct log_run *run,
                           const struct log_series *s)
{
    unsigned n = 0;
    struct curve c;

    if (curve_make(&c, run, s) != 0)
        return 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        cost[kind] = 0;
        for (size_t i = 0; i < c.n; i++)
            if (c.at[i].x == kind)
                cost[kind] = c.at[i].typical;
        n += kind < LEAST_KINDS && cost[kind] > 0;
    }
    curve_free(&c);
    return n;
}

/* One policy: the kind of access whose cost tells it, and its names where that is a hit or a miss.
 */
static const struct question {
    enum quantity quantity;
    unsigned kind;
    const char *what, *hit, *miss;
} questions[] = {
    { CACHE_WRITE, STORE_HELD, "a store that hits", "back", "through" },
    { CACHE_ALLOCATE, LOAD_STORED, "a load of what was stored where it was not", "write", "read" },
};

static const char whole_run[] = "cache_size,write_policy";

/* A miss costs hardly more than a hit. Where the curve of latencies has a step there, the board
 * took another size for the level's. */
static void set_unobservable(struct result *r, const double cost[KINDS], const struct results *out)
{
    double first = latency_at(out, 1, cache_levels(out));
    bool has_step = latency_at(out, 2, cache_levels(out)) >= least_miss * first && first > 0;

    result_unknown(r, result_words("needs a miss that costs %.1f hits", least_miss).text,
                   result_words("not observable: a hit costs %.2f cycles, a miss %.2f",
                                cost[LOAD_HELD], cost[LOAD_EVICTED])
                       .text,
                   has_step ? remedy_sizes(whole_run, out)
                            : remedy_never("the next level costs no more than this one"));
}

/* SHARE of a miss as one of two names. */
static void set_name(struct result *r, double share, const struct question *q)
{
    struct result_words found =
        result_words("%s costs %.2f of what a miss adds to a hit", q->what, fmax(0, share));

    if (share > few && share < many) {
        result_unknown(
            r, result_words("needs a cost below %.1f or above %.1f of a miss", few, many).text,
            found.text, remedy_thorough(whole_run));
        return;
    }
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", share < 0.5 ? q->hit : q->miss);
    snprintf(r->note, sizeof r->note, "%s", found.text);
    r->evidence = fabs(2 * evidence_clamp(share) - 1);
}

/* What the stores of q->kind take more than loads that hit, as a share of a MISS. Of a core that
 * starts one operation a cycle the loop around stores takes as long as a miss of a near level; it
 * is in stores that miss, too. A store that hits and takes a miss less than one that misses goes no
 * further, whatever the loop takes. */
static double share_of(const double cost[KINDS], const struct question *q, double miss)
{
    double share = (cost[q->kind] - cost[LOAD_HELD]) / miss;

    if (q->kind == STORE_HELD && share >= few && cost[STORE_EVICTED] > 0)
        share = fmin(share, 1 - (cost[STORE_EVICTED] - cost[STORE_HELD]) / miss);
    return fmax(share, 0);
}

static void find_policy(struct result *r, const double cost[KINDS], const struct question *q,
                        const struct results *out)
{
    double miss = cost[LOAD_EVICTED] - cost[LOAD_HELD];

    if (cost[LOAD_EVICTED] < least_miss * cost[LOAD_HELD])
        set_unobservable(r, cost, out);
    else
        set_name(r, share_of(cost, q, miss), q);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "write_policy", 0);
    double cost[KINDS];

    if (method == METHOD_PAPER || at >= run->n_series || run->series[at].n_samples == 0)
        return;
    unsigned n = read_costs(cost, run, &run->series[at]);
    for (unsigned i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct result *r = result_add_from(out, id_at(questions[i].quantity, 1), &run->series[at]);

        if (n == 0)
            remedy_unsampled(r, run, "write_policy");
        else if (n < LEAST_KINDS)
            result_unknown(r, result_words("needs costs of %u kinds of access", LEAST_KINDS).text,
                           result_words("samples of %u are missing", LEAST_KINDS - n).text,
                           remedy_run(whole_run));
        else
            find_policy(r, cost, &questions[i], out);
    }
}

const struct analysis analysis_write_policy = {
    .about = "write policy of the first cache level",
    .probe = "write_policy",
    .method = "hit_or_miss",
    .after = { "cache_levels" },
    .infer = infer,
};
