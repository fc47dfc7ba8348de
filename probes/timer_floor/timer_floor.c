/* The clock itself: the smallest step it makes and what a reading costs (X-Ray section 2.2).
 *
 * Series 1, key kind=0: x = 0, one timing between neighbouring readings each (ops = 1).
 * Series 2, key kind=1: x = readings R, timing of R readings in a row (ops = R). */
#include "hal/timer.h"
#include "lib/measure.h"
#include "run/probe.h"

enum { READS = 256, ROUNDS = 8, FEWEST = 16, SIZES = 3 };

static uint64_t at_ticks[READS + 1];

static void send_steps(struct probe_run *run)
{
    static const struct probe_key keys[] = { { "kind", 0 }, { 0, 0 } };
    const uint64_t x = 0;
    unsigned n = 0;

    for (unsigned i = 0; i <= READS; i++)
        at_ticks[i] = hal_timer_now_ticks();
    for (unsigned i = 0; i < READS; i++) {
        uint64_t step = measure_between_ticks(at_ticks[i], at_ticks[i + 1]);

        if (step != MEASURE_NONE)
            at_ticks[n++] = step;
    }
    probe_series(run, run->name, keys);
    probe_sample(run, &x, 1, 1, at_ticks, n);
    probe_done(run, run->name, n > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* READS is a multiple of FEWEST: the loop itself costs little against so many. */
static void read_clock(void *ctx, uint64_t reads)
{
    (void)ctx;
    for (size_t left = (size_t)(reads / FEWEST); left > 0; left--) {
#pragma GCC unroll 16
        for (unsigned i = 0; i < FEWEST; i++)
            (void)hal_timer_now_ticks();
    }
}

static void send_reads(struct probe_run *run)
{
    static const struct probe_key keys[] = { { "kind", 1 }, { 0, 0 } };
    const struct measure_kernel kernel = { read_clock, 0 };
    uint64_t ticks[SIZES][ROUNDS];
    uint64_t reads[SIZES];

    for (unsigned s = 0; s < SIZES; s++) {
        reads[s] = s == 0 ? measure_enough_ops(run->plan, &kernel, FEWEST, 0) : reads[s - 1] * 2;
        for (unsigned r = 0; r < ROUNDS; r++)
            ticks[s][r] = measure_ticks(&kernel, reads[s]);
    }
    probe_series(run, run->name, keys);
    for (unsigned s = 0; s < SIZES && reads[0] > 0; s++)
        probe_sample(run, &reads[s], 1, reads[s], ticks[s], ROUNDS);
    probe_done(run, run->name, reads[0] > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return 14; /* 256 short numbers and 3 sizes, as they fit in sentences */
}

static enum record_end run(struct probe_run *run)
{
    send_steps(run);
    send_reads(run);
    return RECORD_END_OK;
}

const struct probe probe_timer_floor = {
    .rank = 0,
    .slow = true,
    .about = "clock: smallest step, time of a reading",
    .points = points,
    .run = run,
};
