/* The reference cycle: a dependent chain of 32-bit additions, the unit of every latency
 * (BlackjackBench section 3.3.1), and a chain of another kind that must agree with it.
 *
 * Series, key kind: 0 additions, 1 exclusive ors. x = operations in one timing, doubling, so that
 * the host sees both the slope and what a timing costs. */
#include "lib/reference.h"
#include "run/probe.h"

enum { SIZES = 4, ROUNDS = 8 };

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return REFERENCE_KINDS * SIZES;
}

static enum record_end run_kind(struct probe_run *run, enum reference_kind kind)
{
    const struct probe_key keys[] = { { "kind", kind }, { 0, 0 } };
    const struct measure_kernel *kernel = reference_kernel(kind);
    uint64_t ops = measure_enough_ops(run->plan, kernel, REFERENCE_LAP, 0);
    uint64_t ticks[SIZES][ROUNDS];

    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned s = 0; s < SIZES; s++)
            ticks[s][r] = measure_ticks(kernel, ops << s);
    probe_series(run, run->name, keys);
    for (unsigned s = 0; s < SIZES && ops > 0; s++) {
        const uint64_t x = ops << s;
        unsigned n = 0;

        for (unsigned r = 0; r < ROUNDS; r++)
            if (ticks[s][r] != MEASURE_NONE)
                ticks[s][n++] = ticks[s][r];
        probe_sample(run, &x, 1, x, ticks[s], n);
    }
    probe_done(run, run->name, ops > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    return ops > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
}

static enum record_end run(struct probe_run *run)
{
    enum record_end end = run_kind(run, REFERENCE_ADD);

    return end == RECORD_END_OK ? run_kind(run, REFERENCE_XOR) : end;
}

const struct probe probe_add_chain = {
    .rank = 10,
    .about = "the reference cycle: dependent additions, cross-checked by another chain",
    .points = points,
    .run = run,
};
