/* Reserves addresses that the system backs when they are written. */
#include <hal/reserve.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

int hal_reserve(struct hal_block *block, size_t size_bytes, size_t align_bytes)
{
    *block = (struct hal_block){ 0 };
    if (size_bytes == 0 || align_bytes == 0 || (align_bytes & (align_bytes - 1)) != 0 ||
        size_bytes > SIZE_MAX / 4 || align_bytes > SIZE_MAX / 4)
        return -1;
    size_t reserved = size_bytes + align_bytes;
    char *base = mmap(NULL, reserved, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return -1;
#ifdef MADV_NOHUGEPAGE
    (void)madvise(base, reserved, MADV_NOHUGEPAGE); /* else a page would be a large one */
#endif
    *block = (struct hal_block){ .start = base + ((size_t)(-(uintptr_t)base) & (align_bytes - 1)),
                                 .size_bytes = size_bytes,
                                 .page_bytes = (size_t)sysconf(_SC_PAGESIZE),
                                 .port = { base, (void *)(uintptr_t)reserved } };
    return 0;
}

void hal_release(struct hal_block *block)
{
    if (block->start == NULL)
        return;
    (void)munmap(block->port[0], (size_t)(uintptr_t)block->port[1]);
    *block = (struct hal_block){ 0 };
}
