/* Line size of each level, from the room that lines take.
 *
 * What comes with a load may be a longer line or a prefetched one; which of them, a pair of loads
 * cannot tell. But only a line takes room of its own in a cache that holds everything: where loads
 * LINE bytes apart fit, so do as many scattered ones, one in each 2 * LINE bytes, unless the lines
 * are longer than LINE. So for each level and LINE three chains cover the same SPAN, which is more
 * than the level holds and at most twice as much:
 *
 * x = SPAN : 2048   one load every LINE bytes in one half of each page: fits
 * x = SPAN : LINE   one load in each 2 * LINE bytes, in either half: fits if lines are no longer
 * x = SPAN : 0      one load every LINE bytes everywhere: does not fit
 * Keys: level (counted as cache_size saw them), line, segment, page, in bytes.
 *
 * From one level to the next LINE only grows. Then pairs of loads D bytes apart as they are
 * published (BlackjackBench section 3.1.1), which show whether lines come together; one pair in
 * every slot, the slots in random order, and for each level as many as overflow it:
 * x = pairs : D. Keys: slot, segment, page, in bytes. */
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "lib/sweep.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    LEAST_LINE_BYTES = 16,
    MOST_LINE_BYTES = 256,
    SLOT_BYTES = 2 * MOST_LINE_BYTES,
    FEWEST_PAIRS = 64,
    PAIRS_WITHOUT_CACHE = 4096,
    MANY_PAIRS = 65536,
    PIECE_BYTES = 2048,
    LARGE_BYTES = 8 << 20, /* one span is enough for a quick run, as its laps take long */
    WAYS_OF_LAYING = 3,
    USUAL_DOUBLINGS = 2, /* lines tried at a level, for the plan */
    MOST_DISTANCES = 6,
};

static struct sweep sweep;
static struct estimate_point lowest[SWEEP_POINTS];

struct lines {
    struct chase chase;
    size_t most_bytes, page_bytes;
    size_t segment_bytes; /* a page's worth of loads in random order */
    size_t capacity_bytes[PLAN_CACHES];
};

/* The answer of a sweep of scattered loads about a line. */
enum fit { FIT_UNKNOWN, FIT_NOT, FIT_YES };

static size_t largest_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)64 << 20,
        [EFFORT_NORMAL] = (size_t)256 << 20,
        [EFFORT_THOROUGH] = (size_t)1 << 30,
    };
    size_t bytes = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

/* As many pairs as overflow CACHE_BYTES, whose lines are of LINE_BYTES or more. */
static size_t overflowing_pairs(size_t cache_bytes, size_t line_bytes)
{
    return cache_bytes / line_bytes * 2;
}

/* Returns the memory that the pairs need where lines have 64 bytes: much more than the scattered
 * loads need. */
static size_t wanted_bytes(const struct plan *plan)
{
    enum { USUAL_LINE_BYTES = 64 };
    size_t most = largest_bytes(plan);
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t factor = SLOT_BYTES / USUAL_LINE_BYTES * 2;

    if (last == 0)
        return PAIRS_WITHOUT_CACHE * SLOT_BYTES < most ? PAIRS_WITHOUT_CACHE * SLOT_BYTES : most;
    return last < most / factor ? last * factor : most;
}

/* ---- the room that scattered loads take ---- */

/* Lays the gaps of a level piece by piece and walks in between. What is prefetched next to a load
 * that misses takes room, too; if all loads missed at once, each lap would push out what the next
 * one needs, for ever. */
static uint64_t lay_slowly(struct chase *chase, size_t n)
{
    enum { PARTS = 4 };
    uint64_t ops = 0;

    for (size_t part = 1; part <= PARTS; part++) {
        size_t n_part = n * part / PARTS;

        if (n_part == 0)
            continue;
        ops = chase_lay(chase, n_part);
        if (part < PARTS)
            chase_walk(chase, ops);
    }
    return ops;
}

static uint64_t prepare_scattered(void *ctx, const uint64_t *x)
{
    struct chase *chase = &((struct lines *)ctx)->chase;
    size_t segment = ((struct lines *)ctx)->segment_bytes;
    size_t n = (size_t)x[0] / chase->slot_bytes;

    chase->piece_bytes = (size_t)x[1];
    chase->segment_bytes = chase->piece_bytes > 0 ? segment / 2 : segment;
    chase_init(chase);
    return chase->piece_bytes > 0 ? lay_slowly(chase, n / 2) : chase_lay(chase, n);
}

static void walk_steps(void *lines, uint64_t steps)
{
    chase_walk(&((struct lines *)lines)->chase, steps);
}

