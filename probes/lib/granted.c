/* Holds granted page sizes against translations. */
#include "granted.h"
#include "measure.h"
#include "spread.h"

enum {
    FEWEST_PAGES = 128, /* more than first TLBs have entries */
    MOST_PAGES = 256,   /* their lines fit in any first level from 16 KiB on */
    LINE_BYTES = 64,
    USUAL_PAGE_BYTES = 4096,
    PAIRS = 8, /* of timings */
    NEARLY_ALL = 7,
    SAMPLES_A_SECOND = 20000,
    USUAL_TICKS = 1000,   /* of a sample, where the rate of the clock is not known */
    MOST_LOADS = 1 << 18, /* of a sample: a clock that needs more is too coarse */
};

static size_t checked_bytes, refuted_bytes; /* 0: none yet */

/* The size of base pages, bytes. */
static size_t base_page_bytes(void)
{
    struct hal_block block;
    size_t page = 0;

    if (hal_alloc(&block, USUAL_PAGE_BYTES, USUAL_PAGE_BYTES, HAL_PAGES_BASE) == 0)
        page = block.page_bytes;
    hal_free(&block);
    return page > 0 ? page : USUAL_PAGE_BYTES;
}

/* Cost of a load of CHAIN over N slots, 1/256 ticks, from a timing of SAMPLE_TICKS or more;
 * MEASURE_NONE: the clock is too coarse, or went back. */
static uint64_t cost_of(uint64_t sample_ticks, struct spread *chain, size_t n)
{
    const struct measure_kernel kernel = { chase_walk, chain };

    for (uint64_t ops = spread_lay(chain, n); ops <= MOST_LOADS; ops *= 2) {
        uint64_t ticks = measure_ticks(&kernel, ops);

        if (ticks == MEASURE_NONE)
            break;
        if (ticks >= sample_ticks)
            return (ticks << 8) / ops;
    }
    return MEASURE_NONE;
}

/* Returns true when the first chain costs a quarter more than the second, at its least and in
 * nearly every pair of timings. */
static bool costs_more(struct spread chains[2], size_t n)
{
    uint64_t sample_ticks = measure_second_ticks() / SAMPLES_A_SECOND;
    uint64_t least[2] = { MEASURE_NONE, MEASURE_NONE };
    unsigned more = 0;

    if (sample_ticks == 0)
        sample_ticks = USUAL_TICKS;
    for (unsigned i = 0; i < PAIRS; i++) {
        uint64_t apart = cost_of(sample_ticks, &chains[0], n);
        uint64_t together = cost_of(sample_ticks, &chains[1], n);

        if (apart == MEASURE_NONE || together == MEASURE_NONE)
            return false;
        least[0] = apart < least[0] ? apart : least[0];
        least[1] = together < least[1] ? together : least[1];
        more += apart > together + together / 4;
    }
    return more >= NEARLY_ALL && least[0] > least[1] + least[1] / 4;
}

/* Returns true when loads on base pages of BASE bytes inside BLOCK's large pages cost a quarter
 * more than as many packed together. */
static bool is_refuted(const struct hal_block *block, size_t base)
{
    struct spread chains[2] = { { .slot_bytes = base, .order = SPREAD_FAR },
                                { .slot_bytes = 4 * LINE_BYTES, .order = SPREAD_NEAR } };
    size_t n = block->page_bytes / base;

    n = n < MOST_PAGES ? n : MOST_PAGES;
    if (n < FEWEST_PAGES)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        chains[i].chase.base = block->start;
        chains[i].line_bytes = LINE_BYTES;
    }
    return costs_more(chains, n);
}

int granted_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes,
                  enum hal_pages pages)
{
    int failed = hal_alloc(block, size_bytes, align_bytes, pages);
    size_t granted = block->page_bytes;

    /* A block of less than a large page is none to hold against it. */
    if (failed || granted < (size_t)FEWEST_PAGES * USUAL_PAGE_BYTES || block->size_bytes < granted)
        return failed;
    if (granted != checked_bytes && is_refuted(block, base_page_bytes()))
        refuted_bytes = granted;
    checked_bytes = granted;
    if (granted == refuted_bytes) {
        block->page_bytes = base_page_bytes();
        block->contiguous = block->contiguous && block->size_bytes > granted;
    }
    return 0;
}

size_t granted_refuted_bytes(void)
{
    return refuted_bytes;
}

struct probe_key granted_key(void)
{
    return (struct probe_key){ refuted_bytes > 0 ? "granted" : 0, refuted_bytes };
}

int chase_alloc(struct hal_block *block, size_t bytes, size_t least_bytes)
{
    if (bytes > hal_alloc_limit_bytes())
        bytes = hal_alloc_limit_bytes();
    for (; bytes >= least_bytes; bytes /= 2)
        if (granted_alloc(block, bytes, 4096, HAL_PAGES_LARGE) == 0)
            return 0;
    return -1;
}

size_t chase_segment_bytes(const struct hal_block *block)
{
    if (block->page_bytes > 0)
        return granted_refuted_bytes() > 0 ? 16 * block->page_bytes : block->page_bytes;
    size_t segment = 4096;
    while (segment < block->size_bytes)
        segment *= 2;
    return segment;
}
