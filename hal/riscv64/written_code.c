/* Code that was written. */
#include "bare.h"

/* Unprivileged ISA, chapter Zifencei: what this hart has stored, it fetches. */
void bare_code_written(const void *start, size_t n_bytes)
{
    (void)start;
    (void)n_bytes;
    __asm__ volatile("fence.i" : : : "memory");
}
