/* How many operations a processor has under way at once: two chains of misses, with operations that
 * wait for neither between two loads. While the next load is within the window, two misses overlap.
 * The same with operations that wait for the load before them: they overlap while the queue of
 * those that wait has room.
 *
 * Series; key bytes: the memory that the chains are in. x = operations between two loads, ops =
 * loads of both chains in turn; x = 0: loads of one chain, with nothing between. The first has no
 * key of; of=words: additions that wait for the load before them; of=reals: the same of
 * floating-point numbers. of=rows, of=real_rows: without loads, operations that each wait for the
 * one before; x = operations of a row, after which the next waits for nothing; 0: one row; ops =
 * operations. */
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
    ROW_ROUNDS = 24,
    ROW_TIMINGS = 16,
};

/* Steps up to which each is a point; from twice that on every fourth is, between every other. */
enum { EACH = 20 };

static unsigned next_each(unsigned steps)
{
    (void)steps;
    return 1;
}

/* Queues of operations that wait differ by more than windows do: points lie closer where few wait.
 */
static unsigned next_wider(unsigned steps)
{
    return steps < EACH ? 1 : steps < 2 * EACH ? 2 : 4;
}

/* What is between two loads: STEPS steps of OPS operations at most. */
static const struct between {
    const char *of; /* NULL: what waits for none */
    void (*walk)(void *, uint64_t);
    unsigned ops, steps;
    unsigned (*next)(unsigned steps);
} kinds[] = {
    { NULL, window_walk_two, WINDOW_STEP, WINDOW_MOST / WINDOW_STEP, next_each },
    { "words", window_walk_words, WINDOW_WORDS, WINDOW_WAITING_STEPS, next_wider },
    { "reals", window_walk_reals, WINDOW_REALS, WINDOW_WAITING_STEPS, next_wider },
};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST_POINTS = 1 + WINDOW_MOST / WINDOW_STEP };

/* Where there are no floating-point numbers, the last kind is left out. */
static unsigned n_kinds(void)
{
    return window_has_reals() ? KINDS : KINDS - 1;
}

/* Steps after STEPS, of which a quick run takes half as many. */
static unsigned after(const struct plan *plan, const struct between *b, unsigned steps)
{
    return steps + (plan->effort == EFFORT_QUICK ? 2 : 1) * b->next(steps);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    n += window_has_reals() ? 4 : 2; /* of rows */
    for (unsigned kind = 0; kind < n_kinds(); kind++)
        for (unsigned s = 0; s <= kinds[kind].steps; s = after(plan, &kinds[kind], s))
            n++;
    return n;
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
static uint64_t time_point(const struct between *b, struct window_walk *walk, const struct point *p)
{
    const struct measure_kernel kernel = { p->x > 0 ? b->walk : window_walk_one, walk };

    walk->between = (unsigned)p->x;
    return measure_ticks(&kernel, p->ops);
}

static unsigned make_points(const struct plan *plan, const struct between *b, struct point *points,
                            struct window_walk *walk)
{
    unsigned n = 0;

    for (unsigned s = 0; s <= b->steps; s = after(plan, b, s), n++) {
        const struct measure_kernel kernel = { s > 0 ? b->walk : window_walk_one, walk };

        walk->between = s * b->ops;
        points[n] = (struct point){ .x = walk->between,
                                    .ops = measure_enough_ops(plan, &kernel, FEWEST_LOADS, 0) };
    }
    return n;
}

/* All points in each round: what disturbs one disturbs the others. */
static void time_points(struct probe_run *run, const struct between *b, struct window_walk *walk)
{
    static struct point points[MOST_POINTS];
    unsigned n = make_points(run->plan, b, points, walk);

    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned i = 0; i < n; i++) {
            uint64_t ticks = points[i].ops > 0 ? time_point(b, walk, &points[i]) : MEASURE_NONE;

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

static void series(struct probe_run *run, const struct between *b, struct window_walk *walk,
                   uint64_t bytes)
{
    const struct probe_word words[] = { { "of", b->of }, { 0, 0 } };
    const struct probe_key keys[] = { { "bytes", bytes }, { 0, 0 } };

    probe_series_both(run, run->name, words, keys);
    time_points(run, b, walk);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* ---- rows ---- */

static void time_rows(struct probe_run *run, void (*loop)(void *, uint64_t))
{
    static uint64_t ticks[2][ROW_TIMINGS];
    struct window_rows rows = { ROW_ROUNDS };
    const struct measure_kernel kernel = { loop, &rows };
    uint64_t x[2] = { 0, ROW_ROUNDS * WINDOW_ROUND }, ops;
    unsigned n[2] = { 0, 0 };

    ops = measure_enough_ops(run->plan, &kernel, x[1], 0);
    for (unsigned r = 0; ops > 0 && r < 2 * ROW_TIMINGS; r++) {
        unsigned i = r % 2;
        rows.rounds = i == 1 ? ROW_ROUNDS : (unsigned)(ops / WINDOW_ROUND);
        uint64_t took = measure_ticks(&kernel, ops);
        if (took != MEASURE_NONE)
            ticks[i][n[i]++] = took;
    }
    for (unsigned i = 0; i < 2; i++)
        if (n[i] > 0)
            probe_sample(run, &x[i], 1, ops, ticks[i], n[i]);
}

static void row_series(struct probe_run *run, const char *of, void (*loop)(void *, uint64_t))
{
    const struct probe_word words[] = { { "of", of }, { 0, 0 } };

    probe_series_words(run, run->name, words);
    time_rows(run, loop);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    if (chase_alloc(&block, wanted_bytes(run->plan), LEAST_BYTES) != 0)
        return RECORD_END_NO_MEMORY;
    size_t half = block.size_bytes / 2 / SLOT_BYTES * SLOT_BYTES;
    struct window_walk walk = { .at = { lay(&block, 0, half, run->plan->seed),
                                        lay(&block, half, half, run->plan->seed + 1) } };

    for (unsigned kind = 0; kind < n_kinds(); kind++)
        series(run, &kinds[kind], &walk, 2 * half);
    row_series(run, "rows", window_rows_words);
    if (window_has_reals())
        row_series(run, "real_rows", window_rows_reals);
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
