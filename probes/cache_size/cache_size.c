/* Latency against working set: levels, sizes and latencies (BlackjackBench section 3.1.2).
 *
 * x = working set, bytes: the span of memory that a lap touches at every STRIDE bytes. Whole laps
 * are timed. The stride is four lines of the usual 64 bytes: what a prefetcher fetches next to a
 * line is then never used, and deeper latencies are not diluted by hits in the same line; a stride
 * that is a power of two leaves the working set at which a level overflows where it is. Keys:
 * stride, segment (bytes visited in random order before the next), page (bytes, as granted). */
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "lib/granted.h"
#include "lib/pointer_chase.h"
#include "lib/random.h"
#include "lib/sweep.h"
#include "run/probe.h"
#include "visits.h"
#include <stdbool.h>

enum {
    STRIDE_BYTES = 256,
    LEAST_BYTES = 1024,
    LEAST_BUFFER_BYTES = 16 * 1024,
    QUICK_PER_OCTAVE = 4,
    ROUNDS = 2,
    /* Pages so small that translations show among few loads a page. */
    SMALL_PAGE_BYTES = 64 * 1024,
    LEAST_WIDE_BYTES = 8 * 1024,
    WIDE_PER_OCTAVE = 4,
    /* Of memory in which small working sets begin at another page in each pass. */
    WINDOWS_BYTES = 32 * 1024 * 1024,
    WINDOW_ALIGN_BYTES = 4096,
    LONG_BYTES = 2 * 1024 * 1024, /* a lap of so much is timed in parts */
    IN_A_ROW = 4                  /* timings of the same frames, where they are drawn anew */
};

static struct sweep sweep;
static struct estimate_point lowest[SWEEP_POINTS], lowest_wide[SWEEP_POINTS];
static unsigned n_lowest; /* of the first sweep */

static size_t largest_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)64 << 20,
        [EFFORT_NORMAL] = (size_t)128 << 20,
        [EFFORT_THOROUGH] = (size_t)512 << 20,
    };
    size_t bytes = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

static size_t stride_bytes(const struct plan *plan)
{
    return plan->line_bytes > 0 ? plan->line_bytes : STRIDE_BYTES;
}

/* Working sets from LEAST to MOST bytes with PER_OCTAVE points an octave, evenly spaced inside it,
 * so that sizes such as 24 KiB or 6 MiB are met exactly. X may be NULL. Returns their number. */
static unsigned working_sets(size_t stride, size_t least, size_t most, unsigned per_octave,
                             uint64_t x[][2])
{
    unsigned n = 0;

    for (size_t octave = least; octave <= most; octave *= 2)
        for (unsigned k = 0; k < per_octave && n < SWEEP_POINTS; k++) {
            size_t bytes = octave + octave / per_octave * k;

            if (bytes > most || bytes % stride != 0 || bytes < 2 * stride)
                continue;
            if (x)
                x[n][0] = bytes;
            n++;
        }
    return n;
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 12 : SWEEP_PASSES;
}

static unsigned points(const struct plan *plan)
{
    unsigned per_octave = plan->effort == EFFORT_QUICK ? QUICK_PER_OCTAVE : 8;
    unsigned n = working_sets(stride_bytes(plan), LEAST_BYTES, largest_bytes(plan), per_octave, 0);

    n += 2 * ROUNDS * SWEEP_REFINED; /* a rise or two, refined */
    n += n * passes(plan);           /* and the reference chain after them */
    return n + visits_points(plan, largest_bytes(plan));
}

/* Chains and the memory under them. Where frames are scattered, working sets up to half of WINDOWS
 * lie in other frames in each pass: they begin at a random page of it. Memory that is given back
 * and asked for again would not do, as many systems grant the same frames. */
struct walk {
    struct chase chase, near; /* over BLOCK, and over a part of WINDOWS */
    struct hal_block block, windows;
    uint64_t rng;
    struct chase *now; /* the one that was made ready last */
    struct far_walker long_lap;
    bool is_long; /* the lap is LONG_BYTES or more, and a walk goes on where the last one ended */
};

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct walk *walk = ctx;
    struct chase *chase = x[0] <= walk->windows.size_bytes / 2 ? &walk->near : &walk->chase;

    walk->now = chase;
    walk->is_long = x[0] >= LONG_BYTES;
    walk->long_lap.at = chase->base;
    return chase_lay(chase, (size_t)x[0] / chase->slot_bytes);
}

static void walk_steps(void *ctx, uint64_t steps)
{
    struct walk *walk = ctx;

    if (walk->is_long)
        far_walk(&walk->long_lap, steps);
    else
        chase_walk(walk->now, steps);
}

/* Other frames for the working sets in windows. */
static int renew(void *ctx)
{
    struct walk *walk = ctx;
    size_t pages = walk->windows.size_bytes / 2 / WINDOW_ALIGN_BYTES;

    walk->near.base = (char *)walk->windows.start +
                      (size_t)((congruential(&walk->rng) >> 33) % pages) * WINDOW_ALIGN_BYTES;
    chase_init(&walk->near);
    return 0;
}

/* Makes WALK's windows, where its frames are scattered; without memory for them all sets lie in its
 * block. */
