/* Asks the system. */
#include "large_pages.h"
#include <stdint.h>
#include <sys/mman.h>

enum { FEWEST = 4 << 20, PAGE = 4096 };

void large_pages_ask(void *at, size_t n)
{
    uintptr_t from = ((uintptr_t)at + PAGE - 1) / PAGE * PAGE, to = (uintptr_t)at + n;

    if (at != NULL && n >= FEWEST)
        (void)madvise((void *)from, (to - from) / PAGE * PAGE, MADV_HUGEPAGE);
}
