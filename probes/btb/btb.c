/* Branch target buffer: laps of more and more jumps, by the distance between them.
 *
 * Each jump goes to the next, so that a processor that does not know it yet goes on fetching at the
 * right place soon: what a jump costs is what it takes to know that it is one, and where it goes.
 * Laps of all lengths are the ends of one row of jumps.
 *
 * A series for each distance: key apart, bytes; least: the smallest distance that the processor's
 * instructions allow. x = jumps of a lap, the last of which returns; ops = jumps. A board on which
 * the port writes no code answers nothing. */
#include "hal/code.h"
#include "lib/measure.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    MOST_APART = 64,
    MOST_JUMPS = 24576,
    QUICK_JUMPS = 12288,
    SLOW_JUMPS = 4096,
    MOST_BYTES = 512 << 10, /* of code */
    SLOW_BYTES = 16 << 10,
    EACH = 16,  /* all numbers of jumps up to this are tried, then */
    PARTS = 8,  /* of an octave */
    COARSE = 4, /* the same where fewer do */
    POINTS = 112,
    ROUNDS = 10,
    QUICK_ROUNDS = 6,
    SLOW_ROUNDS = 2,
    WARM_LAPS = 2,
    SLOW_WARM_LAPS = 4,
};

struct lap {
    const void *first;
    uint64_t jumps;
};

static void run_laps(void *ctx, uint64_t jumps)
{
    const struct lap *lap = ctx;

    for (; jumps > 0; jumps -= lap->jumps)
        hal_code_run(lap->first);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Most jumps APART bytes from each other. */
static size_t most_jumps(const struct plan *plan, size_t apart)
{
    size_t bytes = plan->slow ? SLOW_BYTES : MOST_BYTES;
    size_t most = plan->effort == EFFORT_QUICK ? QUICK_JUMPS : MOST_JUMPS;

    if (plan->slow)
        most = SLOW_JUMPS;
    bytes = least(bytes, hal_alloc_limit_bytes());
    if (plan->max_bytes > 0)
        bytes = least(bytes, plan->max_bytes);
    return least(most, bytes / apart);
}

/* The number of jumps after N. */
static size_t next_jumps(const struct plan *plan, size_t n)
{
    size_t octave = 1, parts = plan->slow ? COARSE : PARTS;

    while (2 * octave <= n)
        octave *= 2;
    return n < EACH ? n + 1 : n + octave / parts;
}

static unsigned points_of(const struct plan *plan, size_t apart)
{
    unsigned n = 0;

    for (size_t jumps = 1; jumps <= most_jumps(plan, apart); n++)
        jumps = next_jumps(plan, jumps);
    return n;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    for (size_t apart = hal_code_near_bytes(); apart <= MOST_APART; apart *= 2)
        n += points_of(plan, apart);
    return n;
}

/* Writes JUMPS jumps; the last returns. */
static void lay(const struct hal_block *block, size_t jumps, size_t apart)
{
    char *at = block->start;

    for (size_t i = 0; i + 1 < jumps; i++, at += apart)
        hal_code_jump(at, at + apart);
    hal_code_jump(at, NULL);
}

/* The timings of all laps of a distance. */
struct timings {
    uint64_t ops[POINTS];
    uint64_t ticks[POINTS][ROUNDS];
    unsigned n[POINTS];
};

static struct timings timings;

static struct lap lap_of(const struct hal_block *block, size_t most, size_t jumps, size_t apart)
{
    return (struct lap){ (const char *)block->start + (most - jumps) * apart, jumps };
}

/* Times each number of jumps once. */
static void time_round(const struct plan *plan, const struct hal_block *block, size_t apart)
{
    const size_t most = most_jumps(plan, apart);
    const unsigned warm = plan->slow ? SLOW_WARM_LAPS : WARM_LAPS;
    unsigned i = 0;

    for (size_t jumps = 1; jumps <= most; jumps = next_jumps(plan, jumps), i++) {
        struct lap lap = lap_of(block, most, jumps, apart);
        const struct measure_kernel kernel = { run_laps, &lap };

        run_laps(&lap, warm * jumps);
        if (timings.ops[i] == 0)
            timings.ops[i] = measure_enough_ops(plan, &kernel, jumps, 0);
        if (timings.ops[i] > 0)
            timings.n[i] +=
                measure_rounds(&kernel, timings.ops[i], &timings.ticks[i][timings.n[i]], 1);
    }
}

static void send(struct probe_run *run, size_t apart)
{
    const size_t most = most_jumps(run->plan, apart);
    unsigned i = 0;

    for (size_t jumps = 1; jumps <= most; jumps = next_jumps(run->plan, jumps), i++) {
        const uint64_t x = jumps;

        if (timings.n[i] > 0)
            probe_sample(run, &x, 1, timings.ops[i], timings.ticks[i], timings.n[i]);
    }
}

/* False: there is no such memory. */
static bool time_distance(struct probe_run *run, size_t apart)
{
    const size_t most = most_jumps(run->plan, apart);
    const unsigned rounds = run->plan->slow                     ? SLOW_ROUNDS
                            : run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS
                                                                : ROUNDS;
    struct hal_block block;

    if (hal_code_alloc(&block, most * apart + HAL_CODE_BYTES) != 0)
        return false;
    lay(&block, most, apart);
    bool runs = hal_code_finish(&block) == 0;
    timings = (struct timings){ 0 };
    for (unsigned r = 0; runs && r < rounds; r++)
        time_round(run->plan, &block, apart);
    hal_code_free(&block);
    return runs;
}

static enum record_end run(struct probe_run *run)
{
    enum record_end end = RECORD_END_NOTHING;

    for (size_t apart = hal_code_near_bytes(); apart <= MOST_APART; apart *= 2) {
        const struct probe_key keys[] = { { "apart", apart },
                                          { "least", hal_code_near_bytes() },
                                          { 0, 0 } };

        if (!time_distance(run, apart))
            break;
        probe_series(run, run->name, keys);
        send(run, apart);
        probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
        end = RECORD_END_OK;
    }
    return end;
}

const struct probe probe_btb = {
    .rank = 67,
    .slow = true,
    .about = "entries of the branch target buffer, from laps of jumps",
    .points = points,
    .run = run,
};
