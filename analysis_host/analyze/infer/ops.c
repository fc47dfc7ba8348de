/* Operations: op.OP.TYPE.latency, .interval, .throughput, .in_flight and op.fma.TYPE.exists
 * (BlackjackBench section 3.3, X-Ray sections 3.2 to 3.4). */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/again.h"
#include "series/ops_chains.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whole laps that took so much more a step than half laps allow say little of an operation.
 * recordings/rtl: 0.2, of a core with a direct-mapped cache of 4 KiB. */
#define SLOWED_MUCH 0.1
/* How near a whole number of cycles a latency has to be to be nominally that. */
#define NEAR_WHOLE 0.15
/* One figure is another when they differ by less than this share. */
#define ALIKE 0.1
/* A step on many streams that is longer than one on a single stream by less than this share waits
 * for the same operation. */
#define NO_LONGER 0.05

static struct result *op_result(struct results *out, const struct ops_chain *c,
                                enum quantity quantity)
{
    return result_add_from(out, id_op(quantity, c->op, c->type), c->series);
}

/* How near the quartiles of one chain are to each other. */
static double steadiness(const struct ops_chain *c)
{
    return evidence_near(c->low, c->high);
}

/* The chain C of one stream was not timed, or takes no longer than what its steps carry. */
static void unknown_latency(struct result *r, const struct ops_chains *chains,
                            const struct ops_chain *c)
{
    const struct ops_chain *with = c->with ? ops_chains_find(chains, c->with, c->type) : NULL;
    struct result_words found =
        c->streams[0] != 1
            ? result_words("the fewest streams that were timed are %.0f", c->streams[0])
        : with == NULL
            ? result_words("a step takes %.3g cycles, the %.20s it carries was not timed alone",
                           c->step[0], c->with ? c->with : "operation")
            : result_words("a step takes %.3g cycles, the %.20s it carries alone %.3g", c->step[0],
                           c->with, with->step[0]);

    result_unknown(
        r, c->with ? "needs a single chain, less what each step carries" : "needs a single chain",
        found.text, remedy_thorough("ops"));
}

static void latency(struct results *out, const struct ops_chains *chains, const struct ops_chain *c)
{
    struct result *r = op_result(out, c, OP_LATENCY);
    double value = ops_chains_latency(chains, c);

    if (value <= 0) {
        unknown_latency(r, chains, c);
        return;
    }
    r->value = value;
    r->evidence = steadiness(c);
    r->has_bounds = true;
    r->low = fmax(0, value - fmax(0, c->step[0] - c->low));
    r->high = value + fmax(0, c->high - c->step[0]);
    if (round(value) > 0 && fabs(value - round(value)) < NEAR_WHOLE) {
        r->has_nominal = true;
        r->nominal = round(value);
    }
    if (c->with != NULL)
        snprintf(r->note, sizeof r->note, "less the %s that each step carries", c->with);
    if (c->slowed)
        result_remark(r, "at most: whole laps took %.3g cycles a step, more than half laps allow",
                      c->high);
    if (c->slowed && c->high > value * (1 + SLOWED_MUCH)) { /* as by a line that each lap misses */
        r->low = fmin(r->low, 1);
        r->evidence = evidence_doubted(r->evidence);
    }
}

/* Even the most streams that were timed left room for more: each took as long as one alone. */
static bool has_room(const struct ops_chain *c)
{
    return c->apart == NULL && c->step[c->n - 1] < c->step[0] * (1 + NO_LONGER);
}

/* Says of R, a rate or what follows from one, that more streams might have shown more; of an upper
 * limit it is not known how far off it is. */
static void limit_by_streams(struct result *r, const struct ops_chain *c)
{
    if (!has_room(c))
        return;
    r->evidence *= evidence_margin(c->step[0], c->step[c->n - 1]);
    result_remark(r, "a limit: each of %.0f chains was as fast as one alone", c->streams[c->n - 1]);
}

