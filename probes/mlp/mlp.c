/* Memory-level parallelism: how many misses of each level are under way at once (X-Ray, section 7,
 * names it as what comes next).
 *
 * Chains: one series for each level, keys level (1 ...), memory (1: beyond the last cache), bytes,
 * the working set, registers, the most chains that a compiler keeps in registers, and flushed (1:
 * flushed before each timing, all of its pages translated). x = chains that are followed side by
 * side, ops = loads of all of them. The chains follow one lap over the working set, evenly apart.
 *
 * of=stream: for each cache from the second on, the same working set. x = loads that wait for
 * nothing, of as many lines; ops = x.
 *
 * of=batch: lines that no cache has, flushed (1), or of memory that is used once (0). x = loads of
 * a batch, of as many lines in few pages, all translated; ops = loads of all batches, each of which
 * begins when the one before is there. Key held: after so many loads the loop uses what they
 * loaded. Each timing has lines of its own choice; the first timings of all x are the first pass.
 */
#include "hal/alloc.h"
#include "hal/board_limits.h"
#include "lib/estimate.h"
#include "lib/flush.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "lib/windows.h"
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
    FLUSHED_STEPS = 128, /* most of a timing */
    LEAST_STEPS = 8,     /* of the clock, that a timing takes where there are many */
};

/* Marks on the lap, ten for each chain; how many lie between two timings; and how many loads
 * between two marks make sure that none comes to what another has loaded. */
enum { MARKS = 240, MARKS_APART = 7, APART_LOADS = 4 * FEWEST_STEPS };

/* Of one number of chains. */
struct timings {
    uint64_t steps, ticks[ROUNDS];
    unsigned n;
};

/* Marks the lap of CHASE over BYTES, of LOADS, evenly. Where it has many segments, their first
 * slots are known: walking a lap takes long. */
static void mark(uintptr_t marks[MARKS], const struct chase *chase, size_t bytes, uint64_t loads)
{
    size_t segments = bytes / chase->segment_bytes;
    void *p = chase->base;
    uint64_t at = 0;

    for (unsigned i = 0; i < MARKS; i++) {
        if (segments >= MARKS) {
            marks[i] = (uintptr_t)(chase->base + segments * i / MARKS * chase->segment_bytes);
            continue;
        }
        for (; at < loads * i / MARKS; at++)
            p = *(void **)p;
        marks[i] = (uintptr_t)p;
    }
}

/* Puts N walkers on MARKS, evenly from mark FROM on. */
static void place(struct mlp_walkers *w, const uintptr_t marks[MARKS], unsigned n, unsigned from)
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
static void move_marks(const struct mlp_walkers *w, uintptr_t marks[MARKS], unsigned n,
                       unsigned from)
{
    for (unsigned i = 0; i < n; i++)
        marks[(from + i * (MARKS / n)) % MARKS] = w->at[i];
}

/* In memory whose lap is short, number C of chains: a lap, so that what a cache keeps of it lies
 * after the walkers, and timings in a row along it. */
static void time_row(const struct plan *plan, const uintptr_t marks[MARKS], uint64_t loads,
                     unsigned c, struct timings *t)
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
static void time_turns(const struct plan *plan, uintptr_t marks[MARKS], uint64_t loads, bool memory,
                       struct timings *all)
{
    unsigned from = 0;

