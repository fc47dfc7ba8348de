/* No cache can be flushed. */
#include <hal/cache.h>

int hal_cache_flush(const void *start, size_t n_bytes)
{
    (void)start;
    (void)n_bytes;
    return -1;
}

int hal_cache_flush_code(void)
{
    return -1;
}
