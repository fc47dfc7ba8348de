/* Flushes caches by address, from the core outwards. Memory is mapped at its physical address. */
#include "cp15.h"
#include "needs.h"
#include <hal/cache.h>

/* From image.ld. */
extern char text_start[], text_end[];

/* DDI 0406C, B4.1, CTR: DminLine, log2 of words. */
static uint32_t line_bytes(void)
{
    return (uint32_t)4 << (cp15_ctr() >> 16 & 15);
}

static void flush_inner(uintptr_t start, uintptr_t end)
{
    uint32_t line = line_bytes();

    for (uintptr_t at = start & ~(uintptr_t)(line - 1); at < end; at += line)
        cp15_set_dccimvac((uint32_t)at);
    cpu_dsb();
}

/* What the outer cache drops may have gone inwards meanwhile: once more inside. */
int hal_cache_flush(const void *start, size_t n_bytes)
{
    uintptr_t at = (uintptr_t)start;

    if (n_bytes == 0)
        return 0;
    flush_inner(at, at + n_bytes);
    core_outer_flush(at, at + n_bytes);
    flush_inner(at, at + n_bytes);
    return 0;
}

/* Invalidates instruction caches and branch predictors. */
static void forget_code(void)
{
    cp15_set_iciallu(0);
    cp15_set_bpiall(0);
    cpu_dsb();
    cpu_isb();
}

int hal_cache_flush_code(void)
{
    (void)hal_cache_flush(text_start, (size_t)(text_end - text_start));
    forget_code();
    return 0;
}

void bare_code_written(const void *start, size_t n_bytes)
{
    (void)hal_cache_flush(start, n_bytes);
    forget_code();
}
