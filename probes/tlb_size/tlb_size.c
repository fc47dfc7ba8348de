/* Cost of a load against the number of pages: levels of the TLB, their entries and penalties
 * (BlackjackBench section 3.2).
 *
 * x = n : kind. Kind 0: n pages, one load in each, every page's line another one (spread.h). Kind
 * 1: as many lines on as few pages as can be, timed in the same passes; the difference is what
 * translation costs, whatever the caches do with so many lines. Where frames are scattered, pages
 * begin at another one of a ring in each pass, so that each pass is a draw of frames. Keys: stride
 * (bytes from page to page), control (the same of kind 1), line, page (as granted), in bytes;
 * contiguous=0 where passes are draws of frames. */
#include "lib/spread.h"
#include "lib/sweep.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    USUAL_PAGE_BYTES = 4096,
    FEWEST_PAGES = 4,
    LEAST_PAGES = 16, /* fewer are no sweep */
    WARM_LAPS = 2,
    ROUNDS = 3, /* of refinement, each of which quarters a gap */
};

enum kind { PAGES, CONTROL, KINDS };

static struct sweep sweep;

struct sizes {
    struct spread spread;
    size_t slot_bytes[KINDS];
    char *start; /* of the ring */
    unsigned draw, draws;
};

static size_t most_pages(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = 8192,
        [EFFORT_NORMAL] = 8192,
        [EFFORT_THOROUGH] = 16384,
    };
    return plan->most_pages > 0 ? (size_t)plan->most_pages : by_effort[plan->effort];
}

static size_t largest_bytes(const struct plan *plan, size_t page_bytes)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)64 << 20,
        [EFFORT_NORMAL] = (size_t)128 << 20,
        [EFFORT_THOROUGH] = (size_t)512 << 20,
    };
    size_t bytes = plan->slow             ? SIZE_MAX /* pages= says how many, max= limits caches */
                   : plan->max_bytes > 0  ? plan->max_bytes
                   : plan->most_pages > 0 ? SIZE_MAX
                                          : by_effort[plan->effort];

    if (bytes / page_bytes > most_pages(plan))
        bytes = most_pages(plan) * page_bytes;
    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

static unsigned add(uint64_t x[][2], unsigned n, uint64_t pages)
{
    for (enum kind kind = PAGES; kind < KINDS && n < SWEEP_POINTS; kind++, n++) {
        if (x == 0)
            continue;
        x[n][0] = pages;
        x[n][1] = kind;
    }
    return n;
}

/* Four numbers an octave; and one page more where TLBs end, at powers of two and their halves more.
 */
static unsigned numbers_of_pages(size_t most, uint64_t x[][2])
{
    unsigned n = 0;
    uint64_t last = 0;

    for (uint64_t octave = FEWEST_PAGES; octave <= most; octave *= 2)
        for (unsigned k = 0; k < 8; k++) {
            uint64_t pages = octave + octave / 4 * (k / 2) + k % 2;

            if (pages <= last || pages > most || (k % 2 == 1 && k % 4 != 1))
                continue;
            n = add(x, n, pages);
            last = pages;
        }
    return n;
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 5 : plan->effort == EFFORT_NORMAL ? 10 : SWEEP_PASSES;
}

/* Where frames are scattered the average of all passes counts, of which few say little. */
static unsigned draws(const struct plan *plan)
{
    enum { QUICK_DRAWS = 12 };

    return plan->effort == EFFORT_QUICK ? QUICK_DRAWS : SWEEP_PASSES;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = numbers_of_pages(largest_bytes(plan, USUAL_PAGE_BYTES) / USUAL_PAGE_BYTES, 0);

    n += 2 * ROUNDS * SWEEP_REFINED; /* a rise of each kind, refined */
    return n * passes(plan) + n;     /* and the reference chain after them */
}

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct sizes *sizes = ctx;
    struct spread *spread = &sizes->spread;

    spread->slot_bytes = sizes->slot_bytes[x[1]];
    spread->order = x[1] == PAGES ? SPREAD_FAR : SPREAD_NEAR;
    return spread_lay(spread, (size_t)x[0]);
}

