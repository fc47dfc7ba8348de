/* Reserves addresses of the simulated board. Their frames are there from the start. */
#define _DEFAULT_SOURCE
#include "alloc.h"
#include "board.h"
#include <hal/reserve.h>
#include <sys/mman.h>

#define MOST_BYTES ((size_t)2 << 30) /* half of the arena */

int hal_reserve(struct hal_block *block, size_t size_bytes, size_t align_bytes)
{
    uint64_t page_bytes = sim_board()->machine.page_bytes;

    *block = (struct hal_block){ 0 };
    if (size_bytes > MOST_BYTES || sim_alloc_map(block, size_bytes, align_bytes, page_bytes) != 0)
        return -1;
    /* A page that is touched shall not bring a large one of the host with it. */
    (void)madvise(block->start, block->size_bytes, MADV_NOHUGEPAGE);
    return 0;
}

void hal_release(struct hal_block *block)
{
    if (block->start != NULL)
        (void)madvise(block->start, block->size_bytes, MADV_HUGEPAGE);
    hal_free(block);
}
