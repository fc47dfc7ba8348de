/* Memory of Linux: pages of one size, in whatever frames. */
#include "system.h"
#include <hal/alloc.h>

enum { LONGEST_ERROR = 4095 }; /* asm/errno.h: what mmap returns as -1 to -4095 is no address */

static const size_t most_bytes = (size_t)1 << 30;     /* no probe's sweep needs more */
static const size_t unknown_bytes = (size_t)64 << 20; /* Itanium machines have at least as much */

/* Writes, because pages that were only read may all be one page of zeros. */
static void touch(volatile unsigned char *start, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i += ia64_page_bytes())
        start[i] = 0;
}

int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages)
{
    size_t page = ia64_page_bytes();

    (void)pages; /* large ones are a file system's here, for root to set up */
    *block = (struct hal_block){ 0 };
    if (size_bytes == 0 || align_bytes == 0 || (align_bytes & (align_bytes - 1)) != 0)
        return -1;
    size_t reserved = size_bytes + (align_bytes > page ? align_bytes : 0);
    if (reserved < size_bytes || reserved > most_bytes)
        return -1;
    long at = ia64_map(reserved);
    if (at < 0 && at >= -LONGEST_ERROR)
        return -1;

    char *base = (char *)at;
    char *start = base + (-(uintptr_t)base & (align_bytes - 1));
    touch((unsigned char *)start, size_bytes);
    *block = (struct hal_block){ .start = start,
                                 .size_bytes = size_bytes,
                                 .page_bytes = page,
                                 .contiguous = size_bytes <= page,
                                 .port = { base, (void *)reserved } };
    return 0;
}

void hal_free(struct hal_block *block)
{
    if (block->start)
        (void)ia64_unmap(block->port[0], (size_t)block->port[1]);
    *block = (struct hal_block){ 0 };
}

size_t hal_alloc_limit_bytes(void)
{
    static size_t limit_bytes;

    if (limit_bytes == 0) {
        size_t free_bytes = ia64_free_bytes();

        limit_bytes = free_bytes == 0 ? unknown_bytes : free_bytes / 4;
        if (limit_bytes > most_bytes)
            limit_bytes = most_bytes;
    }
    return limit_bytes;
}
