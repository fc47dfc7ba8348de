/* Branch target buffer: laps of more and more jumps, by the distance between them.
 *
 * Each jump goes to the next, so that a processor that does not know it yet goes on fetching at the
 * right place soon: what a jump costs is what it takes to know that it is one, and where it goes.
 * Laps of all lengths are the ends of one row of jumps.
 *
 * For the ways, few jumps are powers of two apart, of one or more sets. Each row has a second one
 * with a jump in the same lines, at a different place of each: caches and TLBs cost as much, and a
 * buffer whose index has bits within a line has the jumps in more sets.
 *
 * A series for each distance: key apart, bytes; least: the smallest distance that the processor's
 * instructions allow; places: of a row for the ways, places of a line that its jumps lie at. x =
 * jumps of a lap, the last of which returns, or, with places, leads to a return; ops = jumps. A
 * board on which the port writes no code answers nothing. */
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
    /* of rows for the ways */
    LEAST_APART = 512,
    FAR_APART = 128 << 10,
    FAR_JUMPS = 32,
    FAR_BYTES = FAR_JUMPS * FAR_APART,
    FAR_ROUNDS = 5,
    LINE_BYTES = 64,
    PLACES = 8,
    RETURN_APART = 3 * LINE_BYTES + 5 * LINE_BYTES / PLACES,
    ROWS = 2,
    SHORTER = 4,
};

/* Jumps of a row: APART bytes from each to the next; PLACES of their lines that they lie at, 0: as
 * the distance has it. */
