/* Branches: what a misprediction costs, and how long a pattern the predictor learns.
 *
 * Series with key kind 0: directions come from a generator, x = 1, or all are the same, x = 0; the
 * generator runs in both, so that the difference is half the cost of a misprediction.
 * Series with key kind 1: directions come from a table that is gone round, x = its length in
 * branches. ops = branches.
 * Series with key kind 2: a jump to one of 64 places; which one comes from a generator, x = 1, or
 * is always the same, x = 0. Kind 3: to 16 places in a random order that is gone round, x = its
 * length. Kind 4: to x places in a random order that is gone round, each once. ops = jumps.
 * Series with key kind 5: functions that end in a jump to the next, without a generator; each jump
 * alternates between x places, in an order of 16 that is gone round. x = 1, 4; ops = jumps. */
#include "branch/directions.h"
#include "branch/indirect.h"
#include "branch/targets.h"
#include "hal/board_limits.h"
#include "lib/measure.h"
#include "run/probe.h"

enum {
    MOST_LOG2 = HAL_LIMIT_BRANCH_LOG2,
    MOST = 1 << MOST_LOG2,
    ROUNDS = 6,
    SLOW_ROUNDS = 3,
    FEWEST = 256,
    FEWEST_PLACES = 16384, /* where a lap begins, what ran before it hides what comes */
    LENGTHS = 2 * MOST_LOG2,
    TARGET_NUMBERS = 12, /* 1 to INDIRECT_TARGETS by half octaves */
    LAPS = 2,            /* of jumps by pointers */
    SLOW_LENGTHS = 20,   /* to 1024 */
};

static unsigned n_lengths(const struct plan *plan)
{
    return plan->slow && SLOW_LENGTHS < LENGTHS ? SLOW_LENGTHS : LENGTHS;
}

static unsigned char way[MOST];

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
    unsigned n = measure_rounds(kernel, ops, ticks, run->plan->slow ? SLOW_ROUNDS : ROUNDS);
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
    return 2 * (n_lengths(plan) + 2) + TARGET_NUMBERS + LAPS;
}

static void draw_targets(struct probe_run *run)
{
    for (unsigned i = 0; i < MOST; i++)
        way[i] = (unsigned char)(probe_random(run) % INDIRECT_SOME);
}

/* A random order of N targets. */
static void shuffle_targets(struct probe_run *run, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned other = (unsigned)(probe_random(run) % (i + 1));

        way[i] = way[other];
        way[other] = (unsigned char)i;
    }
}

/* Goes round the first X targets of the table. */
static void round_point(struct probe_run *run, uint64_t x)
{
    struct indirect_round round = { way, x, 0 };
    const struct measure_kernel kernel = { indirect_run, &round };

    point(run, &kernel, x < FEWEST ? FEWEST : x, x);
}

static void time_generated_targets(struct probe_run *run)
{
    begin(run, 2);
    for (uint64_t x = 0; x < 2; x++) {
        struct indirect_round round = { way, 1, x > 0 ? INDIRECT_TARGETS - 1 : 0 };
        const struct measure_kernel kernel = { indirect_run, &round };

        point(run, &kernel, FEWEST, x);
    }
    end(run);
}

static void time_rounds_of_targets(struct probe_run *run)
{
    draw_targets(run);
    begin(run, 3);
    for (unsigned k = 0; k < n_lengths(run->plan); k++)
        round_point(run, length_of(k));
    end(run);
    begin(run, 4);
    for (unsigned k = 0; k < TARGET_NUMBERS; k++) {
        shuffle_targets(run, (unsigned)length_of(k));
        round_point(run, length_of(k));
    }
    end(run);
}

/* Both laps alternately, so that what disturbs one shows in the other; before each a few to learn
 * from.
 */
static void time_places(struct probe_run *run)
{
    static struct branch_target cells[LAPS][PLACES_CELLS];
    static const uint64_t places[LAPS] = { 1, PLACES_SEVERAL };
    const struct measure_kernel kernel[LAPS] = { { targets_run, cells[0] },
                                                 { targets_run, cells[1] } };
    uint64_t ticks[LAPS][ROUNDS], ops[LAPS];
    unsigned n[LAPS] = { 0 };

    targets_lay_one(cells[0]);
    targets_lay_several(cells[1]);
    for (unsigned k = 0; k < LAPS; k++) {
        targets_run(cells[k], 4 * FEWEST);
        ops[k] = measure_enough_ops(run->plan, &kernel[k], FEWEST_PLACES, 0);
    }
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned k = 0; k < LAPS; k++) {
            targets_run(cells[k], 4 * FEWEST);
            n[k] += measure_rounds(&kernel[k], ops[k], &ticks[k][n[k]], 1);
        }
    begin(run, 5);
    for (unsigned k = 0; k < LAPS; k++)
        if (n[k] > 0)
            probe_sample(run, &places[k], 1, ops[k], ticks[k], n[k]);
    end(run);
}

static enum record_end run(struct probe_run *run)
{
    begin(run, 0);
    for (uint64_t mask = 0; mask < 2; mask++) {
        const struct measure_kernel kernel = { directions_generated, &mask };

        point(run, &kernel, FEWEST, mask);
    }
    end(run);
    draw(run);
    begin(run, 1);
    for (unsigned k = 0; k < n_lengths(run->plan); k++) {
        uint64_t length = length_of(k);
        struct directions_round round = { way, length };
        const struct measure_kernel kernel = { directions_round, &round };

        point(run, &kernel, length < FEWEST ? FEWEST : length, length);
    }
    end(run);
    time_generated_targets(run);
    time_rounds_of_targets(run);
    if (!run->plan->slow) /* their laps are long */
        time_places(run);
    return RECORD_END_OK;
}

const struct probe probe_branch = {
    .rank = 66,
    .slow = true,
    .about = "branches: misprediction penalty, history length; the same of indirect branches",
    .points = points,
    .run = run,
};
