/* Branches: what a misprediction costs, and how long a pattern the predictor learns.
 *
 * Series with key kind 0: directions come from a generator, x = 1, or all are the same, x = 0; the
 * generator runs in both, so that the difference is half the cost of a misprediction.
 * Series with key kind 1: directions come from a table that is gone round, x = its length in
 * branches. ops = branches. */
#include "hal/board_limits.h"
#include "lib/measure.h"
#include "run/probe.h"

enum {
    MOST_LOG2 = HAL_LIMIT_BRANCH_LOG2,
    MOST = 1 << MOST_LOG2,
    ROUNDS = 6,
    FEWEST = 256,
    LENGTHS = 2 * MOST_LOG2
};

static unsigned char way[MOST];
static volatile uint32_t taken, not_taken; /* a store each, which no compiler makes a select of */

static void run_branches(void *ctx, uint64_t branches)
{
    const uint64_t *length = ctx;
    uint64_t n = *length, at = 0;

    for (; branches > 0; branches--) {
        if (way[at])
            taken = 1;
        else
            not_taken = 1;
        at = at + 1 < n ? at + 1 : 0;
    }
}

/* The generator of probe_random() (xorshift64*), its multiplication left out. It goes on from call
 * to call: what comes again would be learnt. */
static uint64_t state = 0x9e3779b97f4a7c15u;

static void run_generated(void *ctx, uint64_t branches)
{
    const uint64_t *mask = ctx;
    uint64_t x = state, random = *mask;

    for (; branches > 0; branches--) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        if (x & random)
            taken = 1;
        else
            not_taken = 1;
    }
    state = x;
}

static void draw(struct probe_run *run)
{
    for (unsigned i = 0; i < MOST; i++)
        way[i] = (unsigned char)(probe_random(run) >> 63);
}

/* Lengths by half octaves: 1, 2, 3, 4, 6, 8, 12 ... MOST. */
static uint64_t length_of(unsigned k)
{
    return k == 0 ? 1 : k % 2 ? (uint64_t)2 << k / 2 : (uint64_t)3 << (k / 2 - 1);
}

/* Times KERNEL in laps of LAP branches after a few to learn from, and sends it as point X. */
static void point(struct probe_run *run, const struct measure_kernel *kernel, uint64_t lap,
                  uint64_t x)
{
    uint64_t ticks[ROUNDS], ops;

    kernel->run(kernel->ctx, 4 * lap);
    ops = measure_enough_ops(run->plan, kernel, lap, 0);
    unsigned n = measure_rounds(kernel, ops, ticks, ROUNDS);
    if (n > 0)
        probe_sample(run, &x, 1, ops, ticks, n);
}

static void begin(struct probe_run *run, uint64_t kind)
{
    const struct probe_key keys[] = { { "kind", kind }, { 0, 0 } };

    probe_series(run, run->name, keys);
}

static void end(struct probe_run *run)
{
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return LENGTHS + 2;
}

static enum record_end run(struct probe_run *run)
{
    begin(run, 0);
    for (uint64_t mask = 0; mask < 2; mask++) {
        const struct measure_kernel kernel = { run_generated, &mask };

        point(run, &kernel, FEWEST, mask);
    }
    end(run);
    draw(run);
    begin(run, 1);
    for (unsigned k = 0; k < LENGTHS; k++) {
        uint64_t length = length_of(k);
        const struct measure_kernel kernel = { run_branches, &length };

        point(run, &kernel, length < FEWEST ? FEWEST : length, length);
    }
    end(run);
    return RECORD_END_OK;
}

const struct probe probe_branch = {
    .rank = 66,
    .about = "branches: cost of a misprediction, longest pattern learnt",
    .points = points,
    .run = run,
};
