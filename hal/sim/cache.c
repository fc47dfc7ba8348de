/* Flushes the model's caches. It has none for instructions, so that code is always as it was. */
#include "board.h"
#include "threads.h"
#include <hal/cache.h>

int hal_cache_flush(const void *start, size_t n_bytes)
{
    const struct sim_board *b = sim_board();

    if (b->machine.n_caches == 0)
        return -1;
    if ((uintptr_t)start - b->arena < b->arena_bytes)
        sim_threads_flush((uintptr_t)start - b->arena, n_bytes);
    return 0;
}

int hal_cache_flush_code(void)
{
    return 0;
}
