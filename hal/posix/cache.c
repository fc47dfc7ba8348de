/* Flushes caches by line, where the processor lets a program do so. */
#include "cpu.h"
#include <hal/cache.h>
#include <stdint.h>

/* The linker's: where the image begins, and where its code ends. */
extern const char __executable_start[], etext[];

/* cpu_flush_bytes(), asked once: in a virtual machine CPUID takes microseconds. */
static size_t flush_bytes(void)
{
    static size_t bytes = SIZE_MAX;

    if (bytes == SIZE_MAX)
        bytes = cpu_flush_bytes();
    return bytes;
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    size_t line = flush_bytes();

    if (line == 0)
        return -1;
    uintptr_t end = (uintptr_t)start + n_bytes;
    for (uintptr_t at = (uintptr_t)start & ~(line - 1); at < end; at += line)
        cpu_flush((const void *)at);
    cpu_flush_end();
    return 0;
}

int hal_cache_flush_code(void)
{
    size_t line = flush_bytes();

    if (line == 0)
        return -1;
    for (uintptr_t at = (uintptr_t)__executable_start & ~(line - 1); at < (uintptr_t)etext;
         at += line)
        cpu_flush_code((const void *)at);
    cpu_flush_end();
    return 0;
}
