/* Code in memory of boards on which all memory may run. */
#include "bare.h"
#include "encode.h"

enum { ALIGNED_BYTES = 4096 };

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    return hal_alloc(block, size_bytes, ALIGNED_BYTES, HAL_PAGES_BASE);
}

int hal_code_finish(const struct hal_block *block)
{
    const volatile char *start = block->start;

    bare_code_written(block->start, block->size_bytes);
    /* A load after the flush: biRISC-V's data cache may still write back when its fence ends. It
     * was not seen to help there. */
    (void)start[block->size_bytes - 1];
    return 0;
}

void hal_code_free(struct hal_block *block)
{
    hal_free(block);
}
