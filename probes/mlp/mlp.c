/* Memory-level parallelism: how many misses of each level are under way at once, from independent
 * chains of loads (X-Ray, section 7, names it as what comes next).
 *
 * One series for each level, keys level (1 ...), memory (1: beyond the last cache), bytes, the
 * working set, and flushed (1: flushed before each timing, all of its pages translated). x = chains
 * that are followed side by side, ops = loads of all of them. The chains follow one lap over the
 * working set, evenly apart. */
#include "hal/alloc.h"
#include "hal/board_limits.h"
#include "lib/estimate.h"
#include "lib/flush.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "run/probe.h"
#include "walks.h"
#include <stdbool.h>

enum {
    ROUNDS = 12,
    FEWEST_STEPS = 128,
    WARM_LAPS = 4,
    NEARER = 4,              /* most of a working set, in units of the cache before */
    BEYOND = 4,              /* working set for memory, in units of the last cache */
    LEAST_BYTES = 64 * 1024, /* of memory, where no cache is known */
    SLOT_BYTES = 128,        /* a line each, and no prefetcher's neighbour */
    FIRST_SLOT_BYTES = 16,   /* of the first cache, so that loads meet all of its banks */
    FLUSHED_BYTES = 256 * 1024,
    FLUSHED_STEPS = 40, /* most of a timing */
};

/* Marks on the lap, ten for each chain; how many lie between two timings; and how many loads
 * between two marks make sure that none comes to what another has loaded. */
enum { MARKS = 480, MARKS_APART = 7, APART_LOADS = 4 * FEWEST_STEPS };

/* Of one number of chains. */
struct timings {
    uint64_t steps, ticks[ROUNDS];
    unsigned n;
};

/* How many of them the board's code has room for. */
static unsigned n_counts(void)
{
    unsigned n = 0;

    while (n < MLP_COUNTS && (HAL_LIMIT_CHAINS >= 32 || mlp_chains[n] <= HAL_LIMIT_CHAINS))
        n++;
    return n;
}

/* Marks the lap of CHASE over BYTES, of LOADS, evenly. Where it has many segments, their first
 * slots are known: walking a lap takes long. */
static void mark(void *marks[MARKS], const struct chase *chase, size_t bytes, uint64_t loads)
{
    size_t segments = bytes / chase->segment_bytes;
    void *p = chase->base;
    uint64_t at = 0;

    for (unsigned i = 0; i < MARKS; i++) {
        if (segments >= MARKS) {
            marks[i] = chase->base + segments * i / MARKS * chase->segment_bytes;
            continue;
        }
        for (; at < loads * i / MARKS; at++)
            p = *(void **)p;
        marks[i] = p;
    }
}

/* Puts N walkers on MARKS, evenly from mark FROM on. */
static void place(struct mlp_walkers *w, void *const marks[MARKS], unsigned n, unsigned from)
{
    for (unsigned i = 0; i < n; i++)
        w->at[i] = marks[(from + i * (MARKS / n)) % MARKS];
}

/* Bytes that are in LEVEL and, as far as they can be, in none above it; 0: there is no such size.
 */
static size_t working_set(const struct plan *plan, unsigned level, size_t most)
{
    size_t above = level > 0 ? plan->cache_bytes[level - 1] : 0;

    if (level < plan->n_caches) {
        size_t bytes = above + (plan->cache_bytes[level] - above) / 2;

        if (above > 0 && bytes > NEARER * above) /* others may have a part of it */
            bytes = NEARER * above;
        return bytes > above + above / 4 && bytes <= most ? bytes : 0;
    }
    size_t last = above > plan->beyond_bytes ? above : plan->beyond_bytes;
    size_t bytes = plan->n_caches > 0 && BEYOND * last < most ? BEYOND * last : most;
    return bytes >= 2 * above ? bytes : 0; /* a slot may be two lines, of which one is read */
}

/* Slots spread over all sets: smaller where the working set is. */
static size_t slot_bytes(unsigned level, size_t bytes)
{
    size_t slot = SLOT_BYTES;

    if (level == 0)
        return FIRST_SLOT_BYTES;

    while (slot > 64 && bytes / slot < 4 * MLP_CHAINS)
        slot /= 2;
    return slot;
}