/* Begins at another page of the ring: the lines of all numbers of pages then lie in other frames.
 * As often as there are passes, so that refined points meet the same frames. */
static int renew(void *ctx)
{
    struct sizes *sizes = ctx;
    struct spread *spread = &sizes->spread;
    size_t page = sizes->slot_bytes[PAGES], pages = spread->ring_bytes / page;

    sizes->draw = (sizes->draw + 1) % sizes->draws;
    size_t begin = pages * sizes->draw / sizes->draws * page;

    spread->chase.base = sizes->start + begin;
    spread->room_bytes = spread->ring_bytes - begin;
    return 0;
}

/* Fills *BLOCK with as many base pages as can be had; returns their distance, 0: there are none. */
static size_t get_pages(const struct plan *plan, struct hal_block *block)
{
    size_t page = plan->page_bytes > 0 ? plan->page_bytes : USUAL_PAGE_BYTES;

    for (;;) {
        size_t bytes = largest_bytes(plan, page);

        while (bytes >= LEAST_PAGES * page &&
               hal_alloc(block, bytes, USUAL_PAGE_BYTES, HAL_PAGES_BASE) != 0)
            bytes /= 2;
        if (bytes < LEAST_PAGES * page)
            return 0;
        if (plan->page_bytes > 0 || block->page_bytes == 0 || block->page_bytes == page)
            return page;
        page = block->page_bytes; /* now known: another number of bytes holds enough of them */
        hal_free(block);
    }
}

static void set_up(struct probe_run *run, const struct probe_key *keys, struct sizes *sizes,
                   size_t most)
{
    /* By effort: a point may take this part of a second, all of them so many tenths of one. */
    static const uint64_t shares[] = { 100, 40, 5 }, budgets[] = { 6, 18, 100 };
    enum probe_effort effort = run->plan->effort;

    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 2;
    sweep.n_points = numbers_of_pages(most, sweep.x);
    sweep.passes = sizes->draws;
    sweep.share_ticks = measure_second_ticks() / shares[effort];
    sweep.budget_ticks = measure_second_ticks() / 10 * budgets[effort];
    sweep.rounds = run->plan->slow ? 1 : ROUNDS;
    sweep.grain = 1;
    sweep.most_warm = WARM_LAPS;
    sweep.prepare = prepare;
    sweep.kernel = (struct measure_kernel){ chase_walk, sizes };
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;
    size_t page = get_pages(run->plan, &block), line = spread_line_bytes(run->plan);
    size_t control = spread_control_bytes(line);

    if (page == 0)
        return RECORD_END_NO_MEMORY;
    if (control > page)
        control = page;
    struct sizes sizes = { .slot_bytes = { [PAGES] = page, [CONTROL] = control },
                           .start = block.start,
                           .draws = passes(run->plan) };
    bool scattered = block.page_bytes > 0 && !block.contiguous;

    if (scattered)
        sizes.draws = draws(run->plan);
    sizes.spread.chase.base = block.start;
    sizes.spread.ring_bytes = scattered ? block.size_bytes / page * page : 0;
    sizes.spread.room_bytes = sizes.spread.ring_bytes;
    sizes.spread.line_bytes = line;
    sizes.spread.seed = run->plan->seed;
    const struct probe_key keys[] = { { "stride", page },
                                      { "control", control },
                                      { "line", line },
                                      { "page", block.page_bytes },
                                      { scattered ? "contiguous" : 0, 0 },
                                      { 0, 0 } };
    sweep.renew = scattered ? renew : 0;
    set_up(run, keys, &sizes, block.size_bytes / page);
    enum record_end end = sweep_run(run, &sweep);
    hal_free(&block);
    return end;
}

static const struct probe_option *const options[] = { &spread_pages, 0 };

const struct probe probe_tlb_size = {
    .rank = 40,
    .slow = true,
    .about = "TLB levels: loads one page apart against as many dense loads",
    .options = options,
    .points = points,
    .run = run,
};
