/* Write policy of the first cache level: where a store that hits, and a load behind a store that
 * missed, lie between the costs of a hit and of a miss. */
#include "analysis/analysis.h"
#include "series/curve.h"
#include <math.h>
#include <stdio.h>

/* Kinds of write_policy: what its header says. */
enum { LOAD_HELD, STORE_HELD, LOAD_EVICTED, LOAD_STORED, KINDS };

/* Below FEW of a miss something is as good as a hit, above MANY as bad as a miss; a miss that costs
 * less than LEAST_MISS hits tells nothing. */
static const double few = 0.3, many = 0.7, least_miss = 1.3;

/* What an access of each kind costs, cycles. False: one is missing. */
static bool read_costs(double cost[KINDS], const struct curve *c)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        cost[kind] = 0;
        for (size_t i = 0; i < c->n; i++)
            if (c->at[i].x == kind)
                cost[kind] = c->at[i].typical;
        if (cost[kind] <= 0)
            return false;
    }
    return true;
}

/* SHARE of a miss as one of two names. */
static void choose(struct result *r, double share, const char *hit, const char *miss,
                   const char *what)
{
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", share < 0.5 ? hit : miss);
    snprintf(r->note, sizeof r->note, "%s costs %.2f of what a miss adds to a hit", what,
             fmax(0, share));
    r->confidence = 0.75 + 0.22 * fmin(1, fabs(fmin(1, fmax(0, share)) - 0.5) / 0.5);
    if (share > few && share < many)
        result_unknown_prose(
            r, "%s costs %.2f of what a miss adds to a hit: neither the one nor the other", what,
            share);
}

static void name_policies(struct result *r, struct result *s, const double cost[KINDS])
{
    double miss = cost[LOAD_EVICTED] - cost[LOAD_HELD];

    if (cost[LOAD_EVICTED] < least_miss * cost[LOAD_HELD]) {
        result_unknown_prose(r, "not observable: the level behind costs no more than this one");
        result_unknown_prose(s, "%s", r->note);
        return;
    }
    choose(r, (cost[STORE_HELD] - cost[LOAD_HELD]) / miss, "back", "through", "a store that hits");
    choose(s, (cost[LOAD_STORED] - cost[LOAD_HELD]) / miss, "write", "read",
           "a load of what was stored where it was not");
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    static const enum quantity asked[] = { CACHE_WRITE, CACHE_ALLOCATE };
    size_t series = log_find_series(run, "write_policy", 0);
    struct result answer[2] = { { .kind = RESULT_NULL }, { .kind = RESULT_NULL } };
    double cost[KINDS];
    struct curve c;

    if (method == METHOD_PAPER || series >= run->n_series || run->series[series].n_samples == 0)
        return;
    if (curve_make(&c, run, &run->series[series]) == 0) {
        if (read_costs(cost, &c))
            name_policies(&answer[0], &answer[1], cost);
        else
            result_unknown_prose(&answer[0], "samples of some kind are missing");
        curve_free(&c);
    } else {
        result_unknown_prose(&answer[0], "no usable sample of write_policy");
    }
    for (unsigned i = 0; i < 2; i++) {
        struct result *r = result_add_from(out, id_at(asked[i], 1), &run->series[series]);

        r->kind = answer[i].kind;
        r->confidence = answer[i].confidence;
        snprintf(r->text, sizeof r->text, "%s", answer[i].text);
        snprintf(r->note, sizeof r->note, "%s", *answer[i].note ? answer[i].note : answer[0].note);
    }
}

const struct analysis analysis_write_policy = {
    .about = "write policy of the first cache level",
    .probe = "write_policy",
    .method = "hit_or_miss",
    .infer = infer,
};
