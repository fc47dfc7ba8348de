/* Entries of the reorder buffer: two chains of cache misses, with operations between two loads that
 * depend on neither. While the next load fits in the reorder buffer, two misses overlap. Entries of
 * the schedulers: the same with operations that depend on the load before them. Misses overlap
 * while the scheduler has room for these operations.
 *
 * Where the port flushes lines, the chains are in few pages, flushed before each timing, so that no
 * load misses the TLB; else in more memory than the last cache holds. Each timing is short, and
 * after each later probe all are taken once more: an SMT sibling has half of the buffer for
 * milliseconds.
 *
 * Series; key bytes: the memory that the chains are in; flushed: 1 where it is; again=1: of what
 * was timed after later probes. x = operations between two loads, ops = loads of both chains in
 * turn; x = 0: loads of one chain, with nothing between. The first has no key of; of=int: integer
 * additions that depend on the load before them; of=fp: floating-point additions that do.
 * of=int_rows, of=fp_rows: without loads, rows of operations that each depend on the one before; x
 * = operations of a row, after which the next operation depends on nothing; 0: one row; ops =
 * operations. */
#include "hal/alloc.h"
#include "lib/estimate.h"
#include "lib/flush.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "lib/windows.h"
#include "reorder_buffer/kernel.h"
#include "run/probe.h"

enum {
    ROUNDS = HAL_ALONE ? 6 : 12, /* nobody else is on the core of a board that runs nothing else */
    LATER = HAL_ALONE ? 0 : 28,  /* more of them after later probes */
    BEYOND = 4,                  /* memory, in units of the last cache */
    FEWEST_LOADS = 128,
    LEAST_BYTES = 64 * 1024,
    USUAL_BYTES = 16 << 20,
    SLOT_BYTES = 128,
    PAGE_BYTES = 4096,
    FLUSHED_BYTES = 64 * 1024, /* of each chain */
    FLUSHED_LOADS = FLUSHED_BYTES / SLOT_BYTES,
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
    { NULL, reorder_buffer_walk_two, REORDER_BUFFER_STEP, REORDER_BUFFER_MOST / REORDER_BUFFER_STEP,
      next_each },
    { "int", reorder_buffer_walk_int, REORDER_BUFFER_INT, REORDER_BUFFER_WAITING_STEPS,
      next_wider },
    { "fp", reorder_buffer_walk_fp, REORDER_BUFFER_FP, REORDER_BUFFER_WAITING_STEPS, next_wider },
};
enum {
    KINDS = sizeof kinds / sizeof *kinds,
    MOST_POINTS = 1 + REORDER_BUFFER_MOST / REORDER_BUFFER_STEP
};

/* Where there are no floating-point numbers, the last kind is left out. */
static unsigned n_kinds(void)
{
    return reorder_buffer_has_fp() ? KINDS : KINDS - 1;
}

/* Steps after STEPS, of which a quick run takes half as many. */
static unsigned after(const struct plan *plan, const struct between *b, unsigned steps)
{
    return steps + (plan->effort == EFFORT_QUICK ? 2 : 1) * b->next(steps);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    n += reorder_buffer_has_fp() ? 4 : 2; /* of rows */
    for (unsigned kind = 0; kind < n_kinds(); kind++)
        for (unsigned s = 0; s <= kinds[kind].steps; s = after(plan, &kinds[kind], s))
            n++;
    return HAL_ALONE ? n : 2 * n; /* those taken later are sent by themselves */
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
    uint32_t x, n; /* N: timings */
    uint64_t ops;
    uint32_t ticks[ROUNDS + LATER];
};

/* What is kept until the end of the run; of a board that runs nothing else no kind is. */
enum { KEPT = HAL_ALONE ? 1 : KINDS };
static struct {
    struct hal_block block;
    struct reorder_buffer_walk walk;
    uintptr_t start[2]; /* of the chains */
    uint64_t bytes;
    bool flushed;
    struct point points[KEPT][MOST_POINTS];
    unsigned n_points[KEPT];
} all;

