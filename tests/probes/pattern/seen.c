/* Stands in for libtsan, whose calls the compiler puts before each access
 * (hal/sim/instrument.cmake). */
#include "seen.h"
#include <stddef.h>
#include <stdint.h>

enum { LINE = 64 };

static void range(const volatile char *at, size_t n_bytes, bool stored)
{
    seen_access(at, stored);
    if (((uintptr_t)at ^ ((uintptr_t)at + n_bytes - 1)) / LINE != 0)
        seen_access(at + n_bytes - 1, stored);
}

void __tsan_init(void);
void __tsan_init(void)
{
}

#define SEEN(name, n_bytes, stored)                                                                \
    void __tsan_##name##n_bytes(void *at);                                                         \
    void __tsan_##name##n_bytes(void *at)                                                          \
    {                                                                                              \
        range(at, n_bytes, stored);                                                                \
    }
#define SEEN_ALL(n_bytes)                                                                          \
    SEEN(read, n_bytes, false)                                                                     \
    SEEN(write, n_bytes, true)                                                                     \
    SEEN(volatile_read, n_bytes, false)                                                            \
    SEEN(volatile_write, n_bytes, true)                                                            \
    SEEN(unaligned_read, n_bytes, false)                                                           \
    SEEN(unaligned_write, n_bytes, true)

SEEN_ALL(1)
SEEN_ALL(2)
SEEN_ALL(4)
SEEN_ALL(8)
SEEN_ALL(16)