struct row {
    size_t apart, most;
    unsigned places, rounds;
    char *start;
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

static unsigned points_of(const struct plan *plan, size_t most)
{
    unsigned n = 0;

    for (size_t jumps = 1; jumps <= most; n++)
        jumps = next_jumps(plan, jumps);
    return n;
}

/* Jumps of a row for the ways, APART bytes from each other. */
static size_t far_jumps(const struct plan *plan, size_t apart)
{
    size_t bytes = least(FAR_BYTES, hal_alloc_limit_bytes());

    if (plan->max_bytes > 0)
        bytes = least(bytes, plan->max_bytes);
    return least(FAR_JUMPS, bytes / apart);
}

/* Rows for the ways are left out of runs that are to be short. */
static bool has_far(const struct plan *plan)
{
    return plan->effort != EFFORT_QUICK && !plan->slow;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    for (size_t apart = hal_code_near_bytes(); apart <= MOST_APART; apart *= 2)
        n += points_of(plan, most_jumps(plan, apart));
    for (size_t apart = LEAST_APART; has_far(plan) && apart <= FAR_APART; apart *= 2)
        n += 2 * points_of(plan, far_jumps(plan, apart));
    return n;
}

/* Place I of row R: places that follow each other are far from each other in their lines. */
static char *place(const struct row *r, size_t i)
{
    static const uint8_t eighths[PLACES] = { 0, 4, 2, 6, 1, 5, 3, 7 };

    return r->start + i * r->apart +
           (r->places > 1 ? eighths[(r->most - 1 - i) % r->places] * (LINE_BYTES / PLACES) : 0);
}

/* Writes all jumps; the last returns, or, of a row for the ways, leads to a return elsewhere: not
 * every buffer keeps returns. */
static void lay(const struct row *r)
{
    char *last = place(r, r->most - 1);

    for (size_t i = 0; i + 1 < r->most; i++)
        hal_code_jump(place(r, i), place(r, i + 1));
    if (r->places > 0) {
        hal_code_jump(last, last + RETURN_APART);
        last += RETURN_APART;
    }
    hal_code_jump(last, NULL);
}

/* The timings of all laps of a distance. */
struct timings {
    uint64_t ops[POINTS];
    uint64_t ticks[POINTS][ROUNDS];
    unsigned n[POINTS];
};

static struct timings timings;

/* Times each number of jumps of R once, into TIMINGS from number I on. */
static void time_round(const struct plan *plan, const struct row *r, unsigned i)
{
    const unsigned warm = plan->slow ? SLOW_WARM_LAPS : WARM_LAPS;

    for (size_t jumps = 1; jumps <= r->most; jumps = next_jumps(plan, jumps), i++) {
        struct lap lap = { place(r, r->most - jumps), jumps };
        const struct measure_kernel kernel = { run_laps, &lap };

        run_laps(&lap, warm * jumps);
        if (timings.ops[i] == 0)
            timings.ops[i] = measure_enough_ops(plan, &kernel, jumps, 0);
        if (timings.ops[i] > 0)
            timings.n[i] +=
                measure_rounds(&kernel, timings.ops[i], &timings.ticks[i][timings.n[i]], 1);
    }
}

static void send(struct probe_run *run, const struct row *r, unsigned i)
{
    const struct probe_key keys[] = { { "apart", r->apart },
                                      { "least", hal_code_near_bytes() },
                                      { r->places > 0 ? "places" : 0, r->places },
                                      { 0, 0 } };

    probe_series(run, run->name, keys);
    for (size_t jumps = 1; jumps <= r->most; jumps = next_jumps(run->plan, jumps), i++) {
        const uint64_t x = jumps;

        if (timings.n[i] > 0)
            probe_sample(run, &x, 1, timings.ops[i], timings.ticks[i], timings.n[i]);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Times and sends N rows of as many jumps. False: there is no such memory. */
static bool time_rows(struct probe_run *run, const struct plan *plan, struct row *row, unsigned n)
{
    const unsigned at = POINTS / n;
    struct hal_block block[ROWS];
    bool runs = true;

    timings = (struct timings){ 0 };
    for (unsigned k = 0; k < n; k++) {
        runs = hal_code_alloc(&block[k], row[k].most * row[k].apart + HAL_CODE_BYTES) == 0 && runs;
        if (!runs)
            continue;
        row[k].start = block[k].start;
        lay(&row[k]);
        runs = hal_code_finish(&block[k]) == 0;
    }
    for (unsigned r = 0; runs && r < row[0].rounds; r++)
        for (unsigned k = 0; k < n; k++)
            time_round(plan, &row[k], k * at);
    for (unsigned k = n; k-- > 0;)
        hal_code_free(&block[k]);
    for (unsigned k = 0; runs && k < n; k++)
        send(run, &row[k], k * at);
    return runs;
}

static unsigned rounds_of(const struct plan *plan)
{
    if (plan->slow)
        return SLOW_ROUNDS;
    return plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS;
}

/* Rows for the ways: jumps of each distance at one place of their lines, and at all. */
static void time_far(struct probe_run *run)
{
    struct plan brief = *run->plan;

    brief.sample_ticks = brief.sample_ticks / SHORTER;
    if (brief.sample_ticks < measure_least_sample_ticks(run->plan))
        brief.sample_ticks = measure_least_sample_ticks(run->plan);
    for (size_t apart = LEAST_APART; apart <= FAR_APART; apart *= 2) {
        size_t most = far_jumps(run->plan, apart);
        struct row rows[ROWS] = { { apart, most, 1, FAR_ROUNDS, 0 },
                                  { apart, most, PLACES, FAR_ROUNDS, 0 } };

        if (most < 2 || !time_rows(run, &brief, rows, ROWS))
            break;
    }
}

static enum record_end run(struct probe_run *run)
{
    enum record_end end = RECORD_END_NOTHING;

    for (size_t apart = hal_code_near_bytes(); apart <= MOST_APART; apart *= 2) {
        struct row row = { apart, most_jumps(run->plan, apart), 0, rounds_of(run->plan), 0 };

        if (!time_rows(run, run->plan, &row, 1))
            break;
        end = RECORD_END_OK;
    }
    if (end == RECORD_END_OK && has_far(run->plan))
        time_far(run);
    return end;
}

const struct probe probe_btb = {
    .rank = 67,
    .slow = true,
    .about = "entries and ways of the branch target buffer, from laps of jumps",
    .points = points,
    .run = run,
};
