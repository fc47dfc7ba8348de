/* Does one TLB entry map a huge page? Loads on base pages inside a huge page, against as many
 * packed together, and against as many on pages that are base pages for certain.
 *
 * One series. x = kind; ops = loads. Kind 0: the lines lie together; 1: a base page apart, inside
 * memory for which huge pages were asked; 2: the same in memory of base pages. Kind 2 costs more
 * than kind 0 where translations of so many pages are seen at all, and kind 1 as much as it where
 * they are translated one by one. Keys: pages, how many; base, their size; granted, the size of the
 * pages that the system says it gave (base: none). A pass times each kind once. */
#include "hal/alloc.h"
#include "lib/measure.h"
#include "lib/spread.h"

enum {
    KINDS = 3,
    MOST_PAGES = 256, /* their lines fit in any first level from 16 KiB on */
    FEWEST_PAGES = 32,
    USUAL_PAGE_BYTES = 4096,
    USUAL_LARGE_BYTES = 2 << 20,
    LINE_BYTES = 64,
    PACKED_BYTES = 4 * LINE_BYTES,
    PASSES = 15,
    QUICK_PASSES = 9,
    WARM_LAPS = 4,
};

struct walk {
    struct spread chain;
    uint64_t ops;
};

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? QUICK_PASSES : PASSES;
}

static unsigned points(const struct plan *plan)
{
    return KINDS * passes(plan);
}

/* Lays the chain of WALK over N slots of SLOT_BYTES at BASE. 0, or -1: the clock went back. */
static int lay(struct walk *walk, const struct plan *plan, void *base, size_t slot_bytes, size_t n)
{
    const struct measure_kernel kernel = { chase_walk, &walk->chain };

    walk->chain = (struct spread){ .chase.base = base,
                                   .line_bytes = LINE_BYTES,
                                   .slot_bytes = slot_bytes,
                                   .order = slot_bytes > PACKED_BYTES ? SPREAD_FAR : SPREAD_NEAR,
                                   .seed = plan->seed };
    uint64_t lap = spread_lay(&walk->chain, n);
    chase_walk(&walk->chain, WARM_LAPS * lap);
    walk->ops = measure_enough_ops(plan, &kernel, lap, 0);
    return walk->ops > 0 ? 0 : -1;
}

static void pass(struct probe_run *run, struct walk walks[KINDS])
{
    for (uint64_t kind = 0; kind < KINDS; kind++) {
        const struct measure_kernel kernel = { chase_walk, &walks[kind].chain };
        chase_walk(&walks[kind].chain, walks[kind].chain.n);
        uint64_t ticks = measure_ticks(&kernel, walks[kind].ops);

        if (ticks != MEASURE_NONE && ticks > 0)
            probe_sample(run, &kind, 1, walks[kind].ops, &ticks, 1);
    }
}

/* LARGE: where large pages were asked for; SMALL: room for the chain that lies together, and base
 * pages after it. */
static void time_all(struct probe_run *run, const struct hal_block *large,
                     const struct hal_block *small, size_t n)
{
    static struct walk walks[KINDS];
    size_t base = small->page_bytes, together = PACKED_BYTES * MOST_PAGES;
    const struct probe_key keys[] = {
        { "pages", n }, { "base", base }, { "granted", large->page_bytes }, { 0, 0 }
    };

    probe_series(run, run->name, keys);
    if (lay(&walks[0], run->plan, small->start, PACKED_BYTES, n) == 0 &&
        lay(&walks[1], run->plan, large->start, base, n) == 0 &&
        lay(&walks[2], run->plan, (char *)small->start + together, base, n) == 0)
        for (unsigned i = 0; i < passes(run->plan) && run->out->err == 0; i++)
            pass(run, walks);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Pages of BASE bytes, a power of two of them, of which the board has as much again left. */
static size_t pages_of(size_t base)
{
    size_t n = MOST_PAGES;

    while (n >= FEWEST_PAGES && 2 * n * base + PACKED_BYTES * MOST_PAGES > hal_alloc_limit_bytes())
        n /= 2;
    return n;
}

static enum record_end with_small(struct probe_run *run, const struct hal_block *small, size_t n)
{
    struct hal_block large;
    size_t bytes = n * small->page_bytes;

    if (bytes < USUAL_LARGE_BYTES && hal_alloc_limit_bytes() > 2 * (size_t)USUAL_LARGE_BYTES)
        bytes = USUAL_LARGE_BYTES;
    if (hal_alloc(&large, bytes, bytes, HAL_PAGES_LARGE) != 0)
        return RECORD_END_NO_MEMORY;
    time_all(run, &large, small, n);
    hal_free(&large);
    return RECORD_END_OK;
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block small;

    if (hal_alloc(&small, USUAL_PAGE_BYTES, USUAL_PAGE_BYTES, HAL_PAGES_BASE) != 0)
        return RECORD_END_NO_MEMORY;
    size_t base = small.page_bytes, n = pages_of(base);
    hal_free(&small);
    if (base == 0)
        return RECORD_END_NOTHING;
    if (n < FEWEST_PAGES || hal_alloc(&small, n * base + PACKED_BYTES * MOST_PAGES,
                                      USUAL_PAGE_BYTES, HAL_PAGES_BASE) != 0)
        return RECORD_END_NO_MEMORY;
    enum record_end end = with_small(run, &small, n);
    hal_free(&small);
    return end;
}

const struct probe probe_huge_page = {
    .rank = 46,
    .about = "huge pages: granted by the system, and mapped by one TLB entry",
    .points = points,
    .run = run,
};
