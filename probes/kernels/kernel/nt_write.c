/* Writes every word of an array past the caches, where the compiler has stores for that. */
#include "kernels/stretch.h"

#if NONTEMPORAL
static uint64_t count(enum kernel_count of, uint64_t n)
{
    return stretch_count(of, n, true);
}

STRETCH_WRITER(run, WRITE_PAST)

static const struct kernel plain =
    STRETCH(nt_write, "every word is written past the caches", run, count);

const struct kernel *const kernel_nt_write[] = { &plain, 0 };
#else
const struct kernel *const kernel_nt_write[] = { 0 };
#endif
