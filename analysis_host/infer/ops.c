/* Operations: op.OP.TYPE.latency, .interval, .throughput, .in_flight and op.fma.TYPE.exists
 * (BlackjackBench section 3.3, X-Ray sections 3.2 to 3.4). */
#include "analysis/analysis.h"
#include "series/ops_chains.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far the quartiles of one chain may lie apart, as a share, and still be called steady. */
#define STEADY   0.02
#define UNSTEADY 0.10
/* How near a whole number of cycles a latency has to be to be nominally that. */
#define NEAR_WHOLE 0.15
/* One figure is another when they differ by less than this share. */
#define ALIKE 0.1

static struct result *add(struct results *out, const struct ops_chain *c, enum quantity quantity)
{
    return result_add_from(out, id_op(quantity, c->op, c->type), c->series);
}

static double confidence(const struct ops_chain *c)
{
    double spread = (c->high - c->low) / c->step[0];

    return spread < STEADY ? 0.95 : spread < UNSTEADY ? 0.85 : 0.5;
}

static void latency(struct results *out, const struct ops_chains *chains, const struct ops_chain *c)
{
    struct result *r = add(out, c, OP_LATENCY);
    double value = ops_chains_latency(chains, c);

    if (value <= 0) {
        result_unknown_prose(r, c->with != NULL
                                    ? "the addition that each step carries was not measured"
                                    : "no usable timing of a single chain");
        return;
    }
    r->value = value;
    r->confidence = confidence(c);
    r->has_bounds = true;
    r->low = fmax(0, value - (c->step[0] - c->low) - 0.01 * value);
    r->high = value + (c->high - c->step[0]) + 0.01 * value;
    if (round(value) > 0 && fabs(value - round(value)) < NEAR_WHOLE) {
        r->has_nominal = true;
        r->nominal = round(value);
    }
    if (c->with != NULL)
        snprintf(r->note, sizeof r->note, "less the %s that each step carries", c->with);
}

static void rates(struct results *out, const struct ops_chain *c)
{
    double interval = ops_chains_interval(c);
    struct result *r = add(out, c, OP_INTERVAL);

    result_by(r, "least_of_streams");
    r->value = interval;
    r->confidence = confidence(c);
    r = add(out, c, OP_THROUGHPUT);
    result_by(r, "least_of_streams");
    r->value = 1 / interval;
    r->confidence = confidence(c);
}

/* The last number of streams before a step on each of them takes longer (section 3.3.3). */
static double inflection(const struct ops_chain *c)
{
    size_t at = stats_first_step(c->step, c->n);

    return at == STATS_NONE ? c->streams[c->n - 1] : c->streams[at];
}

/* As many as start in the time that one takes; the inflection alone would be a number of streams
 * that was tried. */
static void in_flight(struct results *out, const struct ops_chains *chains,
                      const struct ops_chain *c, enum method method)
{
    struct result *r = add(out, c, OP_IN_FLIGHT);
    double one = ops_chains_latency(chains, c), ratio = one / ops_chains_interval(c);

    result_by(r, method == METHOD_PAPER ? "first_step" : "ratio");
    if (one <= 0) {
        result_unknown_prose(r, "the latency is not known");
        return;
    }
    r->value = method == METHOD_PAPER ? inflection(c) : fmax(1, floor(ratio * 1.04));
    r->has_bounds = true;
    r->low = fmax(1, floor(ratio * 0.94));
    r->high = fmax(1, ceil(ratio * 1.06));
    r->confidence = confidence(c);
}

static void say_exists(struct result *r, bool exists, double confidence)
{
    r->kind = RESULT_NUMBER;
    r->value = exists ? 1 : 0;
    r->confidence = confidence;
}

/* X-Ray 3.4 compares initiation intervals. That alone is fooled where multiplier and adder work
 * side by side: there the latency has to be less than those of both together. */
static void fma_exists(struct results *out, const struct ops_chains *chains,
                       const struct ops_chain *fma, enum method method)
{
    const struct ops_chain *mul = ops_chains_find(chains, "mul", fma->type);
    const struct ops_chain *sum = ops_chains_find(chains, "add", fma->type);
    struct result *r = add(out, fma, OP_EXISTS);

    result_by(r, "interval");
    if (mul == NULL || sum == NULL) {
        result_unknown_prose(r, "multiplication or addition of this type was not measured");
        return;
    }
    bool slower = ops_chains_interval(fma) > ops_chains_interval(mul) * (1 + ALIKE);
    double both = ops_chains_latency(chains, mul) + ops_chains_latency(chains, sum);
    bool shorter = ops_chains_latency(chains, fma) < both * (1 - ALIKE);

    if (method == METHOD_PAPER)
        say_exists(r, !slower, 0.7);
    else if (shorter || slower)
        say_exists(r, shorter, shorter && slower ? 0.8 : 0.95);
    else
        result_unknown_prose(r,
                             "it takes as long as a multiplication and an addition side by side");
}

static void no_instruction(struct results *out, const struct ops_chain *c)
{
    static const enum quantity quantities[] = { OP_LATENCY, OP_INTERVAL, OP_THROUGHPUT,
                                                OP_IN_FLIGHT };

    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++) {
        struct result *r = add(out, c, quantities[i]);

        result_none(r);
        result_by(r, "");
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct ops_chains chains;

    if (ops_chains_read(&chains, run, method) != 0)
        out->no_memory = true;
    for (size_t i = 0; i < chains.n; i++) {
        const struct ops_chain *c = &chains.at[i];

        if (c->missing) {
            no_instruction(out, c);
        } else if (c->n == 0) {
            struct result *r = add(out, c, OP_LATENCY);

            result_by(r, "");
            result_unknown_prose(r, "no usable timing");
        } else {
            latency(out, &chains, c);
            rates(out, c);
            in_flight(out, &chains, c, method);
            if (strcmp(c->op, "fma") == 0)
                fma_exists(out, &chains, c, method);
        }
    }
    ops_chains_free(&chains);
}

const struct analysis analysis_ops = {
    .about = "operations: latency, initiation interval, in flight, fused multiply-add",
    .probe = "ops",
    .method = "chained",
    .infer = infer,
};