/* Spans of 6/5, 3/2 and 9/5 of the level's capacity, as far as there is memory. */
static unsigned spans(enum probe_effort effort, size_t cache_bytes, size_t most_bytes,
                      size_t line_bytes, size_t *span)
{
    static const unsigned tenths[] = { 15, 12, 18 };
    unsigned n_quick = cache_bytes < LARGE_BYTES ? 2 : 1, n = 0;
    unsigned n_wanted = effort == EFFORT_QUICK ? n_quick : 3;

    for (unsigned i = 0; i < n_wanted; i++) {
        size_t bytes = cache_bytes / 10 * tenths[i];

        bytes -= bytes % (2 * line_bytes);
        if (bytes >= 4 * line_bytes && bytes <= most_bytes)
            span[n++] = bytes;
    }
    return n;
}

static unsigned scattered_points(const struct lines *lines, const size_t *span, unsigned n_spans)
{
    size_t line = lines->chase.slot_bytes, page = lines->segment_bytes;
    size_t together = page / 2 < PIECE_BYTES ? page / 2 : PIECE_BYTES;
    const size_t pieces[WAYS_OF_LAYING] = { together, line, 0 };
    unsigned n = 0;

    for (unsigned i = 0; i < n_spans; i++)
        for (unsigned k = 0; k < WAYS_OF_LAYING; k++, n++) {
            sweep.x[n][0] = span[i];
            sweep.x[n][1] = pieces[k];
        }
    return n;
}

/* Returns FIT_YES when scattered loads cost what loads close together do at some span of the last
 * sweep, FIT_NOT when they cost what loads do that do not fit. Unknown where the level holds all of
 * them, or none. */
static enum fit scattered_fit(void)
{
    enum fit fit = FIT_UNKNOWN;

    if (sweep_lowest(&sweep, lowest) != sweep.n_points)
        return FIT_UNKNOWN;
    for (unsigned i = 0; i < sweep.n_points; i += WAYS_OF_LAYING) {
        uint64_t together = lowest[i].cost, scattered = lowest[i + 1].cost;
        uint64_t everywhere = lowest[i + 2].cost;
        uint64_t most = everywhere > scattered ? everywhere : scattered;

        if (most <= together + together / 10)
            continue;
        fit = FIT_NOT;
        if (4 * scattered < 3 * together + everywhere) /* clearly: a timing may be disturbed */
            return FIT_YES;
    }
    return fit;
}

/* How often a sweep times a point, how long it may take, and all of a series, by effort. */
static void set_effort(const struct plan *plan)
{
    static const unsigned passes[] = { 6, 12, SWEEP_PASSES };
    static const uint64_t shares[] = { 40, 16, 2 }, budgets_16ths[] = { 2, 8, 160 };

    sweep.passes = passes[plan->effort];
    sweep.share_ticks = measure_second_ticks() / shares[plan->effort];
    sweep.budget_ticks = measure_second_ticks() * budgets_16ths[plan->effort] / 16;
    sweep.n_x = 2;
}

/* One series: LEVEL at the line that is set. */
static enum fit run_scattered(struct probe_run *run, struct lines *lines, unsigned level)
{
    const struct plan *plan = run->plan;
    size_t line = lines->chase.slot_bytes, span[WAYS_OF_LAYING];
    const struct probe_key keys[] = { { "level", level + 1 },
                                      { "line", line },
                                      { "segment", lines->segment_bytes },
                                      { "page", lines->page_bytes },
                                      { 0, 0 } };
    unsigned n = spans(plan->effort, lines->capacity_bytes[level], lines->most_bytes, line, span);

    if (n == 0)
        return FIT_UNKNOWN;
    set_effort(plan);
    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_points = scattered_points(lines, span, n);
    sweep.prepare = prepare_scattered;
    sweep.kernel = (struct measure_kernel){ walk_steps, lines };
    return sweep_run(run, &sweep) == RECORD_END_OK ? scattered_fit() : FIT_UNKNOWN;
}

/* LEVEL at growing lines from LINE on, until scattered loads fit; at other capacities where that of
 * the plan, which is crude, shows nothing, for a limited time: laps of an outer level that others
 * have a share of may take seconds, and show nothing. Then a longer line is tried where the last
 * one took less than half of it: it has fewer loads. Returns the line that fits, else LINE. */
static size_t run_level(struct probe_run *run, struct lines *lines, unsigned level, size_t line)
{
    static const unsigned sixths[] = { 6, 9, 13, 4 };
    static const uint64_t tenths[] = { 10, 30, 600 }; /* of a second, by effort */
    const uint64_t begin = hal_timer_now_ticks();
    const uint64_t budget = measure_second_ticks() * tenths[run->plan->effort] / 10;
    const unsigned n_tries = sizeof sixths / sizeof sixths[0];
    size_t planned = run->plan->cache_bytes[level], tried = line;
    bool late = false;

    for (unsigned try = 0; try < n_tries && tried <= MOST_LINE_BYTES && !late;) {
        uint64_t begin_line = hal_timer_now_ticks();

        lines->chase.slot_bytes = tried;
        lines->capacity_bytes[level] = planned / 6 * sixths[try];
        enum fit fit = run_scattered(run, lines, level);
        if (fit == FIT_YES)
            return tried;
        if (fit == FIT_UNKNOWN)
            try++;
        else
            tried *= 2;
        late = measure_late(begin, budget) &&
               (fit == FIT_UNKNOWN || measure_late(begin_line, budget / 2));
    }
    return line;
}