/* How near the bounds of the interval are to each other; and the chance that one more window is as
 * fast as the best, where there were windows: the chain of one stream says nothing of a neighbour,
 * which leaves chains alone. */
static double rate_evidence(const struct ops_chain *c)
{
    struct ops_bounds interval = ops_chains_interval_bounds(c);
    const struct ops_again *again = &ops_chains_fastest(c)->again;
    double known = steadiness(c) * evidence_near(interval.low, interval.high);

    return again->n > 0 ? known * evidence_agreement(again->quiet, again->quiet) : known;
}

/* What a machine that is shared gets: VALUE is that of a quiet one, SHARED that of the median. */
static void remark_shared(struct result *r, const struct ops_chain *c, double shared)
{
    const struct ops_again *again = &ops_chains_fastest(c)->again;

    if (again->n == 0)
        return;
    if (again->shared > fmin(1, again->best) * (1 + ALIKE))
        result_remark(r, "shared: %.3g in the median of %zu windows", shared, again->n);
    if ((double)again->quiet < AGAIN_FEW * (double)again->n)
        result_remark(r, "%zu of them were quiet", again->quiet);
}

/* Gives R bounds, unless more streams might have shown more. */
static void bound_rate(struct result *r, const struct ops_chain *c, double low, double high)
{
    r->has_bounds = !has_room(c);
    r->low = low;
    r->high = high;
}

static void rates(struct results *out, const struct ops_chain *c)
{
    double interval = ops_chains_interval(c);
    struct ops_bounds bounds = ops_chains_interval_bounds(c);
    const struct ops_again *again = &ops_chains_fastest(c)->again;
    double slower = again->n > 0 ? again->shared / fmin(1, again->best) : 1;
    struct result *r = op_result(out, c, OP_RTHROUGHPUT);

    result_by(r, "least_of_streams");
    r->value = interval;
    r->evidence = rate_evidence(c);
    bound_rate(r, c, bounds.low, bounds.high);
    limit_by_streams(r, c);
    remark_shared(r, c, interval * slower);
    r = op_result(out, c, OP_THROUGHPUT);
    result_by(r, "least_of_streams");
    r->value = 1 / interval;
    r->evidence = rate_evidence(c);
    bound_rate(r, c, 1 / bounds.high, 1 / bounds.low);
    limit_by_streams(r, c);
    remark_shared(r, c, 1 / interval / slower);
}

/* The last number of streams before a step on each of them takes longer (section 3.3.3). */
static double inflection(const struct ops_chain *c)
{
    size_t at = stats_first_step(c->step, c->n);

    return at == STATS_NONE ? c->streams[c->n - 1] : c->streams[at];
}

/* As many operations as start within CYCLES, one each INTERVAL: one more where 4 percent lack, but
 * no more than half of one. */
static double started(double cycles, double interval)
{
    double ratio = cycles / interval;

    return fmax(1, floor(ratio + fmin(0.5, 0.04 * ratio)));
}

/* As many as start in the time that one takes; the inflection alone would be a number of streams
 * that was tried. */
static void in_flight(struct results *out, const struct ops_chains *chains,
                      const struct ops_chain *c, enum method method)
{
    struct result *r = op_result(out, c, OP_IN_FLIGHT);
    struct ops_bounds interval = ops_chains_interval_bounds(c);
    double one = ops_chains_latency(chains, c);

    result_by(r, method == METHOD_PAPER ? "first_step" : "latency_by_interval");
    if (one <= 0) {
        result_unknown(r, "needs the latency of the operation",
                       result_words("one starts every %.3g cycles, its latency is not known",
                                    ops_chains_interval(c))
                           .text,
                       remedy_thorough("ops"));
        return;
    }
    r->value = method == METHOD_PAPER ? inflection(c) : started(one, ops_chains_interval(c));
    r->has_bounds = !has_room(c);
    r->low = started(one, interval.high);
    r->high = started(one, interval.low);
    r->evidence = rate_evidence(c) * evidence_near(r->low, r->high);
    limit_by_streams(r, c);
}

