/* Chains of operations as a processor with known latencies would have had them timed. */
#ifndef MADE_OPS_H
#define MADE_OPS_H

#include "made_run.h"
#include "result/result.h"

enum { MADE_ROUNDS = 12, MADE_CYCLE_TICKS = 8 };

struct made_op {
    const char *op, *type, *with; /* literals; WITH may be NULL */
    double latency, interval;     /* cycles of a step, with the operations it carries */
    double loop;                  /* cycles of a lap beside its steps */
};

/* Adds a series of operations apart to the run: one kernel, whose steps take INTERVAL times its
 * operations, whatever the latency. */
void made_apart(struct made_run *m, const struct made_op *op);

/* Adds a series of probe ops to the run: every number of streams, whole and half lap, and the
 * reference chain. */
void made_op(struct made_run *m, const struct made_op *op);

/* Adds a series that says that the target has no instruction for OP on TYPE. */
void made_missing(struct made_run *m, const char *op, const char *type);

/* Makes all timings of the last series in ROUND take SHARE longer, as when another program ran. */
void made_disturb(struct made_run *m, unsigned round, double share);

/* Returns the answer ID of RESULTS; the test fails when there is none. */
const struct result *made_answer(const struct results *results, const char *id);
/* Fails the test unless ID is a number within SHARE of VALUE. */
void made_is(const struct results *results, const char *id, double value, double share);
/* Fails the test unless ID is not determined for a reason that holds WHY. */
void made_is_unknown(const struct results *results, const char *id, const char *why);

#endif
