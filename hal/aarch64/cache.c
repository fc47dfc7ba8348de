/* Flushes caches by address, to the point of coherency. Memory is mapped one to one. */
#include "board64.h"
#include "system.h"
#include <hal/cache.h>

/* DDI 0487, D17.2.34: CTR_EL0, DminLine, log2 of words. */
static uintptr_t line_bytes(void)
{
    return (uintptr_t)4 << (system_ctr_el0() >> 16 & 15);
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    uintptr_t line = line_bytes(), end = (uintptr_t)start + n_bytes;

    if (n_bytes == 0)
        return 0;
    for (uintptr_t at = (uintptr_t)start & ~(line - 1); at < end; at += line)
        system_dc_civac(at);
    system_dsb();
    return 0;
}

/* Invalidates instruction caches. */
static void forget_code(void)
{
    __asm__ volatile("ic ialluis\n\tdsb sy\n\tisb" : : : "memory");
}

int hal_cache_flush_code(void)
{
    (void)hal_cache_flush(image_start, (size_t)(text_end - image_start));
    forget_code();
    return 0;
}

void bare_code_written(const void *start, size_t n_bytes)
{
    (void)hal_cache_flush(start, n_bytes);
    forget_code();
}