static void make_windows(struct walk *walk)
{
    size_t bytes = walk->block.size_bytes / 2;

    walk->windows = (struct hal_block){ 0 };
    if (walk->block.page_bytes == 0 || walk->block.page_bytes > SMALL_PAGE_BYTES ||
        walk->block.contiguous)
        return;
    (void)chase_alloc(&walk->windows, bytes < WINDOWS_BYTES ? bytes : WINDOWS_BYTES,
                      LEAST_BUFFER_BYTES);
}

/* Runs and sends the sweep with WALK, whose stride and segment are set. */
static enum record_end run_sweep(struct probe_run *run, struct walk *walk)
{
    const struct probe_key keys[] = { { "stride", walk->chase.slot_bytes },
                                      { "segment", walk->chase.segment_bytes },
                                      { "page", walk->block.page_bytes },
                                      { "contiguous", walk->block.contiguous },
                                      granted_key(),
                                      { 0, 0 } };

    walk->near = walk->chase;
    chase_init(&walk->chase);
    if (walk->windows.size_bytes > 0)
        (void)renew(walk);
    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 1;
    sweep.grain = walk->chase.slot_bytes;
    sweep.goes_on_from = LONG_BYTES;
    sweep.prepare = prepare;
    sweep.renew = walk->windows.size_bytes > 0 ? renew : 0;
    sweep.in_a_row = sweep.renew ? IN_A_ROW : 1;
    sweep.kernel = (struct measure_kernel){ walk_steps, walk };
    return sweep_run(run, &sweep);
}

/* By effort: a point may take this part of a second, all of them so many seconds. */
static const uint64_t shares[] = { 40, 5, 1 }, budgets[] = { 2, 6, 60 };

static enum record_end run_main(struct probe_run *run, struct walk *walk)
{
    unsigned per_octave = run->plan->effort == EFFORT_QUICK ? QUICK_PER_OCTAVE : 8;

    sweep.n_points = working_sets(walk->chase.slot_bytes, LEAST_BYTES, walk->block.size_bytes,
                                  per_octave, sweep.x);
    sweep.passes = passes(run->plan);
    sweep.share_ticks = measure_second_ticks() / shares[run->plan->effort];
    sweep.budget_ticks = measure_second_ticks() * budgets[run->plan->effort];
    sweep.rounds = ROUNDS;
    sweep.refining_ticks = run->plan->effort == EFFORT_QUICK ? measure_second_ticks() / 2 : 0;
    enum record_end end = run_sweep(run, walk);
    n_lowest = sweep_lowest(&sweep, lowest);
    return end;
}

/* The same at twice the stride, where a page holds half as many loads: what the cost grows by is
 * what a translation adds, so that the host can take it out. Few points: it changes at few places.
 */
static enum record_end run_wide(struct probe_run *run, struct walk *walk)
{
    walk->chase.slot_bytes *= 2;
    sweep.n_points = working_sets(walk->chase.slot_bytes, LEAST_WIDE_BYTES, walk->block.size_bytes,
                                  WIDE_PER_OCTAVE, sweep.x);
    sweep.passes = (passes(run->plan) + 1) / 2;
    sweep.share_ticks /= 2;
    sweep.budget_ticks /= 4;
    sweep.rounds = 0;
    enum record_end end = run_sweep(run, walk);
    estimate_without_translation(lowest, n_lowest, lowest_wide, sweep_lowest(&sweep, lowest_wide));
    return end;
}

static enum record_end run(struct probe_run *run)
{
    struct walk walk = { .chase = { .slot_bytes = stride_bytes(run->plan),
                                    .seed = run->plan->seed },
                         .rng = run->plan->seed };
    struct chase *chase = &walk.chase;

    if (chase_alloc(&walk.block, largest_bytes(run->plan), LEAST_BUFFER_BYTES) != 0)
        return RECORD_END_NO_MEMORY;
    chase->base = walk.block.start;
    chase->segment_bytes =
        run->plan->page_bytes > 0 ? run->plan->page_bytes : chase_segment_bytes(&walk.block);
    if (chase->segment_bytes < 2 * chase->slot_bytes)
        chase->segment_bytes = 2 * chase->slot_bytes;
    make_windows(&walk);
    enum record_end end = run_main(run, &walk);
    /* Where large pages were refuted, a segment's loads share few translations: what two strides
     * differ by is more disturbance than translation. */
    bool small = chase->segment_bytes <= SMALL_PAGE_BYTES && granted_refuted_bytes() == 0;
    if (end == RECORD_END_OK && small)
        end = run_wide(run, &walk);
    estimate_beyond(run->plan, lowest, n_lowest);
    if (run->plan->n_caches == 0)
        estimate_caches(run->plan, lowest, n_lowest);
    hal_free(&walk.windows);
    chase->slot_bytes = stride_bytes(run->plan); /* the wide sweep had another */
    if (end == RECORD_END_OK)
        visits_take(run->plan, &walk.block, &walk.chase);
    hal_free(&walk.block);
    return end;
}

static const struct probe_extra extra = {
    .again = visits_again,
    .send_again = visits_send,
    .again_share = 8,
};

const struct probe probe_cache_size = {
    .rank = 20,
    .slow = true,
    .about = "latency against working set: cache levels, sizes, latencies",
    .extra = &extra,
    .points = points,
    .run = run,
};
