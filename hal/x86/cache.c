/* Flushes caches by line on a bare PC: SDM vol. 2A, CLFLUSH. */
#include "bare.h"
#include "cpu.h"
#include <cpuid.h>
#include <hal/cache.h>

/* From image.ld. */
extern const char x86_image_start[], x86_text_end[];

/* Bytes of a line; 0: the CPU has no CLFLUSH. SDM vol. 2A, CPUID leaf 1. */
static size_t line_bytes(void)
{
    enum { CLFSH = 1 << 19 };
    static size_t bytes = SIZE_MAX; /* asked once: in a virtual machine CPUID takes microseconds */
    unsigned a, b, c, d;

    if (bytes == SIZE_MAX)
        bytes = !__get_cpuid(1, &a, &b, &c, &d) || (d & CLFSH) == 0 ? 0 : (b >> 8 & 255) * 8;
    return bytes;
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    size_t line = line_bytes();

    if (line == 0)
        return -1;
    uintptr_t end = (uintptr_t)start + n_bytes;
    for (uintptr_t at = (uintptr_t)start & ~(line - 1); at < end; at += line)
        x86_clflush((const void *)at);
    x86_mfence();
    return 0;
}

/* A flushed line leaves the caches of instructions, too. */
int hal_cache_flush_code(void)
{
    return hal_cache_flush(x86_image_start, (size_t)(x86_text_end - x86_image_start));
}

/* SDM vol. 3A, 12.6: caches of instructions see what is stored. */
void bare_code_written(const void *start, size_t n_bytes)
{
    (void)start;
    (void)n_bytes;
}

const struct bare_region *bare_regions(void)
{
    return NULL;
}

bool bare_caches_on(void)
{
    const uintptr_t cd = (uintptr_t)1 << 30; /* SDM vol. 3A, section 2.5, CR0 */

    return (x86_cr0() & cd) == 0;
}
