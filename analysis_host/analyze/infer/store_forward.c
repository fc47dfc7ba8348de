/* core.store_forward.latency, core.store_forward.stack, core.store_forward.predicted,
 * core.store_forward.failed, core.store_forward.fp: from a store's data to a load of it;
 * core.store.evicted_line: of a store whose line was evicted; core.store_forward.alias_penalty: of
 * a load after a store elsewhere; core.load.unaligned: of a load at an address that is no multiple
 * of its size. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/turns.h"
#include "stats/evidence.h"
#include <math.h>

static const enum quantity kinds[] = { STORE_FORWARD_LATENCY, STORE_FORWARD_STACK,
                                       STORE_FORWARD_FAILED, STORE_FORWARD_FP,
                                       CORE_STORE_EVICTED_LINE };

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void answer(struct result *r, const struct turns *t, unsigned k)
{
    if (!(t->cycle > 0)) {
        result_unknown(r, "needs the cycle of add_chain",
                       result_words("it takes %.3g ticks, of unknown length", t->ticks[k]).text,
                       remedy_run("store_forward"));
        return;
    }
    r->value = t->cost[k];
    r->has_bounds = true;
    r->low = t->least[k];
    r->high = t->median[k];
    r->evidence = evidence_near(r->low, r->high);
}

/* Chains of loads after a store, at addresses that differ in the low 12 bits, that agree, and that
 * are no multiple of the load's size. */
enum { APART = 5, ALIAS = 6, UNALIGNED = 7 };

/* What a load of CHAIN takes longer than one of APART. */
static void answer_more(struct result *r, const struct turns *t, unsigned chain)
{
    if (!(t->cycle > 0)) {
        result_unknown(r, "needs the cycle of add_chain",
                       result_words("it takes %.3g ticks more, of unknown length",
                                    t->ticks[chain] - t->ticks[APART])
                           .text,
                       remedy_run("store_forward"));
        return;
    }
    r->value = fmax(0, t->cost[chain] - t->cost[APART]);
    r->has_bounds = true;
    r->low = fmin(r->value, fmax(0, t->least[chain] - t->median[APART]));
    r->high = fmax(r->value, t->median[chain] - t->least[APART]);
    r->evidence = evidence_near(t->least[chain], t->median[chain]) *
                  evidence_near(t->least[APART], t->median[APART]);
}

/* Chains of so many pairs of a store and a load in a loop, and the chain of the most. */
static const unsigned pairs[] = { 4, 8, 12, 16, 24, 32 };
enum { PAIRS_4 = 8, PAIRS_24 = 12, PAIRS = sizeof pairs / sizeof pairs[0], PAIRS_MOST = 0 };

/* Chains of 4 to 24 pairs have an addition in each step, of a cycle. */
#define ADDITION 1.0

/* What is predicted saves more cycles than this. */
#define SAVED 1.0

/* Evidence where a thread on the same core, which halves the number, is not seen. */
#define SHARED 0.5

/* The largest loop that costs clearly less than that of 32 pairs, as all smaller ones do. */
static void answer_pairs(struct results *out, const struct log_series *s, const struct turns *t)
{
    struct result *r = result_add_from(out, id_of(STORE_FORWARD_PAIRS), s);
    double most = t->cost[PAIRS_MOST] + ADDITION, least = t->cost[PAIRS_4];
    unsigned n = 0;

    if (!(most - least > SAVED)) {
        result_none(r);
        result_remark(r, "loops of 4 and of 32 pairs cost %.3g and %.3g cycles", least, most);
        return;
    }
    while (PAIRS_4 + n + 1 <= PAIRS_24 && t->cost[PAIRS_4 + n + 1] < (most + least) / 2)
        n++;
    r->value = pairs[n];
    r->has_bounds = true;
    r->low = pairs[n];
    r->high = pairs[n + 1] - 1;
    r->evidence = SHARED * evidence_near(t->least[PAIRS_4 + n], t->cost[PAIRS_4 + n]);
    result_remark(r, "%.3g cycles, for %.3g in a loop of %u", t->cost[PAIRS_4 + n],
                  n + 2 < PAIRS ? t->cost[PAIRS_4 + n + 1] : most, pairs[n + 1]);
}

static void answer_predicted(struct results *out, const struct log_series *s, const struct turns *t)
{
    for (unsigned k = PAIRS_4; k <= PAIRS_24; k++)
        if (!(t->ticks[k] > 0))
            return;
    struct result *r = result_add_from(out, id_of(STORE_FORWARD_PREDICTED), s);
    answer(r, t, PAIRS_4);
    if (t->cycle > 0) {
        r->value = fmax(0, r->value - ADDITION);
        r->low = fmax(0, r->low - ADDITION);
        r->high = fmax(0, r->high - ADDITION);
    }
    if (t->cycle > 0 && t->ticks[PAIRS_MOST] > 0)
        answer_pairs(out, s, t);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "store_forward", 0);
    struct turns t;

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    turns_gather(&t, run, s);
    for (unsigned k = 0; k < KINDS; k++)
        if (t.ticks[k] > 0)
            answer(result_add_from(out, id_of(kinds[k]), s), &t, k);
    answer_predicted(out, s, &t);
    if (t.ticks[APART] > 0 && t.ticks[ALIAS] > 0)
        answer_more(result_add_from(out, id_of(STORE_FORWARD_ALIAS_PENALTY), s), &t, ALIAS);
    if (t.ticks[APART] > 0 && t.ticks[UNALIGNED] > 0)
        answer_more(result_add_from(out, id_of(CORE_LOAD_UNALIGNED), s), &t, UNALIGNED);
}

const struct analysis analysis_store_forward = {
    .about = "store-to-load forwarding",
    .probe = "store_forward",
    .method = "second_lowest",
    .infer = infer,
};
