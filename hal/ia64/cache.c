/* Flushes caches by line: Intel Itanium Architecture SDM vol. 3, fc. */
#include <hal/cache.h>
#include <stdint.h>

enum { LEAST_LINE_BYTES = 32 }; /* fc takes at least as much */

/* The linker's: where the image begins, and where its code ends. */
extern const char __executable_start[], etext[];

/* fc drops a line from all caches of all processors, those of instructions among them. */
int hal_cache_flush(const void *start, size_t n_bytes)
{
    uintptr_t end = (uintptr_t)start + n_bytes;

    for (uintptr_t at = (uintptr_t)start & ~(uintptr_t)(LEAST_LINE_BYTES - 1); at < end;
         at += LEAST_LINE_BYTES)
        __asm__ volatile("fc %0" : : "r"(at) : "memory");
    __asm__ volatile(";;\n\tsync.i\n\t;;\n\tsrlz.i\n\t;;" : : : "memory");
    return 0;
}

int hal_cache_flush_code(void)
{
    return hal_cache_flush(__executable_start, (size_t)(etext - __executable_start));
}
