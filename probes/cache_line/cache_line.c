/* Line size of each level: pairs of loads D bytes apart (BlackjackBench section 3.1.1).
 *
 * x = pairs : D. One pair in every slot of 512 bytes, the slots in random order. The second load of
 * a pair hits when both lie in one line. A single large buffer finds the largest line of the whole
 * hierarchy, not the first level's, so the number of pairs is swept too, and the host picks those
 * whose lines overflow one level and fit in the next.
 * Keys: slot, segment, page, in bytes. */
#include "chain.h"
#include "hal/timer.h"
#include "probe.h"
#include "sweep.h"
#include <stdbool.h>

enum { SLOT_BYTES = 512, FEWEST_PAIRS = 64, LEAST_EXTENT_BYTES = 16, MANY_PAIRS = 16384 };

static struct sweep sweep;

static size_t largest_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)32 << 20,
        [EFFORT_NORMAL] = (size_t)128 << 20,
        [EFFORT_THOROUGH] = (size_t)1 << 30,
    };
    size_t bytes = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

/* Two numbers an octave while they are cheap, so that near levels have a row between them. */
static size_t more_pairs(size_t pairs)
{
    bool power = (pairs & (pairs - 1)) == 0;

    if (pairs >= MANY_PAIRS)
        return pairs * 2;
    return power ? pairs + pairs / 2 : pairs / 3 * 4;
}

static unsigned pairs_and_extents(size_t most, uint64_t x[][2])
{
    unsigned n = 0;

    for (size_t pairs = FEWEST_PAIRS; pairs <= most / SLOT_BYTES; pairs = more_pairs(pairs))
        for (size_t extent = LEAST_EXTENT_BYTES; extent <= SLOT_BYTES && n < SWEEP_POINTS;
             extent *= 2) {
            if (x) {
                x[n][0] = pairs;
                x[n][1] = extent;
            }
            n++;
        }
    return n;
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 6 : plan->effort == EFFORT_NORMAL ? 10 : SWEEP_PASSES;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = pairs_and_extents(largest_bytes(plan), 0);

    return n * passes(plan) + n; /* and the reference chain beside them */
}

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct chain *chain = ctx;

    chain->extent_bytes = (size_t)x[1];
    chain_init(chain); /* another extent is another chain */
    return chain_lay(chain, (size_t)x[0]);
}

static enum probe_end run(struct probe_run *run)
{
    struct hal_block block;

    if (chain_alloc(&block, largest_bytes(run->plan), FEWEST_PAIRS * SLOT_BYTES) != 0)
        return PROBE_NO_MEMORY;
    struct chain chain = {
        .base = block.start,
        .slot_bytes = SLOT_BYTES,
        .segment_bytes =
            run->plan->page_bytes > 0 ? run->plan->page_bytes : chain_segment_bytes(&block),
        .seed = run->plan->seed,
    };
    const struct probe_key keys[] = { { "slot", SLOT_BYTES },
                                      { "segment", chain.segment_bytes },
                                      { "page", block.page_bytes },
                                      { 0, 0 } };
    /* By effort: a point may take this part of a second, all of them so many seconds. */
    static const uint64_t shares[] = { 40, 16, 2 }, budgets[] = { 1, 6, 60 };
    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 2;
    sweep.n_points = pairs_and_extents(block.size_bytes, sweep.x);
    sweep.passes = passes(run->plan);
    sweep.share_ticks = hal_timer_hz() / shares[run->plan->effort];
    sweep.budget_ticks = hal_timer_hz() * budgets[run->plan->effort];
    sweep.prepare = prepare;
    sweep.kernel = (struct measure_kernel){ chain_walk, &chain };
    enum probe_end end = sweep_run(run, &sweep);
    hal_free(&block);
    return end;
}

const struct probe probe_cache_line = {
    .rank = 30,
    .about = "pairs of loads at growing distance: line size of each level",
    .points = points,
    .run = run,
};