    for (unsigned turn = 0; turn <= ROUNDS; turn++)
        for (unsigned c = 0; c < MLP_COUNTS; c++) {
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
    for (unsigned c = 0; c < MLP_COUNTS; c++) {
        const uint64_t x = mlp_chains[c];

        if (all[c].n > 0)
            probe_sample(run, &x, 1, all[c].steps * x, all[c].ticks, all[c].n);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static uintptr_t marks[MARKS];
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
    unsigned from = 0, least = MLP_COUNTS - 1; /* the number whose timing is the shortest */
    uint64_t ticks = time_flushed(block, least, flushed_steps(loads, least), 0);

    if (ticks == MEASURE_NONE || 2 * ticks < plan->sample_ticks)
        return false;
    for (unsigned turn = 0; turn < ROUNDS; turn++)
        for (unsigned c = 0; c < MLP_COUNTS; c++, from += MARKS_APART) {
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
    const struct probe_key keys[] = { { "level", level + 1 },     { "memory", 1 },
                                      { "bytes", FLUSHED_BYTES }, { "registers", MLP_REGISTERS },
                                      { "flushed", 1 },           { 0, 0 } };

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

/* ---- loads of a cache that wait for nothing ---- */

enum { STREAM_MOST = 256, STREAM_COUNTS = 3, PAGE_BYTES = 4096 };
static const uint64_t stream_loads[STREAM_COUNTS] = { 64, 128, STREAM_MOST };
static uintptr_t list[STREAM_MOST];

/* 0 to BELOW - 1; BELOW is at most 65536. */
static unsigned random_below(struct probe_run *run, unsigned below)
{
    return (unsigned)((probe_random(run) >> 48) * below >> 16);
}

/* Puts the numbers 0 to N - 1 into ORDER, the first CHOSEN of them by chance. */
static void shuffle(struct probe_run *run, uint8_t *order, unsigned n, unsigned chosen)
{
    for (unsigned i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    for (unsigned i = 0; i < chosen; i++) {
        unsigned other = i + random_below(run, n - i);
        uint8_t kept = order[i];

        order[i] = order[other];
        order[other] = kept;
    }
}

/* A lap over lines: page after page, each in the order of SLOT, begun elsewhere. */
struct lap {
    char *base;
    size_t n_pages, page; /* a power of two of them; the one that is next */
    unsigned n_slots, slot_bytes;
    uint8_t slot[PAGE_BYTES / 64];
};

/* Fills the list with the next N addresses, whole pages. */
static void go_on(struct lap *lap, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned slot = i & (lap->n_slots - 1);
        size_t page = (lap->page * 5 + 3) & (lap->n_pages - 1); /* each once in a lap */

        list[i] = (uintptr_t)(lap->base + page * PAGE_BYTES +
                              lap->slot[(slot + page) & (lap->n_slots - 1)] * lap->slot_bytes);
        lap->page = slot + 1 == lap->n_slots ? page : lap->page;
    }
}

static bool lay_lap(struct probe_run *run, struct lap *lap, char *base, size_t bytes)
{
    *lap = (struct lap){ .base = base, .n_pages = 1, .slot_bytes = SLOT_BYTES };
    lap->n_slots = PAGE_BYTES / lap->slot_bytes;
    while (2 * lap->n_pages * PAGE_BYTES <= bytes)
        lap->n_pages *= 2;
    shuffle(run, lap->slot, lap->n_slots, lap->n_slots);
    return lap->n_pages * lap->n_slots >= 2 * STREAM_MOST;
}

static void send_stream(struct probe_run *run, const struct probe_key *keys,
                        uint64_t ticks[STREAM_COUNTS][ROUNDS], const unsigned n[STREAM_COUNTS])
{
    const struct probe_word words[] = { { "of", "stream" }, { 0, 0 } };

    probe_series_both(run, run->name, words, keys);
    for (unsigned c = 0; c < STREAM_COUNTS; c++)
        if (n[c] > 0)
            probe_sample(run, &stream_loads[c], 1, stream_loads[c], ticks[c], n[c]);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Left out where the working set is too small, or the clock too coarse. */
static void run_stream(struct probe_run *run, char *base, unsigned level, size_t bytes)
{
    const struct probe_key keys[] = { { "level", level + 1 }, { "bytes", bytes }, { 0, 0 } };
    struct mlp_batches stream = { list, 0 };
    const struct measure_kernel kernel = { mlp_stream, &stream };
    const unsigned last = STREAM_COUNTS - 1;
    static uint64_t ticks[STREAM_COUNTS][ROUNDS];
    unsigned n[STREAM_COUNTS] = { 0 };
    struct lap lap;

    if (!lay_lap(run, &lap, base, bytes))
        return;
    for (size_t i = 0; i < lap.n_pages * lap.n_slots; i += STREAM_MOST) {
        go_on(&lap, STREAM_MOST);
        mlp_stream(&stream, STREAM_MOST);
    }
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned c = 0; c < STREAM_COUNTS; c++) {
            go_on(&lap, (unsigned)stream_loads[c]);
            n[c] += measure_rounds(&kernel, stream_loads[c], &ticks[c][n[c]], 1);
            if (r == 0 && c == last &&
                (n[c] == 0 || ticks[c][0] < LEAST_STEPS * run->plan->tick_min))
                return;
        }
    send_stream(run, keys, ticks, n);
}

/* ---- batches of lines that no cache has ---- */

/* A window has four pages of 31 lines that may be chosen and, last, one that is loaded first, so
 * that the page is translated. */
enum {
    WINDOW_BYTES = 4 * PAGE_BYTES,
    PAGE_SLOTS = PAGE_BYTES / SLOT_BYTES - 1,
    WINDOW_SLOTS = WINDOW_BYTES / PAGE_BYTES * PAGE_SLOTS,
    KEPT = PAGE_BYTES - SLOT_BYTES / 2,
    MOST_BATCHES = 16,
    PASSES = HAL_ALONE ? 24 : 128, /* nobody else is on the core of a board that runs alone */
    QUICK_PASSES = HAL_ALONE ? 12 : 48,
    USED_ONCE = 8, /* memory of which each window is used once, in units of the last cache */
};

static uintptr_t batch_list[MOST_BATCHES * MLP_BATCH];
static uint32_t batch_ticks[MLP_BATCH][PASSES];

/* The memory that batches are in: where it begins, how much there is, and where it goes on where it
 * is not flushed. */
struct batch_memory {
    char *base;
    size_t n_bytes, at;
    bool flushed;
    unsigned batches; /* of a timing */
};

/* A line of each page, loaded so that the page is translated; no prefetcher goes on from the last
 * one of a page. */
static void translate(const char *window, size_t n_bytes)
{
    for (size_t i = KEPT; i < n_bytes; i += PAGE_BYTES)
        (void)*(const volatile char *)(window + i);
}

/* Chooses EACH lines of each of the windows of a timing, and leaves none of them in a cache. */
static void choose(struct probe_run *run, struct batch_memory *w, unsigned each)
{
    const size_t bytes = (size_t)w->batches * WINDOW_BYTES;
    uint8_t order[WINDOW_SLOTS];

    w->at = w->flushed || w->at + 2 * bytes > w->n_bytes ? 0 : w->at + bytes;
    char *from = w->base + w->at;
    for (unsigned b = 0; b < w->batches; b++) {
        shuffle(run, order, WINDOW_SLOTS, each);
        for (unsigned i = 0; i < each; i++)
            batch_list[b * each + i] =
                (uintptr_t)(from + (size_t)b * WINDOW_BYTES + order[i] / PAGE_SLOTS * PAGE_BYTES +
                            order[i] % PAGE_SLOTS * SLOT_BYTES);
    }
    if (w->flushed)
        flush_but_translations(from, bytes, KEPT);
    else
        translate(from, bytes);
}

static uint64_t time_batches(struct probe_run *run, struct batch_memory *w, unsigned each)
{
    struct mlp_batches batches = { batch_list, each };
    const struct measure_kernel kernel = { mlp_batch, &batches };

    choose(run, w, each);
    return measure_ticks(&kernel, (uint64_t)w->batches * each);
}

/* The number of batches that a coarse clock can time; 0: none. */
static unsigned enough_batches(struct probe_run *run, struct batch_memory *w)
{
    for (w->batches = 1; w->batches <= MOST_BATCHES; w->batches *= 2) {
        if (w->batches * (size_t)WINDOW_BYTES > w->n_bytes)
            return 0;
        uint64_t ticks = time_batches(run, w, 1);

        if (ticks != MEASURE_NONE && ticks >= LEAST_STEPS * run->plan->tick_min)
            return w->batches;
    }
    return 0;
}

static void send_batches(struct probe_run *run, const struct batch_memory *w, const unsigned *n)
{
    const struct probe_word words[] = { { "of", "batch" }, { 0, 0 } };
    const struct probe_key keys[] = { { "memory", 1 },
                                      { "flushed", w->flushed },
                                      { "batches", w->batches },
                                      { "held", MLP_HELD },
                                      { 0, 0 } };

    probe_series_both(run, run->name, words, keys);
    for (unsigned each = 1; each <= MLP_BATCH; each++) {
        uint64_t x = each, ticks[PASSES];

        for (unsigned i = 0; i < n[each - 1]; i++)
            ticks[i] = batch_ticks[each - 1][i];
        if (n[each - 1] > 0)
            probe_sample(run, &x, 1, (uint64_t)w->batches * each, ticks, n[each - 1]);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* True where some cache is known, and its lines can be flushed or N_BYTES of memory are enough to
 * use each line once. */
static bool batches_fit(const struct plan *plan, size_t n_bytes)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;

    return last > 0 && (flush_by_line() || n_bytes / USED_ONCE >= last);
}

/* Left out where batches do not fit, or the clock is too coarse. */
static void run_batches(struct probe_run *run, const struct hal_block *block)
{
    const struct plan *plan = run->plan;
    const unsigned passes = plan->effort == EFFORT_QUICK ? QUICK_PASSES : PASSES;
    struct batch_memory w = { .base = block->start, .n_bytes = block->size_bytes };
    unsigned n[MLP_BATCH] = { 0 };

    w.flushed = flush_by_line();
    if (!batches_fit(plan, w.n_bytes) || enough_batches(run, &w) == 0)
        return;
    for (unsigned pass = 0; pass < passes; pass++)
        for (unsigned each = 1; each <= MLP_BATCH; each++) {
            uint64_t ticks = time_batches(run, &w, each);

            if (ticks <= UINT32_MAX) /* MEASURE_NONE is more */
                batch_ticks[each - 1][n[each - 1]++] = (uint32_t)ticks;
        }
    send_batches(run, &w, n);
}

/* ---- each level ---- */

static void run_level(struct probe_run *run, struct chase *chase, unsigned level, size_t bytes)
{
    const unsigned last = MLP_COUNTS - 1;
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
        for (unsigned c = 0; c < MLP_COUNTS; c++)
            time_row(run->plan, marks, loads, c, &all[c]);
    const struct probe_key keys[] = { { "level", level + 1 },
                                      { "memory", memory },
                                      { "bytes", bytes },
                                      { "registers", MLP_REGISTERS },
                                      { 0, 0 } };

    send(run, keys, all);
    if (level > 0 && !memory)
        run_stream(run, chase->base, level, bytes);
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
    const bool batches = plan->n_caches == 0 || batches_fit(plan, most_bytes(plan));

    return (PLAN_CACHES + 1) * (MLP_COUNTS + STREAM_COUNTS) + (batches ? MLP_BATCH : 0);
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
    run_batches(run, &block);
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
