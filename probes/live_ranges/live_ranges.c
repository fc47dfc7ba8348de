/* How many variables a program can keep in registers (BlackjackBench section 3.5): a loop of
 * additions on K live variables costs more an addition once some of them live in memory.
 *
 * One series for each type, key type. x = K, or K:R where the build counted in the compiled loop
 * how many instructions of a lap use the stack. After each a series add_chain with key beside has
 * the reference chain, timed in the same rounds: x = its operations. */
#include "lib/live_kernel.h"
#include "lib/reference.h"
#include "lib/work.h"
#include "run/probe.h"

enum { ROUNDS = 6, TIMINGS = LIVE_KERNELS + 1 };

static uint64_t laps_of[LIVE_KERNELS], reference_ops;
static uint64_t ticks[TIMINGS][ROUNDS]; /* of each kernel, the reference chain last */
static unsigned n_ticks[TIMINGS];

static void keep(unsigned at, uint64_t took)
{
    if (took != MEASURE_NONE)
        ticks[at][n_ticks[at]++] = took;
}

static void round_of(const struct live_set *set)
{
    for (unsigned k = 0; k < LIVE_KERNELS; k++) {
        const struct measure_kernel kernel = work_kernel(&set->run[k]);

        if (laps_of[k] > 0)
            keep(k, measure_ticks(&kernel, laps_of[k]));
    }
    if (reference_ops > 0)
        keep(LIVE_KERNELS, reference_ticks(reference_ops));
}

static void measure(const struct plan *plan, const struct live_set *set)
{
    for (unsigned k = 0; k < LIVE_KERNELS; k++) {
        const struct measure_kernel kernel = work_kernel(&set->run[k]);

        laps_of[k] = set->run[k] ? measure_enough_ops(plan, &kernel, 1, 0) : 0;
        n_ticks[k] = 0;
    }
    n_ticks[LIVE_KERNELS] = 0;
    reference_ops = measure_enough_ops(plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    for (unsigned r = 0; r < ROUNDS; r++)
        round_of(set);
}

static void send_reference(struct probe_run *run)
{
    if (n_ticks[LIVE_KERNELS] == 0)
        return;
    probe_series_beside(run, "add_chain", run->name);
    probe_sample(run, &reference_ops, 1, reference_ops, ticks[LIVE_KERNELS], n_ticks[LIVE_KERNELS]);
    probe_done(run, "add_chain", RECORD_END_OK);
}

static void send(struct probe_run *run, const struct live_set *set)
{
    const struct probe_word words[] = { { "type", set->type }, { 0, 0 } };

    probe_series_words(run, run->name, words);
    for (unsigned k = 0; k < LIVE_KERNELS; k++) {
        unsigned counted = set->refs_and_one[k];
        const uint64_t x[2] = { live_count(k), counted > 0 ? counted - 1 : 0 };

        probe_sample(run, x, counted > 0 ? 2 : 1, laps_of[k] * live_ops(live_count(k)), ticks[k],
                     n_ticks[k]);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    send_reference(run);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (const struct live_set *set = live_table; set->type; set++) {
        n++;
        for (unsigned k = 0; k < LIVE_KERNELS; k++)
            n += set->run[k] != 0;
    }
    return n;
}

static enum record_end run(struct probe_run *run)
{
    for (const struct live_set *set = live_table; set->type && run->out->err == 0; set++) {
        measure(run->plan, set);
        send(run, set);
        probe_between();
    }
    return RECORD_END_OK;
}

const struct probe probe_live_ranges = {
    .rank = 62,
    .about = "registers available to C code: live variables before spills",
    .points = points,
    .run = run,
};
