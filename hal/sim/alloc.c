/* Memory of the simulated board: blocks of its arena, mapped in the model. */
#define _DEFAULT_SOURCE
#include "alloc.h"
#include "board.h"
#include <string.h>
#include <sys/mman.h>

enum { BLOCKS_MOST = 256 };

#define LIMIT_LEAST_BYTES ((uint64_t)64 << 20)
#define LIMIT_MOST_BYTES  ((uint64_t)1 << 30)

/* Ranges of the arena that are given out, by ascending offset. First fit, so that the same calls
 * give the same addresses. */
static struct range {
    uint64_t at_bytes, end_bytes;
} taken[BLOCKS_MOST];
static unsigned n_taken;

static uint64_t round_up(uint64_t n, uint64_t power_of_two)
{
    return (n + power_of_two - 1) & ~(power_of_two - 1);
}

/* Where in taken[] a gap of N_BYTES lies, and where it begins. BLOCKS_MOST when there is none. */
static unsigned find_gap(uint64_t n_bytes, uint64_t align_bytes, uint64_t *at_bytes)
{
    uint64_t arena_bytes = sim_board()->arena_bytes;

    *at_bytes = 0;
    if (n_taken == BLOCKS_MOST)
        return BLOCKS_MOST;
    for (unsigned i = 0; i <= n_taken; i++) {
        uint64_t end = i < n_taken ? taken[i].at_bytes : arena_bytes;
        if (*at_bytes <= end && end - *at_bytes >= n_bytes)
            return i;
        if (i < n_taken)
            *at_bytes = round_up(taken[i].end_bytes, align_bytes);
    }
    return BLOCKS_MOST;
}

static void take(unsigned i, uint64_t at_bytes, uint64_t n_bytes)
{
    memmove(&taken[i + 1], &taken[i], (n_taken - i) * sizeof taken[0]);
    taken[i] = (struct range){ at_bytes, at_bytes + n_bytes };
    n_taken++;
}

/* Size of the pages that the board grants when asked for PAGES. */
static uint64_t granted_page_bytes(const struct sim_machine *m, enum hal_pages pages)
{
    bool base_will_do =
        pages == HAL_PAGES_BASE || (pages == HAL_PAGES_CONTIGUOUS && m->frames == SIM_CONTIGUOUS);

    return m->large_bytes && !base_will_do ? m->large_bytes : m->page_bytes;
}

int sim_alloc_map(struct hal_block *block, size_t size_bytes, size_t align_bytes,
                  uint64_t page_bytes)
{
    struct sim_board *b = sim_board();
    uint64_t at_bytes;

    memset(block, 0, sizeof *block);
    if (size_bytes > b->arena_bytes)
        return -1;
    uint64_t n_bytes = round_up(size_bytes, page_bytes);
    uint64_t align = align_bytes > page_bytes ? align_bytes : page_bytes;
    unsigned i = find_gap(n_bytes, align, &at_bytes);
    if (i == BLOCKS_MOST)
        return -1;

    take(i, at_bytes, n_bytes);
    sim_model_map(b->first, at_bytes, n_bytes,
                  page_bytes > b->machine.page_bytes && b->machine.backed == SIM_BACKED_LARGE);
    block->start = (void *)(b->arena + at_bytes);
    block->size_bytes = n_bytes;
    block->page_bytes = page_bytes;
    block->contiguous = b->machine.frames == SIM_CONTIGUOUS || n_bytes <= page_bytes;
    return 0;
}

int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages)
{
    uint64_t page_bytes = granted_page_bytes(&sim_board()->machine, pages);

    if (sim_alloc_map(block, size_bytes, align_bytes, page_bytes) != 0)
        return -1;
    memset(block->start, 0,
           block->size_bytes); /* the host's pages; no access that the model sees */
    return 0;
}

void hal_free(struct hal_block *block)
{
    struct sim_board *b = sim_board();
    uint64_t at_bytes = (uintptr_t)block->start - b->arena;

    for (unsigned i = 0; block->start && i < n_taken; i++) {
        if (taken[i].at_bytes != at_bytes)
            continue;
        sim_threads_unmap(at_bytes, block->size_bytes);
        sim_model_unmap(b->first, at_bytes, block->size_bytes);
        madvise(block->start, block->size_bytes, MADV_DONTNEED);
        n_taken--;
        memmove(&taken[i], &taken[i + 1], (n_taken - i) * sizeof taken[0]);
    }
    memset(block, 0, sizeof *block);
}

size_t hal_alloc_limit_bytes(void)
{
    const struct sim_machine *m = &sim_board()->machine;
    uint64_t limit = m->n_caches ? m->cache[m->n_caches - 1].size_bytes * 8 : 0;

    if (limit < LIMIT_LEAST_BYTES)
        limit = LIMIT_LEAST_BYTES;
    return (size_t)(limit > LIMIT_MOST_BYTES ? LIMIT_MOST_BYTES : limit);
}
