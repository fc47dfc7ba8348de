/* The marks between which an emulator watches, in a file of their own: nothing can be inlined. */
#include "kernel_watch_marks.h"

void kernel_watch_begins(void)
{
    __asm__ volatile("" : : : "memory");
}

/* Another body, so that the compiler does not make one function of both. */
void kernel_watch_ends(void)
{
    __asm__ volatile("" : : "r"(1) : "memory");
}
