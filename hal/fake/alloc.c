/* Memory as the test scripts it. */
#include "fake.h"
#include <hal/alloc.h>
#include <stdlib.h>
#include <string.h>

int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages)
{
    struct fake_memory *m = &fake.memory;
    bool large = pages != HAL_PAGES_BASE && !m->refuse_large;
    size_t align = align_bytes < sizeof(void *) ? sizeof(void *) : align_bytes;
    void *start;

    *block = (struct hal_block){ 0 };
    if (size_bytes == 0 || align_bytes == 0 || (align_bytes & (align_bytes - 1)) != 0)
        return -1;
    if (m->held_bytes > m->limit_bytes || size_bytes > m->limit_bytes - m->held_bytes)
        return -1;
    /* Not rounded up, so that a sanitizer sees a read of the first byte after the block. */
    if (posix_memalign(&start, align, size_bytes) != 0)
        return -1;
    memset(start, 0, size_bytes);
    block->start = start;
    block->size_bytes = size_bytes;
    block->page_bytes = large ? m->large_page_bytes : m->base_page_bytes;
    block->contiguous = pages == HAL_PAGES_CONTIGUOUS && large;
    m->held_bytes += size_bytes;
    m->blocks++;
    if (m->held_bytes > m->most_held_bytes)
        m->most_held_bytes = m->held_bytes;
    return 0;
}

void hal_free(struct hal_block *block)
{
    if (block->start == NULL)
        return;
    fake.memory.held_bytes -= block->size_bytes;
    fake.memory.blocks--;
    free(block->start);
    *block = (struct hal_block){ 0 };
}

size_t hal_alloc_limit_bytes(void)
{
    return fake.memory.limit_bytes;
}
