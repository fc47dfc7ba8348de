/* core.bypass.int_to_fp, core.bypass.add_to_mul, core.bypass.fp_load: cycles that a value takes
 * longer where it goes from one kind of unit to another. All are differences of chains that were
 * timed in turn. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/turns.h"
#include "stats/evidence.h"
#include <math.h>

enum { ADD, MUL, BOTH, CROSS, LOAD_WORD, LOAD_FP, KINDS };

static bool has_all(const struct turns *t)
{
    unsigned n = 0;

    for (unsigned k = 0; k < KINDS; k++)
        n += t->cost[k] > 0;
    return n == KINDS;
}

/* R is (cost of FROM - what is known of it) / STEPS; the bounds are the spread of its chain. */
static void answer(struct result *r, const struct turns *t, unsigned from, double known,
                   double steps)
{
    r->value = fmax(0, (t->cost[from] - known) / steps);
    r->has_bounds = true;
    r->low = fmax(0, (t->least[from] - known) / steps);
    r->high = fmax(0, (t->median[from] - known) / steps);
    r->evidence = evidence_near(t->least[from], t->median[from]);
}

static void answer_all(struct results *out, const struct log_series *s, const struct turns *t)
{
    struct result *cross = result_add_from(out, id_of(BYPASS_INT_TO_FP), s);

    /* There and back, with an addition of each kind; that of words takes a cycle. */
    answer(cross, t, CROSS, t->cost[ADD] + 1, 2);
    double way = cross->value;
    answer(result_add_from(out, id_of(BYPASS_ADD_TO_MUL), s), t, BOTH, t->cost[ADD] + t->cost[MUL],
           2);
    answer(result_add_from(out, id_of(BYPASS_FP_LOAD), s), t, LOAD_FP,
           t->cost[LOAD_WORD] + t->cost[ADD] + way, 1);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "bypass", 0);
    struct turns t;

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    if (s->end == RECORD_END_NO_INSTRUCTION) {
        result_none(result_add_from(out, id_of(BYPASS_INT_TO_FP), s));
        return;
    }
    turns_gather(&t, run, s);
    if (has_all(&t))
        answer_all(out, s, &t);
    else
        result_unknown(result_add_from(out, id_of(BYPASS_INT_TO_FP), s),
                       "needs all six chains, and the cycle of add_chain",
                       result_words("%zu points came; a cycle is %.3g ticks (0: not known)",
                                    s->n_samples, t.cycle)
                           .text,
                       remedy_run("bypass"));
}

const struct analysis analysis_bypass = {
    .about = "from one kind of unit to another",
    .probe = "bypass",
    .method = "chain_differences",
    .infer = infer,
};
