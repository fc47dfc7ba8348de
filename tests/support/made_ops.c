/* Chains of operations as a processor with known latencies would have had them timed. */
#include "made_ops.h"
#include "lib/op_kernel.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { LAPS = 1000, REFERENCE_OPS = 64000 };

static struct log_series *last(struct made_run *m)
{
    return &m->series[m->run.n_series - 1];
}

/* A point x = STREAMS:STEPS, each round the same. Also where STEPS is 0, which made_sample() takes
 * for a point of one number. */
static void point(struct made_run *m, uint64_t streams, uint64_t steps, uint64_t ops, double ticks)
{
    uint64_t all[MADE_ROUNDS];

    for (unsigned r = 0; r < MADE_ROUNDS; r++)
        all[r] = (uint64_t)llround(ticks);
    made_sample(m, streams, steps, ops, all, MADE_ROUNDS);
    last(m)->samples[last(m)->n_samples - 1].n_x = 2;
}

static void begin(struct made_run *m, const char *op, const char *type, const char *with)
{
    made_series(m, "ops");
    made_key_text(m, "op", op);
    made_key_text(m, "type", type);
    if (with)
        made_key_text(m, "with", with);
}

/* The whole and the half lap of kernel K, whose streams take LATENCY for a step at least. */
static void kernel(struct made_run *m, const struct made_op *op, unsigned k, double latency)
{
    unsigned streams = ops_streams(k), whole = ops_steps(streams);

    for (unsigned half = 0; half < 2; half++) {
        unsigned steps = whole >> half;
        double cycles = steps * fmax(latency, streams * op->interval) + op->loop;

        point(m, streams, steps, (uint64_t)LAPS * steps * streams,
              LAPS * cycles * MADE_CYCLE_TICKS);
    }
}

void made_op(struct made_run *m, const struct made_op *op)
{
    begin(m, op->op, op->type, op->with);
    for (unsigned k = 0; k < OPS_KERNELS; k++)
        kernel(m, op, k, op->latency);
    point(m, 0, 0, REFERENCE_OPS, (double)REFERENCE_OPS * MADE_CYCLE_TICKS);
}

void made_apart(struct made_run *m, const struct made_op *op)
{
    begin(m, op->op, op->type, op->with);
    made_key_text(m, "apart", "1");
    kernel(m, op, OPS_APART, 0);
    point(m, 0, 0, REFERENCE_OPS, (double)REFERENCE_OPS * MADE_CYCLE_TICKS);
}

void made_missing(struct made_run *m, const char *op, const char *type)
{
    static char status[] = "skip:no instruction";

    begin(m, op, type, NULL);
    last(m)->status = status;
    last(m)->end = RECORD_END_NO_INSTRUCTION;
}

void made_disturb(struct made_run *m, unsigned round, double share)
{
    struct log_series *s = last(m);

    for (size_t i = 0; i < s->n_samples; i++) {
        uint64_t *ticks = &s->samples[i].ticks[round];

        *ticks += (uint64_t)llround((double)*ticks * share);
    }
}

const struct result *made_answer(const struct results *results, const char *id)
{
    const struct result *r = result_find_text(results, id);

    if (r == NULL)
        fail_msg("no %s", id);
    return r;
}

void made_is(const struct results *results, const char *id, double value, double share)
{
    const struct result *r = made_answer(results, id);

    if (r->kind != RESULT_NUMBER || !(fabs(r->value - value) <= share * fabs(value)))
        fail_msg("%s: %g, expected %g (%s)", id, r->value, value, r->note);
    assert_true(r->confidence > 0 && r->confidence <= 1);
    assert_true(!r->has_bounds || (r->low <= r->value && r->value <= r->high));
}

void made_is_unknown(const struct results *results, const char *id, const char *why)
{
    const struct result *r = made_answer(results, id);

    struct result_words remedy = format_remedy(&r->remedy);

    if (r->kind != RESULT_NULL ||
        (strstr(r->note, why) == NULL && strstr(remedy.text, why) == NULL))
        fail_msg("%s: '%s', '%s', expected '%s'", id, r->note, remedy.text, why);
    assert_true(r->confidence == 0 && !r->has_nominal && !r->has_bounds);
}
