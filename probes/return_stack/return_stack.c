/* Nested calls: from which depth on returns are no longer predicted.
 *
 * Each level is a function of its own that is called from one place: a return address that the
 * processor has lost is not that of another level. One series; x = depth, the return addresses that
 * are waited for at a time, ops = calls. */
#include "lib/measure.h"
#include "return_stack/levels.h"
#include "run/probe.h"

enum { ROUNDS = 16, SLOW_ROUNDS = 3, WARM_LAPS = 4 };

static void call(void *ctx, uint64_t calls)
{
    const unsigned depth = *(const unsigned *)ctx;
    void (*const first)(void) = return_stack_call[depth - 1];

    for (; calls > 0; calls -= depth)
        first();
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return RETURN_STACK_LEVELS;
}

/* The timings of all depths. */
struct timings {
    uint64_t calls[RETURN_STACK_LEVELS];
    uint64_t ticks[RETURN_STACK_LEVELS][ROUNDS];
    unsigned n[RETURN_STACK_LEVELS];
};

/* The depths one after the other in each round, so that what disturbs some timings leaves others of
 * the same depth alone. */
static void time_round(struct timings *t)
{
    for (unsigned depth = 1; depth <= RETURN_STACK_LEVELS; depth++) {
        const struct measure_kernel kernel = { call, &depth };
        const unsigned i = depth - 1;

        call(&depth, WARM_LAPS * depth);
        if (t->calls[i] > 0)
            t->n[i] += measure_rounds(&kernel, t->calls[i], &t->ticks[i][t->n[i]], 1);
    }
}

static enum record_end run(struct probe_run *run)
{
    static struct timings t; /* not on the stack, which is small on small boards */
    const unsigned rounds = run->plan->slow ? SLOW_ROUNDS : ROUNDS;

    t = (struct timings){ 0 };
    for (unsigned depth = 1; depth <= RETURN_STACK_LEVELS; depth++) {
        const struct measure_kernel kernel = { call, &depth };

        t.calls[depth - 1] = measure_enough_ops(run->plan, &kernel, depth, 0);
    }
    for (unsigned r = 0; r < rounds; r++)
        time_round(&t);
    probe_series(run, run->name, 0);
    for (unsigned i = 0; i < RETURN_STACK_LEVELS; i++) {
        const uint64_t depth = i + 1;

        if (t.n[i] > 0)
            probe_sample(run, &depth, 1, t.calls[i], t.ticks[i], t.n[i]);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    return RECORD_END_OK;
}

const struct probe probe_return_stack = {
    .rank = 67,
    .slow = true,
    .about = "entries of the return stack, from nested calls",
    .points = points,
    .run = run,
};
