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
        [EFFORT_QUICK] = (size_t)256 << 20,
        [EFFORT_NORMAL] = (size_t)256 << 20,
        [EFFORT_THOROUGH] = (size_t)1 << 30,
    };
    size_t bytes = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

/* No more than the last cache can ask for: lines of 16 bytes overflow it with that. */
static size_t wanted_bytes(const struct plan *plan)
{
    size_t most = largest_bytes(plan);
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : most;

    return last < most / (SLOT_BYTES / 8) ? last * (SLOT_BYTES / 8) : most;
}

static unsigned add_extents(size_t pairs, size_t slot, uint64_t x[][2], unsigned n)
{
    for (size_t extent = LEAST_EXTENT_BYTES; extent <= slot && n < SWEEP_POINTS; extent *= 2) {
        if (x) {
            x[n][0] = pairs;
            x[n][1] = extent;
        }
        n++;
    }
    return n;
}

/* Two numbers an octave while they are cheap, so that near levels have a row between them. */
static size_t more_pairs(size_t pairs)
{
    bool power = (pairs & (pairs - 1)) == 0;

    if (pairs >= MANY_PAIRS)
        return pairs * 2;
    return power ? pairs + pairs / 2 : pairs / 3 * 4;
}

/* Every number of pairs up to MOST bytes. */
static unsigned all_points(size_t most, size_t slot, uint64_t x[][2])
{
    unsigned n = 0;

    for (size_t pairs = FEWEST_PAIRS; pairs <= most / slot; pairs = more_pairs(pairs))
        n = add_extents(pairs, slot, x, n);
    return n;
}

/* The numbers that overflow one level and not the next, where the board knows them roughly: lines
 * of 16 to 128 bytes overflow a level with some of 1.5, 2, 3, 4 and 8 times as many pairs as it has
 * lines of 64 bytes. */
static unsigned few_points(const struct plan *plan, size_t most, size_t slot, uint64_t x[][2])
{
    static const unsigned halves[] = { 3, 4, 6, 8, 16 };
    unsigned n = 0;

    for (unsigned k = 0; k < plan->n_caches; k++)
        for (unsigned t = 0; t < sizeof halves / sizeof halves[0]; t++) {
            size_t pairs = plan->cache_bytes[k] / 128 * halves[t];

            if (pairs >= 2 && pairs <= most / slot)
                n = add_extents(pairs, slot, x, n);
        }
    return n;
}

/* A slot short enough for as many pairs as lines of 32 bytes need to overflow the last cache. */
static size_t slot_bytes(const struct plan *plan, size_t most)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;

    return last / 16 <= most / SLOT_BYTES ? SLOT_BYTES : SLOT_BYTES / 2;
}

static unsigned choose_points(const struct plan *plan, size_t most, size_t slot, uint64_t x[][2])
{
    if (plan->effort == EFFORT_QUICK && plan->n_caches > 0)
        return few_points(plan, most, slot, x);
    return all_points(most, slot, x);
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 6 : plan->effort == EFFORT_NORMAL ? 16 : SWEEP_PASSES;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = choose_points(plan, largest_bytes(plan), SLOT_BYTES, 0);

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

    if (chain_alloc(&block, wanted_bytes(run->plan), FEWEST_PAIRS * SLOT_BYTES) != 0)
        return PROBE_NO_MEMORY;
    size_t slot = slot_bytes(run->plan, block.size_bytes);
    struct chain chain = {
        .base = block.start,
        .slot_bytes = slot,
        .segment_bytes =
            run->plan->page_bytes > 0 ? run->plan->page_bytes : chain_segment_bytes(&block),
        .seed = run->plan->seed,
    };
    const struct probe_key keys[] = {
        { "slot", slot }, { "segment", chain.segment_bytes }, { "page", block.page_bytes }, { 0, 0 }
    };
    /* By effort: a point may take this part of a second, all of them so many seconds. */
    static const uint64_t shares[] = { 40, 16, 2 }, budgets[] = { 1, 4, 60 };
    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 2;
    sweep.n_points = choose_points(run->plan, block.size_bytes, slot, sweep.x);
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
