/* How many variables a program can keep in registers (BlackjackBench section 3.5): a loop of
 * additions on K live variables costs more an addition once some of them live in memory.
 *
 * One series for each type, key type. x = K. */
#include "lib/live_kernel.h"
#include "lib/work.h"
#include "run/probe.h"

enum { ROUNDS = 6 };

static uint64_t laps_of[LIVE_KERNELS];
static uint64_t ticks[LIVE_KERNELS][ROUNDS];
static unsigned n_ticks[LIVE_KERNELS];

static void measure(const struct plan *plan, const struct live_set *set)
{
    for (unsigned k = 0; k < LIVE_KERNELS; k++) {
        const struct measure_kernel kernel = work_kernel(&set->run[k]);

        laps_of[k] = set->run[k] ? measure_enough_ops(plan, &kernel, 1, 0) : 0;
        n_ticks[k] = 0;
    }
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned k = 0; k < LIVE_KERNELS; k++) {
            const struct measure_kernel kernel = work_kernel(&set->run[k]);
            uint64_t took = laps_of[k] > 0 ? measure_ticks(&kernel, laps_of[k]) : MEASURE_NONE;

            if (took != MEASURE_NONE)
                ticks[k][n_ticks[k]++] = took;
        }
}

static void send(struct probe_run *run, const struct live_set *set)
{
    const struct probe_word words[] = { { "type", set->type }, { 0, 0 } };

    probe_series_words(run, run->name, words);
    for (unsigned k = 0; k < LIVE_KERNELS; k++) {
        const uint64_t x = live_count(k);

        probe_sample(run, &x, 1, laps_of[k] * live_ops(live_count(k)), ticks[k], n_ticks[k]);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (const struct live_set *set = live_table; set->type; set++)
        for (unsigned k = 0; k < LIVE_KERNELS; k++)
            n += set->run[k] != 0;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    for (const struct live_set *set = live_table; set->type && run->out->err == 0; set++) {
        measure(run->plan, set);
        send(run, set);
    }
    return RECORD_END_OK;
}

const struct probe probe_live_ranges = {
    .rank = 62,
    .about = "live ranges: how many variables registers hold",
    .points = points,
    .run = run,
};
