/* Flushes caches, after a look whether the port's way of doing so works. */
#include "flush.h"
#include "granted.h"
#include "hal/cache.h"
#include "hal/timer.h"
#include "measure.h"
#include "op_kernel.h"
#include "pointer_chase.h"

/* The look: lines that the first caches hold, far enough apart to be fetched one by one. */
enum { LINES = 64, APART_BYTES = 256, TIMES = 32, ROUNDS = 3, COSTS_MORE = 2 };
enum { TIMES_LAST = 4, WALK_STEP_BYTES = 32 };

/* Ticks of TIMES laps, after a flush each or not; MEASURE_NONE: the clock went back. */
static uint64_t laps_ticks(struct chase *chase, bool flushed)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < TIMES; i++) {
        chase_walk(chase, LINES);
        if (flushed && hal_cache_flush(chase->base, LINES * APART_BYTES) != 0)
            return MEASURE_NONE;
        uint64_t begin = hal_timer_now_ticks();

        chase_walk(chase, LINES);
        uint64_t ticks = measure_between_ticks(begin, hal_timer_now_ticks());
        if (ticks == MEASURE_NONE)
            return MEASURE_NONE;
        sum += ticks;
    }
    return sum;
}

static uint64_t least_ticks(struct chase *chase, bool flushed)
{
    uint64_t least = MEASURE_NONE;

    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t ticks = laps_ticks(chase, flushed);

        least = ticks < least ? ticks : least;
    }
    return least;
}

/* Emulators, and processors that are set so, ignore a flush: then it takes no longer to
 * load what was flushed than what was kept. */
static bool flushed_lines_miss(void)
{
    struct hal_block block;
    struct chase chase = { .slot_bytes = APART_BYTES, .segment_bytes = LINES * APART_BYTES };

    if (hal_alloc(&block, LINES * APART_BYTES, APART_BYTES, HAL_PAGES_BASE) != 0)
        return false;
    chase.base = block.start;
    chase_init(&chase);
    (void)chase_lay(&chase, LINES);
    uint64_t kept = least_ticks(&chase, false), flushed = least_ticks(&chase, true);

    hal_free(&block);
    return kept != MEASURE_NONE && flushed != MEASURE_NONE && flushed / COSTS_MORE > kept;
}

bool flush_by_line(void)
{
    static enum { NOT_KNOWN, NO, YES } works;

    if (works == NOT_KNOWN)
        works = flushed_lines_miss() ? YES : NO;
    return works == YES;
}

void flush_but_translations(const void *start, size_t n_bytes, size_t kept)
{
    enum { LEAST_PAGE_BYTES = 4096 };
    const volatile char *at = start;

    (void)hal_cache_flush(start, n_bytes);
    for (; kept < n_bytes; kept += LEAST_PAGE_BYTES)
        (void)at[kept];
}

int flush_begin(struct flush *flush, const struct plan *plan, size_t most_bytes)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t bytes = last > 0 && last < most_bytes / TIMES_LAST ? last * TIMES_LAST : most_bytes;

    *flush = (struct flush){ .by_line = flush_by_line() };
    flush->code = !flush->by_line || hal_cache_flush_code() == 0;
    if (flush->by_line)
        return 0;
    return bytes > last ? chase_alloc(&flush->other, bytes, last + 1) : -1;
}

void flush_end(struct flush *flush)
{
    hal_free(&flush->other);
}

void flush_data(const struct flush *flush, const void *start, size_t n_bytes)
{
    const volatile char *at = flush->other.start;

    if (flush->by_line) {
        (void)hal_cache_flush(start, n_bytes);
        return;
    }
    for (size_t i = 0; i < flush->other.size_bytes; i += WALK_STEP_BYTES)
        (void)at[i];
}

/* Runs every loop that there is of an operation: more code than first caches of small processors
 * hold. Next caches have other lines after a walk over data. */
static void walk_code(void)
{
    for (const struct op_set *set = ops_table; set->op; set++)
        for (unsigned i = 0; set->run && i < OPS_KERNELS; i++)
            if (set->run[i])
                set->run[i](1);
}

void flush_code(const struct flush *flush)
{
    if (flush->by_line)
        (void)hal_cache_flush_code();
    else
        walk_code();
}

const char *flush_name(const struct flush *flush)
{
    return flush->by_line ? "line" : "walk";
}
