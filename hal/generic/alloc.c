/* Memory for a port that brings none: one static arena that is handed out from the bottom up.
 * Freeing gives memory back at once when blocks are freed in the reverse order of their allocation.
 * A block freed out of that order stays taken until every block is free; then the arena is whole.
 */
#include <hal/alloc.h>
#include <stdint.h>

#ifndef HAL_ARENA_BYTES
#define HAL_ARENA_BYTES (1024 * 1024)
#endif

enum {
    ARENA_ALIGN_BYTES = 4096, /* so that a page-aligned block loses nothing */
    TOUCH_BYTES = 1024,       /* no MMU that the project knows has smaller pages */
};

_Static_assert(HAL_ARENA_BYTES >= ARENA_ALIGN_BYTES, "the arena holds a page at least");

static _Alignas(ARENA_ALIGN_BYTES) unsigned char arena[HAL_ARENA_BYTES];
static size_t top_bytes; /* arena[0 .. top_bytes) is taken */
static unsigned live;    /* blocks that are not freed */

static void touch(volatile unsigned char *start, size_t n)
{
    for (size_t i = 0; i < n; i += TOUCH_BYTES)
        start[i] = 0;
    start[n - 1] = 0;
}

int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages)
{
    (void)pages; /* which pages back the arena is unknown here */
    *block = (struct hal_block){ 0 };
    if (size_bytes == 0 || align_bytes == 0 || (align_bytes & (align_bytes - 1)) != 0)
        return -1;

    size_t gap = (size_t)(-(uintptr_t)(arena + top_bytes)) & (align_bytes - 1);
    size_t room = HAL_ARENA_BYTES - top_bytes;
    if (gap > room || size_bytes > room - gap)
        return -1;

    block->start = arena + top_bytes + gap;
    block->size_bytes = size_bytes;
    block->port[0] = arena + top_bytes; /* where the arena's top goes back to */
    top_bytes += gap + size_bytes;
    live++;
    touch(block->start, size_bytes);
    return 0;
}

void hal_free(struct hal_block *block)
{
    if (block->start == NULL)
        return;
    if ((unsigned char *)block->start + block->size_bytes == arena + top_bytes)
        top_bytes = (size_t)((unsigned char *)block->port[0] - arena);
    if (--live == 0)
        top_bytes = 0;
    *block = (struct hal_block){ 0 };
}

size_t hal_alloc_limit_bytes(void)
{
    return HAL_ARENA_BYTES - HAL_ARENA_BYTES / 8; /* the rest is for gaps between aligned blocks */
}
