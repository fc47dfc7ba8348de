/* Which contexts are threads of one processor (X-Ray section 3.6): two that share one slow each
 * other down when both add as fast as they can.
 *
 * x = A:B, two contexts; A:A is A alone. ops = laps of each; ticks of the slower of the two. Up to
 * EVERY contexts all pairs, beyond that each context with its neighbour, with the one half of all
 * away, and with the first: threads of a processor are numbered in one of these ways. */
#include "lib/parallel_run.h"
#include "lib/work.h"
#include "run/probe.h"

enum { EVERY = 8, ROUNDS = 5, SAMPLES = 20 };

static struct parallel_member pair[2];

/* The slower of A and B, each at work on its own context, or A alone. MEASURE_NONE: not to be had.
 */
static uint64_t once(unsigned a, unsigned b)
{
    unsigned which, n = a == b ? 1 : 2;
    uint64_t ticks;

    pair[0].context = a;
    pair[1].context = b;
    if (hal_thread_pin(a) != HAL_THREAD_OK ||
        parallel_run(pair, n, &ticks, &which) != HAL_THREAD_OK)
        return MEASURE_NONE;
    if (n == 1 || pair[0].ticks == MEASURE_NONE || pair[1].ticks == MEASURE_NONE)
        return pair[0].ticks;
    return pair[1].ticks > pair[0].ticks ? pair[1].ticks : pair[0].ticks;
}

static void point(struct probe_run *run, unsigned a, unsigned b)
{
    const uint64_t x[2] = { a, b };
    uint64_t ticks[ROUNDS];
    unsigned n = 0;

    for (unsigned r = 0; r < ROUNDS; r++) {
        uint64_t took = once(a, b);

        if (took != MEASURE_NONE)
            ticks[n++] = took;
    }
    if (n > 0)
        probe_sample(run, x, 2, pair[0].ops, ticks, n);
}

static void pairs_of(struct probe_run *run, unsigned a, unsigned n)
{
    point(run, a, a);
    if (n <= EVERY) {
        for (unsigned b = a + 1; b < n; b++)
            point(run, a, b);
        return;
    }
    if (a > 1)
        point(run, 0, a);
    if (a + 1 < n)
        point(run, a, a + 1);
    if (n % 2 == 0 && a < n / 2 && n / 2 > 1)
        point(run, a, a + n / 2);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = hal_thread_contexts();

    (void)plan;
    return n < 2 ? 0 : n <= EVERY ? n * (n + 1) / 2 : 3 * n + n / 2 - 3;
}

static enum record_end run(struct probe_run *run)
{
    unsigned n = hal_thread_contexts();
    uint64_t ticks = 0;

    if (n < 2)
        return RECORD_END_ALONE;
    if (work_adding(&pair[0].kernel) != 0)
        return RECORD_END_NO_INSTRUCTION;
    pair[1].kernel = pair[0].kernel;
    uint64_t enough = measure_enough_ops(run->plan, &pair[0].kernel, 1, &ticks);
    if (enough == 0 || ticks == 0)
        return RECORD_END_CLOCK_BACK;
    pair[0].ops = pair[1].ops = enough * SAMPLES * run->plan->sample_ticks / ticks;
    probe_series(run, run->name, 0);
    for (unsigned a = 0; a < n && run->out->err == 0; a++)
        pairs_of(run, a, n);
    (void)hal_thread_pin(0);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    return RECORD_END_OK;
}

const struct probe probe_smp_smt = {
    .rank = 72,
    .about = "cores, and SMT threads that share one",
    .points = points,
    .run = run,
};
