/* Loaded latency: what a load of the last cache or of memory takes on context 0 while 0, 1, 2, 4
 * ... all others stream through memory.
 *
 * One series for each level and kind of stream, keys level (as in probe bandwidth), kind (0 read, 2
 * copy) and bytes, the working set that is chased. x = streaming contexts:0, ops = loads, each
 * waiting for the one before; and with each timing x = streaming contexts:1, ops = bytes that all
 * of them moved meanwhile. */
#include "hal/thread.h"
#include "lib/background_load.h"
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    ROUNDS = 8,
    IN_A_ROW = 2,
    QUICK_ROUNDS = 5,
    BEYOND = 8, /* twice what is chased, in units of the last cache */
    NEARER = 4,
    WARM_LAPS = 8,
    LOADS = 8192,
    QUICK_LOADS = 2048,
    VARIANT = 3, /* of streams: two, unrolled */
    CHUNK_BYTES = 8192,
    PAGE_BYTES = 4096,
};

static struct stream streams[BACKGROUND_MOST]; /* the first is not used: context 0 chases */
static struct hal_block blocks[BACKGROUND_MOST];
static struct far_walker walker;

/* A few timings in a row next to M streaming contexts; each goes on along the lap. */
static void point(struct probe_run *run, unsigned m, enum stream_op op)
{
    const bool quick = run->plan->effort == EFFORT_QUICK;
    const struct measure_kernel kernel = { far_walk, &walker };
    const uint64_t chased[] = { m, 0 }, streamed[] = { m, 1 };
    uint64_t loads = quick ? QUICK_LOADS : LOADS;
    struct background_timing at[IN_A_ROW];
    size_t step_bytes = 1;

    for (unsigned i = 1; i <= m; i++)
        step_bytes = stream_set(&streams[i], op, VARIANT);
    unsigned n =
        background_measure(&kernel, loads, streams, m, 0,
                           (struct background_pace){ CHUNK_BYTES / step_bytes, 0 }, at, IN_A_ROW);
    for (unsigned i = 0; i < n; i++) {
        probe_sample(run, chased, 2, loads, &at[i].ticks, 1);
        if (at[i].steps > 0)
            probe_sample(run, streamed, 2, at[i].steps * step_bytes, &at[i].ticks, 1);
    }
}

static unsigned contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < BACKGROUND_MOST ? n : BACKGROUND_MOST;
}

/* Numbers of streaming contexts: 0, 1, 2, 4 ... all but one. */
static unsigned next_number(unsigned m, unsigned most)
{
    if (m == most)
        return most + 1;
    return 2 * m > most ? most : m == 0 ? 1 : 2 * m;
}

/* LAP: loads in a lap of the chain over BYTES, which all is loaded before anything is timed: a
 * cache may take several laps until it keeps what fits. Alone and with others take turns, so that
 * whatever changes with time changes both; threads are started anew each time, as a system that has
 * other work may keep a context from us for long. */
static void run_level(struct probe_run *run, unsigned level, unsigned n, uint64_t lap, size_t bytes)
{
    const bool in_cache = level < run->plan->n_caches;
    unsigned rounds = run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS;

    static const enum stream_op ops[] = { STREAM_READ, STREAM_COPY };

    for (unsigned k = 0; k < sizeof ops / sizeof ops[0]; k++) {
        const struct probe_key keys[] = {
            { "level", level + 1 }, { "kind", ops[k] }, { "bytes", bytes }, { 0, 0 }
        };

        probe_series(run, run->name, keys);
        if (in_cache)
            far_walk(&walker, WARM_LAPS * lap);
        else
            far_touch(blocks[0].start, bytes);
        for (unsigned r = 0; r < rounds; r++)
            for (unsigned m = 0; m < n; m = next_number(m, n - 1)) {
                if (m == 0 && in_cache) /* others may have evicted it */
                    far_walk(&walker, lap);
                point(run, m, ops[k]);
            }
        probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    }
}

static unsigned points(const struct plan *plan)
{
    unsigned numbers = 0, n = contexts();

    for (unsigned m = 0; n > 1 && m < n; m = next_number(m, n - 1))
        numbers++;
    return numbers * 2 * (plan->n_caches > 0 ? 2 : 1) * 2 * IN_A_ROW *
           (plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS);
}

/* Memory for as many of N contexts as there is some for: CHASED bytes for the first, then BYTES
 * each. */
static unsigned get_memory(unsigned n, size_t chased, size_t bytes)
{
    unsigned got = 0;

    while (got < n && far_alloc(&blocks[got], got, got == 0 ? chased : bytes) == 0) {
        streams[got].base = blocks[got].start;
        streams[got].bytes = bytes;
        got++;
    }
    return got;
}

/* A working set in the last cache: half of what it holds, but no more than some times the nearer
 * cache, as others may have a part of it. 0: there is no cache. */
static size_t in_last_cache(const struct plan *plan)
{
    unsigned n = plan->n_caches;
    size_t half = n > 0 ? plan->cache_bytes[n - 1] / 2 : 0;
    size_t most = n > 1 ? NEARER * plan->cache_bytes[n - 2] : half;

    return (half < most ? half : most) & ~(size_t)(PAGE_BYTES - 1);
}

/* Memory's chain, and the last cache's: it comes second, as a cache may keep for long what it had
 * many times. */
static void run_levels(struct probe_run *run, unsigned n, size_t bytes)
{
    const struct plan *plan = run->plan;
    size_t cache = in_last_cache(plan);
    uint64_t lap = far_lay(&walker, &blocks[0], 0, bytes, plan->seed);

    run_level(run, plan->n_caches, n, lap, bytes);
    if (cache == 0 || cache >= bytes)
        return;
    lap = far_lay(&walker, &blocks[0], 0, cache, plan->seed);
    run_level(run, plan->n_caches - 1, n, lap, cache);
}

static enum record_end run(struct probe_run *run)
{
    unsigned n = contexts();

    if (n < 2)
        return RECORD_END_ALONE;
    size_t chased = far_bytes(run->plan, 1, BEYOND) / 2 & ~(size_t)(PAGE_BYTES - 1);
    size_t bytes = far_bytes(run->plan, n, 0) / 2 & ~(size_t)(PAGE_BYTES - 1);
    unsigned got = chased > 0 && bytes > 0 ? get_memory(n, chased, bytes) : 0;

    if (got > 1)
        run_levels(run, got, chased);
    while (got > 0)
        hal_free(&blocks[--got]);
    return run->n_points > 0 ? RECORD_END_OK : RECORD_END_NO_MEMORY;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_loaded_latency = {
    .rank = 84,
    .about = "loaded latency: of a pointer chase while other contexts stream",
    .options = options,
    .points = points,
    .run = run,
};