static unsigned slot_of(unsigned kind)
{
    return kind % KEPT;
}

/* Both chains begin anew, none of their lines in a cache and all of their pages translated, each by
 * a line between slots. */
static void flush(void)
{
    flush_but_translations(all.block.start, all.block.size_bytes, SLOT_BYTES / 2);
    all.walk.at[0] = all.start[0];
    all.walk.at[1] = all.start[1];
}

/* In memory that is not flushed both loops go on where they stopped. */
static uint64_t time_point(const struct between *b, unsigned x, uint64_t ops)
{
    const struct measure_kernel kernel = { x > 0 ? b->walk : reorder_buffer_walk_one, &all.walk };

    all.walk.between = x;
    if (all.flushed)
        flush();
    return measure_ticks(&kernel, ops);
}

/* As measure_enough_ops(); of flushed memory 0 where its loads are too few. */
static uint64_t enough_loads(const struct plan *plan, const struct between *b, unsigned x)
{
    const struct measure_kernel kernel = { x > 0 ? b->walk : reorder_buffer_walk_one, &all.walk };

    all.walk.between = x;
    if (!all.flushed)
        return measure_enough_ops(plan, &kernel, FEWEST_LOADS, 0);
    for (uint64_t ops = FEWEST_LOADS; ops < FLUSHED_LOADS; ops *= 2) {
        uint64_t ticks = time_point(b, x, ops);

        if (ticks != MEASURE_NONE && ticks >= plan->sample_ticks)
            return ops;
    }
    return 0;
}

static void make_points(const struct plan *plan, unsigned kind)
{
    const struct between *b = &kinds[kind];
    unsigned n = 0;

    for (unsigned s = 0; s <= b->steps; s = after(plan, b, s), n++)
        all.points[slot_of(kind)][n] =
            (struct point){ .x = s * b->ops, .ops = enough_loads(plan, b, s * b->ops) };
    all.n_points[slot_of(kind)] = n;
}

/* All points once: what disturbs one disturbs the others. */
static void time_points(unsigned kind)
{
    for (unsigned i = 0; i < all.n_points[slot_of(kind)]; i++) {
        struct point *p = &all.points[slot_of(kind)][i];
        bool room = p->ops > 0 && p->n < sizeof p->ticks / sizeof *p->ticks;
        uint64_t ticks = room ? time_point(&kinds[kind], p->x, p->ops) : MEASURE_NONE;

        if (ticks <= UINT32_MAX) /* MEASURE_NONE is more */
            p->ticks[p->n++] = (uint32_t)ticks;
    }
}

static void send_points(struct probe_run *run, unsigned kind)
{
    for (unsigned i = 0; i < all.n_points[slot_of(kind)]; i++) {
        struct point *p = &all.points[slot_of(kind)][i];
        uint64_t x = p->x, ticks[ROUNDS + LATER];

        for (unsigned k = 0; k < p->n; k++)
            ticks[k] = p->ticks[k];
        if (p->n > 0)
            probe_sample(run, &x, 1, p->ops, ticks, p->n);
        p->n = 0;
    }
}

/* Lays a chain over BYTES at OFFSET in BLOCK. Returns where it begins. Where lines are flushed
 * pages are translated, and loads go from one to another: of a page that is visited several times
 * in a row a prefetcher brings the rest. */
static uintptr_t lay(const struct hal_block *block, size_t offset, size_t bytes, uint64_t seed)
{
    struct chase chase = { .base = (char *)block->start + offset,
                           .slot_bytes = SLOT_BYTES,
                           .segment_bytes = all.flushed ? bytes : chase_segment_bytes(block),
                           .seed = seed };

    while (chase.segment_bytes > bytes)
        chase.segment_bytes /= 2;
    chase_init(&chase);
    (void)chase_lay(&chase, bytes / SLOT_BYTES);
    return (uintptr_t)chase.base;
}

