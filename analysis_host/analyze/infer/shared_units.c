/* Execution units: op.OP.OTHER.shared of each pair of operations, op.OP.units and core.units of the
 * fewest units that explain all pairs (A. Abel and J. Reineke, "uops.info", ASPLOS 2019). */
#include "analysis/analysis.h"
#include "model/unit_pair.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "series/unit_loops.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Next to any other operation one that is slow alone may be slower by up to this share: the least
 * next to any is taken. */
#define IN_COMPANY 0.12
/* Whole and half laps of a loop that agree less than this were disturbed. */
#define STEADY 0.8
/* An operation whose time on more chains is more than this share of that on fewer is saturated. */
#define SATURATED 0.9

/* Operations by their rates, and pairs by what was found. */
struct rates {
    const struct unit_loops *u;
    double cycle, width; /* ticks; operations that issue in a cycle */
    struct unit_facts facts;
    double company[UNIT_OPS_MOST]; /* least cycles of an operation in any pair */
    bool timed[UNIT_OPS_MOST];
    double clarity; /* how clearly all operations have a whole number of units: the worst of them */
    unsigned n_unclear; /* pairs whose loops disagree, or that no loop can show */
};

/* "add_i64". */
static void op_word(char to[ID_WORD], const struct unit_loops_op *o)
{
    snprintf(to, ID_WORD, "%s_%s", o->op, o->type);
}

/* ---- rates ---- */

/* Whether more chains do not make O faster: its units are busy all the time. */
static bool is_saturated(const struct unit_loops_op *o)
{
    return o->n_alone > 1 &&
           o->alone[1].ticks / o->alone[1].a > SATURATED * o->alone[0].ticks / o->alone[0].a;
}

/* Cycles between two starts: the fewest alone; where it waits for its operands, those of probe ops,
 * which has more chains. */
static double interval_of(const struct rates *r, unsigned op, const struct results *out)
{
    const struct unit_loops_op *o = &r->u->op[op];
    double alone = unit_loops_alone(r->u, op, 0) / r->cycle;
    double known = result_measured(out, id_op(OP_RTHROUGHPUT, o->op, o->type));

    return known > 0 && known < alone && !is_saturated(o) ? known : alone;
}

/* How clearly an operation that starts every INTERVAL cycles has a whole number of units, each of
 * which starts one a cycle at most: 0 in the middle between two numbers. */
static double clarity(double interval)
{
    double units = fmax(1, 1 / interval);

    return 1 - 2 * fabs(units - round(units));
}

static void note_rate(struct rates *r, const struct unit_timing *t)
{
    double ops = (t->a + t->b) * r->cycle / t->ticks;

    r->width = t->spread > STEADY ? fmax(r->width, ops) : r->width;
}

static void note_company(struct rates *r, unsigned op, double n, double ticks)
{
    double each = ticks / r->cycle / n;

    if (n > 0 && (r->company[op] == 0 || each < r->company[op]))
        r->company[op] = each;
}

static void find_rates(struct rates *r, const struct results *out)
{
    r->width = result_measured(out, id_of(ISSUE_WIDTH));
    r->facts.n = (unsigned)r->u->n_ops;
    r->clarity = 1;
    for (unsigned i = 0; i < r->facts.n; i++) {
        double interval = interval_of(r, i, out);
        r->timed[i] = interval > 0 && isfinite(interval);
        r->facts.op[i] = r->timed[i] ? unit_op_of_interval(interval) : (struct unit_op){ 1, 1 };
        r->clarity = r->timed[i] ? fmin(r->clarity, clarity(interval)) : 0;
        for (size_t k = 0; k < r->u->op[i].n_alone; k++)
            note_rate(r, &r->u->op[i].alone[k]);
    }
    for (size_t i = 0; i < r->u->n_pairs; i++)
        for (size_t k = 0; k < r->u->pair[i].n; k++) {
            const struct unit_timing *t = &r->u->pair[i].loop[k];
            note_rate(r, t);
            note_company(r, r->u->pair[i].first, t->a, t->ticks);
            note_company(r, r->u->pair[i].second, t->b, t->ticks);
        }
}

/* Cycles of operation OP on CHAINS chains, where no unit is shared. */
static double alone_cycles(const struct rates *r, unsigned op, unsigned chains)
{
    double alone = unit_loops_alone(r->u, op, chains) / r->cycle;

    return fmax(alone, fmin(r->company[op], alone * (1 + IN_COMPANY)));
}

/* ---- pairs ---- */

static struct unit_pair_loop loop_of(const struct rates *r, const struct unit_loops_pair *p,
                                     const struct unit_timing *t)
{
    return (struct unit_pair_loop){
        .a = t->a,
        .b = t->b,
        .cycles = t->ticks / r->cycle,
        .alone = fmax(t->a * alone_cycles(r, p->first, t->chains),
                      t->b * alone_cycles(r, p->second, t->other_chains)),
        .front_end = r->width > 0 ? (t->a + t->b) / r->width : 0,
    };
}

/* Why the pair is not known. */
static void unknown(struct result *res, const struct unit_judgement *j)
{
    if (j->verdict == UNIT_HIDDEN)
        result_unknown(
            res, "needs a loop that one shared unit makes longer",
            result_words("issue width or latency take %.3g cycles in any case", j->least).text,
            remedy_never("the core issues too few operations a cycle to show it"));
    else if (j->verdict == UNIT_NOT_ALL)
        result_unknown(res, "needs a loop that one shared unit makes longer",
                       result_words("%.3g cycles, all units shared would take %.3g: not all are",
                                    j->cycles, j->shared)
                           .text,
                       remedy_never("the core issues too few operations a cycle to show it"));
    else
        result_unknown(res, "needs loops that agree",
                       result_words("%.3g cycles, %.3g without a shared unit, %.3g with one",
                                    j->cycles, j->least, j->shared)
                           .text,
                       remedy_run("shared_units"));
}