static struct mlp_walkers walkers;

/* Where N walkers stopped, MARKS from FROM on: so far their lines are in a cache now. */
static void move_marks(const struct mlp_walkers *w, void *marks[MARKS], unsigned n, unsigned from)
{
    for (unsigned i = 0; i < n; i++)
        marks[(from + i * (MARKS / n)) % MARKS] = w->at[i];
}

/* In memory whose lap is short, number C of chains: a lap, so that what a cache keeps of it lies
 * after the walkers, and timings in a row along it. */
static void time_row(const struct plan *plan, void *const marks[MARKS], uint64_t loads, unsigned c,
                     struct timings *t)
{
    const struct measure_kernel kernel = { mlp_walks[c], &walkers };
    uint64_t lap = loads / mlp_chains[c] + 1;

    place(&walkers, marks, mlp_chains[c], 0);
    kernel.run(kernel.ctx, lap);
    t->steps = measure_enough_ops(plan, &kernel, lap < FEWEST_STEPS ? lap : FEWEST_STEPS, 0);
    t->n = measure_rounds(&kernel, t->steps, t->ticks, ROUNDS);
}

/* All numbers of chains take turns, each from other marks on than the last time, so that what else
 * runs, and what a cache happens to keep of a lap, meets all alike. In MEMORY no line is loaded
 * twice: its marks are far apart. */
static void time_turns(const struct plan *plan, void *marks[MARKS], uint64_t loads, bool memory,
                       struct timings *all)
{
    unsigned from = 0;

    for (unsigned turn = 0; turn <= ROUNDS; turn++)
        for (unsigned c = 0; c < n_counts(); c++) {
            const struct measure_kernel kernel = { mlp_walks[c], &walkers };
            struct timings *t = &all[c];
            uint64_t lap = loads / mlp_chains[c] + 1;

            place(&walkers, marks, mlp_chains[c], from);
            if (turn == 0)
                t->steps =
                    measure_enough_ops(plan, &kernel, lap < FEWEST_STEPS ? lap : FEWEST_STEPS, 0);
            else
                t->n += measure_rounds(&kernel, t->steps, &t->ticks[t->n], 1);
            if (memory)
                move_marks(&walkers, marks, mlp_chains[c], from);
            from += MARKS_APART;
        }
}