static void say_exists(struct result *r, bool exists, double evidence)
{
    r->kind = RESULT_NUMBER;
    r->value = exists ? 1 : 0;
    r->evidence = evidence;
}

/* X-Ray 3.4 compares initiation intervals. That alone is fooled where multiplier and adder work
 * side by side: there the latency has to be less than those of both together. */
static void fma_exists(struct results *out, const struct ops_chains *chains,
                       const struct ops_chain *fma, enum method method)
{
    const struct ops_chain *mul = ops_chains_find(chains, "mul", fma->type);
    const struct ops_chain *sum = ops_chains_find(chains, "add", fma->type);
    struct result *r = op_result(out, fma, OP_EXISTS);

    result_by(r, "interval");
    if (mul == NULL || sum == NULL) {
        result_unknown(r, "needs mul and add of the same type",
                       result_words("one fma starts every %.3g cycles; not timed: %s",
                                    ops_chains_interval(fma), mul == NULL ? "mul" : "add")
                           .text,
                       remedy_thorough("ops"));
        return;
    }
    double starts_fma = ops_chains_interval(fma), starts_mul = ops_chains_interval(mul);
    bool slower = starts_fma > starts_mul * (1 + ALIKE);
    double both = ops_chains_latency(chains, mul) + ops_chains_latency(chains, sum);
    double one = ops_chains_latency(chains, fma);
    bool shorter = one < both * (1 - ALIKE);

    if (method == METHOD_PAPER)
        say_exists(r, !slower, evidence_near(starts_mul, starts_fma));
    else if (shorter || slower)
        say_exists(r, shorter,
                   shorter && slower ? evidence_doubted(evidence_margin(one, both))
                   : shorter         ? evidence_margin(one, both)
                                     : evidence_margin(starts_mul, starts_fma));
    else
        result_unknown(
            r, "needs an fma that is faster than mul and add, or starts later than mul",
            result_words("latency %.3g, both together %.3g; intervals %.3g and %.3g cycles",
                         ops_chains_latency(chains, fma), both, ops_chains_interval(fma),
                         ops_chains_interval(mul))
                .text,
            remedy_never("a mul and an add side by side take as long"));
}

static void no_instruction(struct results *out, const struct ops_chain *c)
{
    static const enum quantity quantities[] = { OP_LATENCY, OP_RTHROUGHPUT, OP_THROUGHPUT,
                                                OP_IN_FLIGHT };

    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++)
        result_none(op_result(out, c, quantities[i]));
}

/* Doubts the answers of OUT from FIRST on where Clang compiled what was timed. */
static void doubt_compiler(const struct log_run *run, struct results *out, size_t first)
{
    const char *cc = ops_chains_rewritten_by(run);

    for (size_t i = first; cc != NULL && i < out->n; i++) {
        struct result *r = &out->at[i];

        if (r->kind != RESULT_NUMBER && r->kind != RESULT_NAME)
            continue;
        r->evidence = evidence_doubted(r->evidence);
        result_remark(r, "%.40s compiled the loop, maybe to other instructions", cc);
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t first = out->n;
    struct ops_chains chains;

    if (ops_chains_read(&chains, run, method) != 0)
        out->no_memory = true;
    for (size_t i = 0; i < chains.n; i++) {
        const struct ops_chain *c = &chains.at[i];

        if (c->is_apart)
            continue;
        if (c->missing) {
            no_instruction(out, c);
        } else if (c->n == 0) {
            remedy_unsampled_series(op_result(out, c, OP_LATENCY), c->series);
        } else {
            latency(out, &chains, c);
            rates(out, c);
            in_flight(out, &chains, c, method);
            if (strcmp(c->op, "fma") == 0)
                fma_exists(out, &chains, c, method);
        }
    }
    doubt_compiler(run, out, first);
    ops_chains_free(&chains);
}

const struct analysis analysis_ops = {
    .about = "operations: latency, initiation interval, in flight, fused multiply-add",
    .probe = "ops",
    .method = "chained",
    .infer = infer,
};
