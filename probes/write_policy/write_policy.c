/* Write policy of the first cache level: whether a store that hits goes further, and whether one
 * that misses brings its line in.
 *
 * x = kind; ops: places, 64 bytes apart, of which half the level is full, each visited once in a
 * timing. 0: loads of what was loaded before. 1: stores to it. 2: loads after other loads drove it
 * out. 3: the same, with stores to it between. 4: stores after it was driven out. Loads form a
 * chain in random order, stores go in an order without a constant stride. Keys: level, capacity
 * (bytes, as the board estimated it), evict (bytes of the other loads), page. */
#include "lib/estimate.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include <stdbool.h>

enum {
    KINDS = 5,
    PASSES = 24,
    SLOT_BYTES = 64,
    LEAST_PLACES = 16,
    EVICT_TIMES = 4, /* random replacement leaves a fiftieth of what is loaded over so often */
};

enum kind { LOAD_HELD, STORE_HELD, LOAD_EVICTED, LOAD_STORED, STORE_EVICTED };

struct target {
    struct chase chase;
    size_t mask; /* places less 1 */
};

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 9 : plan->effort == EFFORT_NORMAL ? 15 : PASSES;
}

/* Context of measure_kernel: the struct target. Up to STEPS places, each once. */
static void store_walk(void *ctx, uint64_t steps)
{
    const struct target *t = ctx;
    size_t i = 0;

    for (; steps > 0; steps--) {
        *(size_t *)(void *)(t->chase.base + i * SLOT_BYTES + sizeof(void *)) = i;
        i = (5 * i + 3) & t->mask; /* full period: Knuth, TAOCP volume 2, 3.2.1.2 */
    }
}

static size_t half_in_places(size_t capacity_bytes)
{
    size_t places = LEAST_PLACES;

    while (4 * places * SLOT_BYTES <= capacity_bytes)
        places *= 2;
    return places;
}

/* Little enough to stay in the second level, where there is room for that. */
static size_t evict_bytes(const struct plan *plan)
{
    size_t times = EVICT_TIMES;

    while (plan->n_caches > 1 && times > 2 &&
           2 * times * plan->cache_bytes[0] > plan->cache_bytes[1])
        times--;
    return times * plan->cache_bytes[0];
}

static uint64_t time_one(struct target *target, struct chase *others, uint64_t evicting,
                         enum kind kind)
{
    uint64_t places = target->mask + 1;
    bool stores = kind == STORE_HELD || kind == STORE_EVICTED;
    struct measure_kernel loading = { chase_walk, &target->chase },
                          storing = { store_walk, target };

    chase_walk(&target->chase, 2 * places);
    if (kind != LOAD_HELD && kind != STORE_HELD)
        chase_walk(others, evicting);
    if (kind == LOAD_STORED)
        store_walk(target, places);
    return measure_ticks(stores ? &storing : &loading, places);
}

static enum record_end measure(struct probe_run *run, char *memory, size_t segment)
{
    static uint64_t ticks[KINDS][PASSES];
    unsigned n_ticks[KINDS] = { 0 };
    size_t places = half_in_places(run->plan->cache_bytes[0]);
    size_t others_bytes = evict_bytes(run->plan), others_places = others_bytes / SLOT_BYTES;
    struct target target = { .chase = { .base = memory,
                                        .slot_bytes = SLOT_BYTES,
                                        .segment_bytes = segment,
                                        .seed = run->plan->seed },
                             .mask = places - 1 };
    struct chase others = target.chase;

    others.base = memory + places * SLOT_BYTES;
    chase_init(&target.chase);
    chase_lay(&target.chase, places);
    chase_init(&others);
    uint64_t evicting = chase_lay(&others, others_places);

    for (unsigned pass = 0; pass < passes(run->plan); pass++)
        for (unsigned kind = 0; kind < KINDS; kind++) {
            uint64_t took = time_one(&target, &others, evicting, (enum kind)kind);

            if (took != MEASURE_NONE)
                ticks[kind][n_ticks[kind]++] = took;
        }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        uint64_t x = kind;

        probe_sample(run, &x, 1, places, ticks[kind], n_ticks[kind]);
    }
    return run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
}

static enum record_end run(struct probe_run *run)
{
    const struct plan *plan = run->plan;
    struct hal_block block;

    if (plan->n_caches == 0)
        return RECORD_END_NO_CACHES;
    size_t bytes = evict_bytes(plan) + plan->cache_bytes[0] + LEAST_PLACES * SLOT_BYTES;
    if (bytes > hal_alloc_limit_bytes() || chase_alloc(&block, bytes, bytes) != 0)
        return RECORD_END_NO_MEMORY;
    size_t segment = 4096; /* one for each chain: they are small */
    while (segment < bytes)
        segment *= 2;
    const struct probe_key keys[] = { { "level", 1 },
                                      { "capacity", plan->cache_bytes[0] },
                                      { "evict", evict_bytes(plan) },
                                      { "page", block.page_bytes },
                                      { 0, 0 } };

    probe_series(run, run->name, keys);
    probe_done(run, run->name, measure(run, block.start, segment));
    hal_free(&block);
    return RECORD_END_OK;
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return KINDS;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_write_policy = {
    .rank = 37,
    .slow = true,
    .about = "write policy of L1: stores that hit and stores that miss",
    .options = options,
    .points = points,
    .run = run,
};
