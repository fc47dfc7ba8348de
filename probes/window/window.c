/* How many operations a processor has under way at once: two chains of misses, with operations that
 * wait for neither between two loads. While the next load is within the window, two misses overlap.
 *
 * One series; key bytes: the memory that the chains are in. x = operations between two loads, ops =
 * loads of both chains in turn; x = 0: loads of one chain, with nothing between. */
#include "hal/alloc.h"
#include "lib/estimate.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "run/probe.h"
#include "window/kernel.h"

enum {
    ROUNDS = 6,
    BEYOND = 4, /* memory, in units of the last cache */
    FEWEST_LOADS = 128,
    LEAST_BYTES = 64 * 1024,
    USUAL_BYTES = 16 << 20,
    SLOT_BYTES = 128,
};

static unsigned step(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 2 * WINDOW_STEP : WINDOW_STEP;
}

static unsigned points(const struct plan *plan)
{
    return 1 + WINDOW_MOST / step(plan);
}

/* What is walked must not be in a cache when it is walked again. */
static size_t wanted_bytes(const struct plan *plan)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t bytes = BEYOND * last > USUAL_BYTES ? BEYOND * last : USUAL_BYTES;

    if (plan->max_bytes > 0 && bytes > plan->max_bytes)
        bytes = plan->max_bytes;
    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

struct point {
    uint64_t x, ops, ticks[ROUNDS];
    unsigned n;
};

/* Both loops go on where they stopped. */
static uint64_t time_point(struct window_walk *walk, const struct point *p)
{
    const struct measure_kernel kernel = { p->x > 0 ? window_walk_two : window_walk_one, walk };

    walk->between = (unsigned)p->x;
    return measure_ticks(&kernel, p->ops);
}

static unsigned make_points(const struct plan *plan, struct point *points, struct window_walk *walk)
{
    unsigned n = 0;

    for (uint64_t x = 0; x <= WINDOW_MOST; x += step(plan), n++) {
        const struct measure_kernel kernel = { x > 0 ? window_walk_two : window_walk_one, walk };

        walk->between = (unsigned)x;
        points[n] =
            (struct point){ .x = x, .ops = measure_enough_ops(plan, &kernel, FEWEST_LOADS, 0) };
    }
    return n;
}

/* All points in each round: what disturbs one disturbs the others. */
static void time_points(struct probe_run *run, struct window_walk *walk)
{
    static struct point points[1 + WINDOW_MOST / WINDOW_STEP];
    unsigned n = make_points(run->plan, points, walk);

    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned i = 0; i < n; i++) {
            uint64_t ticks = points[i].ops > 0 ? time_point(walk, &points[i]) : MEASURE_NONE;

            if (ticks != MEASURE_NONE)
                points[i].ticks[points[i].n++] = ticks;
        }
    for (unsigned i = 0; i < n; i++)
        if (points[i].n > 0)
            probe_sample(run, &points[i].x, 1, points[i].ops, points[i].ticks, points[i].n);
}

/* Lays a chain over BYTES at BASE. Returns where it begins. */
static uintptr_t lay(const struct hal_block *block, size_t offset, size_t bytes, uint64_t seed)
{
    struct chase chase = { .base = (char *)block->start + offset,
                           .slot_bytes = SLOT_BYTES,
                           .segment_bytes = chase_segment_bytes(block),
                           .seed = seed };

    while (chase.segment_bytes > bytes)
        chase.segment_bytes /= 2;
    chase_init(&chase);
    (void)chase_lay(&chase, bytes / SLOT_BYTES);
    return (uintptr_t)chase.base;
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    if (chase_alloc(&block, wanted_bytes(run->plan), LEAST_BYTES) != 0)
        return RECORD_END_NO_MEMORY;
    size_t half = block.size_bytes / 2 / SLOT_BYTES * SLOT_BYTES;
    struct window_walk walk = { .at = { lay(&block, 0, half, run->plan->seed),
                                        lay(&block, half, half, run->plan->seed + 1) } };
    const struct probe_key keys[] = { { "bytes", 2 * half }, { 0, 0 } };

    probe_series(run, run->name, keys);
    time_points(run, &walk);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    hal_free(&block);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_window = {
    .rank = 65,
    .about = "operations under way at once, from misses that overlap or do not",
    .options = options,
    .points = points,
    .run = run,
};