/* Every level; none has shorter lines than a nearer one. Returns the longest line found. */
static size_t run_levels(struct probe_run *run, struct lines *lines)
{
    size_t line = LEAST_LINE_BYTES;

    for (unsigned level = 0; level < run->plan->n_caches; level++)
        run->plan->cache_line[level] = (unsigned)(line = run_level(run, lines, level, line));
    return line;
}

/* ---- pairs ---- */

static uint64_t prepare_pairs(void *ctx, const uint64_t *x)
{
    struct chase *chase = &((struct lines *)ctx)->chase;

    chase->extent_bytes = (size_t)x[1];
    chase_init(chase); /* another extent is another chain */
    return chase_lay(chase, (size_t)x[0]);
}

/* Distances up to MOST_BYTES. */
static unsigned add_extents(size_t pairs, size_t most_bytes, unsigned n)
{
    for (size_t extent = LEAST_LINE_BYTES; extent <= most_bytes; extent *= 2) {
        sweep.x[n][0] = pairs;
        sweep.x[n++][1] = extent;
    }
    return n;
}

/* Distances of many pairs end at four lines of LINE bytes, as far ones take longest. */
static size_t most_extent(size_t pairs, size_t line)
{
    return pairs >= MANY_PAIRS && 4 * line < SLOT_BYTES ? 4 * line : SLOT_BYTES;
}

static unsigned pair_points(const struct plan *plan, const struct lines *lines, size_t line)
{
    size_t most_pairs = lines->most_bytes / SLOT_BYTES, last = FEWEST_PAIRS - 1;
    unsigned n = 0;

    for (unsigned level = 0; level < plan->n_caches; level++) {
        size_t pairs = overflowing_pairs(lines->capacity_bytes[level], line);

        if (n > 0 && most_pairs < lines->capacity_bytes[level] / line / 4 * 3)
            break; /* even if each pair took two lines, so few would hardly overflow the level */
        pairs = pairs > most_pairs ? most_pairs : pairs;
        if (pairs > last)
            n = add_extents(last = pairs, most_extent(pairs, line), n);
    }
    if (n > 0)
        return n;
    return add_extents(PAIRS_WITHOUT_CACHE < most_pairs ? PAIRS_WITHOUT_CACHE : most_pairs,
                       SLOT_BYTES, 0);
}

static enum record_end run_pairs(struct probe_run *run, struct lines *lines, size_t line)
{
    const struct probe_key keys[] = { { "slot", SLOT_BYTES },
                                      { "segment", lines->segment_bytes },
                                      { "page", lines->page_bytes },
                                      { 0, 0 } };

    lines->chase.slot_bytes = SLOT_BYTES;
    lines->chase.segment_bytes = lines->segment_bytes;
    lines->chase.piece_bytes = 0;
    set_effort(run->plan);
    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_points = pair_points(run->plan, lines, line);
    sweep.prepare = prepare_pairs;
    sweep.kernel = (struct measure_kernel){ walk_steps, lines };
    return sweep_run(run, &sweep);
}

/* ---- */

static unsigned points(const struct plan *plan)
{
    enum { USUAL_LEVELS = 2 };
    unsigned levels = plan->n_caches > 0 ? plan->n_caches : USUAL_LEVELS;
    unsigned n_spans = plan->effort == EFFORT_QUICK ? 2 : 3;
    unsigned n = levels * (USUAL_DOUBLINGS * n_spans * WAYS_OF_LAYING + MOST_DISTANCES);

    return n * 6 + n; /* passes, and the reference chain after them */
}

static enum record_end run(struct probe_run *run)
{
    const size_t least_page = 2 * SLOT_BYTES;
    struct hal_block block;

    if (chase_alloc(&block, wanted_bytes(run->plan), FEWEST_PAIRS * SLOT_BYTES) != 0)
        return RECORD_END_NO_MEMORY;
    struct lines lines = {
        .chase = { .base = block.start, .seed = run->plan->seed },
        .page_bytes = block.page_bytes,
        .segment_bytes =
            run->plan->page_bytes > 0 ? run->plan->page_bytes : chase_segment_bytes(&block),
        .most_bytes = block.size_bytes - 2 * PIECE_BYTES,
    };
    if (lines.segment_bytes < least_page)
        lines.segment_bytes = least_page;
    size_t line = run_levels(run, &lines);
    enum record_end end = run_pairs(run, &lines, line);
    hal_free(&block);
    return end;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_cache_line = {
    .rank = 30,
    .slow = true,
    .about = "line size of each cache level: scattered loads and pairs of loads",
    .options = options,
    .points = points,
    .run = run,
};