/* AGAIN: what was timed after later probes. */
static void send_series(struct probe_run *run, unsigned kind, bool again)
{
    const struct probe_word words[] = { { "of", kinds[kind].of }, { 0, 0 } };
    struct probe_key keys[4] = { { "bytes", all.bytes } };
    unsigned n = 1;

    if (all.flushed)
        keys[n++] = (struct probe_key){ "flushed", 1 };
    if (again)
        keys[n++] = (struct probe_key){ "again", 1 };
    probe_series_both(run, run->name, words, keys);
    send_points(run, kind);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* ---- rows ---- */

static void time_rows(struct probe_run *run, void (*loop)(void *, uint64_t))
{
    static uint64_t ticks[2][ROW_TIMINGS];
    struct reorder_buffer_rows rows = { ROW_ROUNDS };
    const struct measure_kernel kernel = { loop, &rows };
    uint64_t x[2] = { 0, ROW_ROUNDS * REORDER_BUFFER_ROUND }, ops;
    unsigned n[2] = { 0, 0 };

    ops = measure_enough_ops(run->plan, &kernel, x[1], 0);
    for (unsigned r = 0; ops > 0 && r < 2 * ROW_TIMINGS; r++) {
        unsigned i = r % 2;
        rows.rounds = i == 1 ? ROW_ROUNDS : (unsigned)(ops / REORDER_BUFFER_ROUND);
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

static void lay_chains(struct probe_run *run)
{
    size_t half = all.block.size_bytes / 2 / SLOT_BYTES * SLOT_BYTES;

    all.bytes = 2 * half;
    all.start[0] = all.walk.at[0] = lay(&all.block, 0, half, run->plan->seed);
    all.start[1] = all.walk.at[1] = lay(&all.block, half, half, run->plan->seed + 1);
}

/* Lays both chains: in few pages where these can be flushed, and hold enough for a timing. 0, or
 * -1: no memory. */
static int begin(struct probe_run *run)
{
    all.flushed = flush_by_line() &&
                  hal_alloc(&all.block, 2 * FLUSHED_BYTES, PAGE_BYTES, HAL_PAGES_BASE) == 0;
    if (all.flushed) {
        lay_chains(run);
        if (enough_loads(run->plan, &kinds[0], REORDER_BUFFER_STEP) > 0)
            return 0;
        hal_free(&all.block);
        all.flushed = false;
    }
    if (chase_alloc(&all.block, wanted_bytes(run->plan), LEAST_BYTES) != 0)
        return -1;
    lay_chains(run);
    return 0;
}

static enum record_end run(struct probe_run *run)
{
    if (begin(run) != 0)
        return RECORD_END_NO_MEMORY;
    for (unsigned kind = 0; kind < n_kinds(); kind++) {
        make_points(run->plan, kind);
        for (unsigned r = 0; r < ROUNDS; r++)
            time_points(kind);
        send_series(run, kind, false);
    }
    row_series(run, "int_rows", reorder_buffer_rows_int);
    if (reorder_buffer_has_fp())
        row_series(run, "fp_rows", reorder_buffer_rows_fp);
    if (HAL_ALONE || !all.flushed)
        hal_free(&all.block);
    return RECORD_END_OK;
}

/* Memory that others need is not kept. */
static void again(struct probe_run *run)
{
    (void)run;
    for (unsigned kind = 0; all.block.start && kind < n_kinds(); kind++)
        time_points(kind);
}

static void send_again(struct probe_run *run)
{
    for (unsigned kind = 0; all.block.start && kind < n_kinds(); kind++)
        if (all.n_points[slot_of(kind)] > 0 && all.points[slot_of(kind)][0].n > 0)
            send_series(run, kind, true);
    hal_free(&all.block);
}

static const struct probe_extra extra = {
    .again = again,
    .send_again = send_again,
    .again_share = 32,
};

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_reorder_buffer = {
    .rank = 65,
    .about = "entries of the reorder buffer and of the schedulers",
    .options = options,
    .extra = HAL_ALONE ? 0 : &extra,
    .points = points,
    .run = run,
};
