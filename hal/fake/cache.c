/* Flushes as the test's script says, and counts. */
#include "fake.h"
#include <hal/cache.h>

int hal_cache_flush(const void *start, size_t n_bytes)
{
    (void)start;
    fake.cache.flushes++;
    fake.cache.last_bytes = n_bytes;
    return fake.cache.flushes_lines ? 0 : -1;
}

int hal_cache_flush_code(void)
{
    fake.cache.code_flushes++;
    return fake.cache.flushes_code ? 0 : -1;
}