/* How well the loops of P were timed: the worst of them. */
static double steadiness(const struct unit_loops_pair *p)
{
    double least = 1;

    for (size_t i = 0; i < p->n; i++)
        least = fmin(least, p->loop[i].spread);
    return least;
}

static void answer_pair(struct results *out, struct rates *r, const struct unit_loops_pair *p)
{
    char op[ID_WORD], other[ID_WORD];
    struct unit_pair_loop loops[UNIT_LOOPS_PAIR];
    struct unit_shared *fact = &r->facts.shared[p->first][p->second];

    op_word(op, &r->u->op[p->first]);
    op_word(other, &r->u->op[p->second]);
    struct result *res = result_add_from(out, id_op(OP_SHARED, op, other), p->series);
    if (p->n == 0 || !r->timed[p->first] || !r->timed[p->second]) {
        r->n_unclear++;
        remedy_unsampled_series(res, p->series);
        return;
    }
    for (size_t i = 0; i < p->n; i++)
        loops[i] = loop_of(r, p, &p->loop[i]);
    struct unit_judgement j =
        unit_pair_judge(loops, p->n, &r->facts.op[p->first], &r->facts.op[p->second]);
    *fact = (struct unit_shared){ (unsigned char)j.low, (unsigned char)j.high, (float)j.evidence };
    r->n_unclear += j.verdict == UNIT_UNCLEAR || j.verdict == UNIT_HIDDEN;
    if (j.verdict != UNIT_APART && j.verdict != UNIT_SHARED) {
        unknown(res, &j);
        return;
    }
    res->value = j.verdict == UNIT_SHARED;
    res->evidence = j.evidence * steadiness(p);
    result_remark(res, "%.3g cycles; %.3g without a shared unit, %.3g with one", j.cycles, j.least,
                  j.shared);
}

/* ---- all pairs ---- */

/* The share of operations that no pair had to be left out for, at least. */
static double explained(const struct rates *r, const struct unit_model *units)
{
    return 1 - fmin(1, (double)units->n_dropped / (double)r->facts.n);
}

/* How well UNITS explain the run: the worst of the pairs left out, of those that say nothing and of
 * the numbers of units. A thread on the same core, or a clock that changes, makes rates that are no
 * whole number of units. What the issue width hides of a pair it hides of programs, too. */
static double evidence_of(const struct rates *r, const struct unit_model *units)
{
    double n = fmax(1, (double)r->u->n_pairs);

    return fmin(r->clarity, fmin(explained(r, units), 1 - (double)r->n_unclear / n));
}

/* Pairs of a run in which many cannot be explained were disturbed: all are less sure by SHARE. */
static void doubt_pairs(struct results *out, double share)
{
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i].name.quantity == OP_SHARED)
            out->at[i].evidence *= share;
}

static void answer_units(struct results *out, const struct rates *r)
{
    struct unit_model units;
    struct result *n = result_add_from(out, id_of(CORE_UNITS), r->u->op[0].series);

    if (unit_model_fit(&units, &r->facts) != 0) {
        result_unknown(n, "needs units that explain the pairs",
                       result_words("no %d units do", UNIT_MODEL_UNITS).text,
                       remedy_run("shared_units"));
        return;
    }
    double evidence = evidence_of(r, &units);
    n->value = n->high = units.n_units;
    n->has_bounds = true;
    n->low = fmin(n->value, unit_model_least(&r->facts));
    n->evidence = evidence;
    doubt_pairs(out, explained(r, &units));
    if (units.n_dropped > 0)
        result_remark(n, "pairs that no units explain: %u", units.n_dropped);
    if (!units.proven)
        result_remark(n, "the search was cut short: fewer may do");
    for (unsigned i = 0; i < r->facts.n; i++) {
        char op[ID_WORD];
        op_word(op, &r->u->op[i]);
        struct result *one = result_add_from(out, id_op(OP_UNITS, op, NULL), r->u->op[i].series);
        one->kind = RESULT_NAME;
        unit_model_text(one->text, sizeof one->text, units.units[i]);
        one->evidence = evidence;
        result_remark(one, "busy for %.3g cycles each", units.busy[i]);
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct unit_loops u;
    struct rates r = { .u = &u };

    (void)method;
    if (unit_loops_read(&u, run) != 0)
        remedy_no_memory(result_add(out, id_of(CORE_UNITS)), UNIT_PAIRS_MOST);
    r.cycle = u.reference_ticks * point_chain_share(run);
    if (u.n_ops > 0 && r.cycle > 0) {
        find_rates(&r, out);
        for (size_t i = 0; i < u.n_pairs; i++)
            answer_pair(out, &r, &u.pair[i]);
        answer_units(out, &r);
    } else if (log_find_series(run, "shared_units", 0) < run->n_series) {
        remedy_unsampled(result_add(out, id_of(CORE_UNITS)), run, "shared_units");
    }
    unit_loops_free(&u);
}

const struct analysis analysis_shared_units = {
    .about = "execution units, by pairs of operations in one loop",
    .probe = "shared_units",
    .method = "unit_pairs",
    .after = { "ops", "issue" },
    .infer = infer,
};
