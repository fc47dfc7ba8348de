/* Writes every word of an array, none of them zero. */
#include "kernels/stretch.h"

static uint64_t count(enum kernel_count of, uint64_t n)
{
    return stretch_count(of, n, true);
}

STRETCH_WRITER(run, WRITE)

static const struct kernel plain = STRETCH(write, "every word is written", run, count);

const struct kernel *const kernel_write[] = { &plain, 0 };
