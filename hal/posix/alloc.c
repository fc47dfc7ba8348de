/* Blocks of memory from the system, large pages where it grants them. */
#include "memory.h"
#include <hal/alloc.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t most_bytes = (size_t)1 << 30; /* no probe's sweep needs more */

static size_t base_page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t large_page_bytes(void)
{
    return posix_huge_page_bytes("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
}

/* Errors are ignored: a kernel that knows no large pages refuses, and what it granted is looked up
 * afterwards. */
static void advise(void *start, size_t size_bytes, bool large)
{
#if defined(MADV_HUGEPAGE) && defined(MADV_NOHUGEPAGE)
    (void)madvise(start, size_bytes, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#else
    (void)start;
    (void)size_bytes;
    (void)large;
#endif
}

/* Writes, because pages that were only read may all be one page of zeros. */
static void touch(volatile unsigned char *start, size_t size_bytes, size_t page_bytes)
{
    for (size_t i = 0; i < size_bytes; i += page_bytes)
        start[i] = 0;
}

/* The block is alone between pages without access: the kernel then never merges its mapping
 * with a neighbour's, whose large pages would be taken for its own, and an overrun is a fault. */
static int map(struct hal_block *block, size_t size_bytes, size_t align_bytes)
{
    size_t page = base_page_bytes();

    if (size_bytes > SIZE_MAX / 4 || align_bytes > SIZE_MAX / 4)
        return -1;
    size_t reserved = size_bytes + align_bytes + 2 * page;
    char *base = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return -1;

    size_t gap = page + ((size_t)(-(uintptr_t)(base + page)) & (align_bytes - 1));
    if (mprotect(base + gap, size_bytes, PROT_READ | PROT_WRITE) != 0) {
        (void)munmap(base, reserved);
        return -1;
    }
    *block = (struct hal_block){ .start = base + gap,
                                 .size_bytes = size_bytes,
                                 .port = { base, (void *)(uintptr_t)reserved } };
    return 0;
}

static int alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, bool large)
{
    size_t page = base_page_bytes();
    size_t unit = large ? large_page_bytes() : page;
    size_t whole = (size_bytes + unit - 1) & ~(unit - 1);

    if (whole < size_bytes || map(block, whole, align_bytes > unit ? align_bytes : unit) != 0)
        return -1;
    advise(block->start, whole, large);
    touch(block->start, whole, page);
    block->size_bytes =
        (size_bytes + page - 1) & ~(page - 1); /* of a large page only what was asked */
    bool granted =
        large && posix_smaps_huge_bytes("/proc/self/smaps", (uintptr_t)block->start) >= whole;
    block->page_bytes = granted ? unit : page;
    block->contiguous =
        block->size_bytes <= block->page_bytes; /* one page is in one piece, all else is luck */
    return 0;
}

int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages)
{
    *block = (struct hal_block){ 0 };
    if (size_bytes == 0 || align_bytes == 0 || (align_bytes & (align_bytes - 1)) != 0)
        return -1;
    /* The kernel may promise more than it has, and would end the program at the first touch. */
    if (size_bytes > posix_available_bytes())
        return -1;
    if (pages != HAL_PAGES_BASE && alloc(block, size_bytes, align_bytes, true) == 0)
        return 0;
    return alloc(block, size_bytes, align_bytes, false);
}

void hal_free(struct hal_block *block)
{
    if (block->start == NULL)
        return;
    (void)munmap(block->port[0], (size_t)(uintptr_t)block->port[1]);
    *block = (struct hal_block){ 0 };
}

static size_t limit_bytes;

static void find_limit(void)
{
    size_t quarter = posix_available_bytes() / 4;

    limit_bytes = quarter < most_bytes ? quarter : most_bytes;
}

size_t hal_alloc_limit_bytes(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, find_limit);
    return limit_bytes;
}
