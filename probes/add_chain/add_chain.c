/* The reference cycle: a dependent chain of 32-bit additions, the unit of every latency
 * (BlackjackBench section 3.3.1), and a chain of another kind that must agree with it.
 *
 * Series, key kind: 0 additions, 1 exclusive ors, 3 additions in laps of four times as many. x
 * = operations in one timing, doubling, so that the host sees both the slope and what a timing
 * costs. Kinds 0 and 3 are timed in the same rounds: they differ by the time of the loop itself,
 * which a core that starts one operation a cycle does not hide. */
#include "lib/reference.h"
#include "run/probe.h"

enum { SIZES = 4, ROUNDS = 8, SLOW_ROUNDS = 3, MOST_TOGETHER = 2 };

struct chains {
    unsigned n, rounds;
    enum reference_kind kind[MOST_TOGETHER]; /* timed in the same rounds */
    uint64_t ops;                            /* of the smallest size; 0: they cannot be timed */
    uint64_t ticks[MOST_TOGETHER][SIZES][ROUNDS];
};

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return REFERENCE_KINDS * SIZES;
}

/* After a lap that fetches the chain's code. */
static uint64_t timed(const struct measure_kernel *chain, uint64_t ops)
{
    chain->run(chain->ctx, REFERENCE_LONG_LAP);
    return measure_ticks(chain, ops);
}

static void time_chains(struct chains *c)
{
    for (unsigned r = 0; r < c->rounds; r++)
        for (unsigned s = 0; s < SIZES; s++)
            for (unsigned k = 0; k < c->n; k++)
                c->ticks[k][s][r] = timed(reference_kernel(c->kind[k]), c->ops << s);
}

static enum record_end send_chain(struct probe_run *run, struct chains *c, unsigned k)
{
    static const uint64_t numbers[REFERENCE_KINDS] = {
        [REFERENCE_ADD] = 0, [REFERENCE_XOR] = 1, [REFERENCE_ADD_LONG] = 3
    };
    const struct probe_key keys[] = { { "kind", numbers[c->kind[k]] }, { 0, 0 } };
    enum record_end end = c->ops > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;

    probe_series(run, run->name, keys);
    for (unsigned s = 0; s < SIZES && c->ops > 0; s++) {
        const uint64_t x = c->ops << s;
        uint64_t *ticks = c->ticks[k][s];
        unsigned n = 0;

        for (unsigned r = 0; r < c->rounds; r++)
            if (ticks[r] != MEASURE_NONE)
                ticks[n++] = ticks[r];
        probe_sample(run, &x, 1, x, ticks, n);
    }
    probe_done(run, run->name, end);
    return end;
}

static enum record_end run_chains(struct probe_run *run, struct chains *c)
{
    enum record_end end = RECORD_END_OK;

    c->ops = measure_enough_ops(run->plan, reference_kernel(c->kind[0]), REFERENCE_LONG_LAP, 0);
    if (c->ops > 0)
        time_chains(c);
    for (unsigned k = 0; k < c->n && end == RECORD_END_OK; k++)
        end = send_chain(run, c, k);
    return end;
}

static enum record_end run(struct probe_run *run)
{
    static struct chains chains; /* not on the stack, which is small on small boards */

    chains.rounds = run->plan->slow ? SLOW_ROUNDS : ROUNDS;
    chains.n = 2;
    chains.kind[0] = REFERENCE_ADD;
    chains.kind[1] = REFERENCE_ADD_LONG;
    enum record_end end = run_chains(run, &chains);
    if (end != RECORD_END_OK)
        return end;
    chains.n = 1;
    chains.kind[0] = REFERENCE_XOR;
    return run_chains(run, &chains);
}

const struct probe probe_add_chain = {
    .rank = 10,
    .slow = true,
    .about = "core cycle: a chain of dependent additions, checked by another chain",
    .points = points,
    .run = run,
};