static void send(struct probe_run *run, const struct probe_key *keys, const struct timings *all)
{
    probe_series(run, run->name, keys);
    for (unsigned c = 0; c < n_counts(); c++) {
        const uint64_t x = mlp_chains[c];

        if (all[c].n > 0)
            probe_sample(run, &x, 1, all[c].steps * x, all[c].ticks, all[c].n);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void *marks[MARKS];
static struct timings all_timings[MLP_COUNTS];

/* ---- memory whose lines are flushed ---- */

/* Steps of number C of chains, each of a part of the lap of its own. */
static uint64_t flushed_steps(uint64_t loads, unsigned c)
{
    uint64_t steps = loads / mlp_chains[c];

    return steps < FLUSHED_STEPS ? steps : FLUSHED_STEPS;
}

static uint64_t time_flushed(const struct hal_block *block, unsigned c, uint64_t steps,
                             unsigned from)
{
    const struct measure_kernel kernel = { mlp_walks[c], &walkers };

    place(&walkers, marks, mlp_chains[c], from);
    /* Each page is translated by a line between slots. */
    flush_but_translations(block->start, FLUSHED_BYTES, SLOT_BYTES / 2);
    return measure_ticks(&kernel, steps);
}

/* Returns false where the clock is too coarse for so few loads; else fills TIMINGS. */
static bool time_all_flushed(const struct plan *plan, const struct hal_block *block, uint64_t loads,
                             struct timings *all)
{
    unsigned from = 0, least = n_counts() - 1; /* the number whose timing is the shortest */
    uint64_t ticks = time_flushed(block, least, flushed_steps(loads, least), 0);

    if (ticks == MEASURE_NONE || 2 * ticks < plan->sample_ticks)
        return false;
    for (unsigned turn = 0; turn < ROUNDS; turn++)
        for (unsigned c = 0; c < n_counts(); c++, from += MARKS_APART) {
            struct timings *t = &all[c];

            t->steps = flushed_steps(loads, c);
            ticks = time_flushed(block, c, t->steps, from);
            if (ticks != MEASURE_NONE)
                t->ticks[t->n++] = ticks;
        }
    return true;
}

/* Returns false where lines cannot be flushed, or too few are. */
static bool run_flushed(struct probe_run *run, const struct hal_block *block, unsigned level)
{
    const struct probe_key keys[] = { { "level", level + 1 },
                                      { "memory", 1 },
                                      { "bytes", FLUSHED_BYTES },
                                      { "flushed", 1 },
                                      { 0, 0 } };

    /* From page to page: of one that is visited several times in a row a prefetcher brings the
     * rest. */
    struct chase chase = { .base = block->start,
                           .slot_bytes = SLOT_BYTES,
                           .segment_bytes = FLUSHED_BYTES,
                           .seed = run->plan->seed };

    if (block->size_bytes < FLUSHED_BYTES || !flush_by_line())
        return false;
    chase_init(&chase);
    uint64_t loads = chase_lay(&chase, FLUSHED_BYTES / SLOT_BYTES);
    mark(marks, &chase, FLUSHED_BYTES, loads);
    for (unsigned c = 0; c < MLP_COUNTS; c++)
        all_timings[c] = (struct timings){ .n = 0 };
    if (!time_all_flushed(run->plan, block, loads, all_timings))
        return false;
    send(run, keys, all_timings);
    return true;
}

/* ---- each level ---- */

static void run_level(struct probe_run *run, struct chase *chase, unsigned level, size_t bytes)
{
    const unsigned last = n_counts() - 1;
    const bool memory = level >= run->plan->n_caches;
    struct timings *all = all_timings;

    chase->slot_bytes = slot_bytes(level, bytes);
    chase_init(chase);
    uint64_t loads = chase_lay(chase, bytes / chase->slot_bytes);
    mark(marks, chase, bytes, loads);
    for (unsigned c = 0; c < MLP_COUNTS; c++)
        all[c] = (struct timings){ .n = 0 };
    /* A cache may take some laps until it keeps what fits. */
    place(&walkers, marks, mlp_chains[last], 0);
    mlp_walks[last](&walkers, (memory ? 1 : WARM_LAPS) * (loads / mlp_chains[last] + 1));
    if (!memory || loads >= (uint64_t)MARKS * APART_LOADS)
        time_turns(run->plan, marks, loads, memory, all);
    else
        for (unsigned c = 0; c < n_counts(); c++)
            time_row(run->plan, marks, loads, c, &all[c]);
    const struct probe_key keys[] = {
        { "level", level + 1 }, { "memory", memory }, { "bytes", bytes }, { 0, 0 }
    };

    send(run, keys, all);
}

static size_t most_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)64 << 20,
        [EFFORT_NORMAL] = (size_t)128 << 20,
        [EFFORT_THOROUGH] = (size_t)512 << 20,
    };
    size_t bytes = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return 3 * n_counts();
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    if (chase_alloc(&block, most_bytes(run->plan), LEAST_BYTES) != 0)
        return RECORD_END_NO_MEMORY;
    struct chase chase = {
        .base = block.start,
        .segment_bytes = chase_segment_bytes(&block),
        .seed = run->plan->seed,
    };
    for (unsigned level = 0; level <= run->plan->n_caches; level++) {
        size_t bytes = working_set(run->plan, level, block.size_bytes);

        if (bytes == 0 || (level == run->plan->n_caches && run_flushed(run, &block, level)))
            continue;
        run_level(run, &chase, level, bytes);
    }
    hal_free(&block);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_mlp = {
    .rank = 64,
    .about = "memory-level parallelism (MLP): misses in flight, of each level",
    .options = options,
    .points = points,
    .run = run,
};
