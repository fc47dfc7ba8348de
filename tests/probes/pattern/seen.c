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

#define SEEN_RANGE(name, stored)                                                                   \
    void __tsan_##name##_range(void *at, long n_bytes);                                            \
    void __tsan_##name##_range(void *at, long n_bytes)                                             \
    {                                                                                              \
        const char *from = at;                                                                     \
        for (long k = 0; k < n_bytes; k += LINE)                                                   \
            seen_access(from + k, stored);                                                         \
        if (n_bytes > 0)                                                                           \
            seen_access(from + n_bytes - 1, stored);                                               \
    }
SEEN_RANGE(read, false)
SEEN_RANGE(write, true)

/* Atomic accesses deal the chunks of a schedule: they are of no array. Types are the compiler's. */
uint64_t __tsan_atomic64_load(const volatile void *at, int order);
uint64_t __tsan_atomic64_load(const volatile void *at, int order)
{
    (void)order;
    return *(const volatile uint64_t *)at;
}

void __tsan_atomic64_store(volatile void *at, uint64_t value, int order);
void __tsan_atomic64_store(volatile void *at, uint64_t value, int order)
{
    (void)order;
    *(volatile uint64_t *)at = value;
}

uint64_t __tsan_atomic64_fetch_add(volatile void *at, uint64_t value, int order);
uint64_t __tsan_atomic64_fetch_add(volatile void *at, uint64_t value, int order)
{
    uint64_t before = *(volatile uint64_t *)at;

    (void)order;
    *(volatile uint64_t *)at = before + value;
    return before;
}

bool __tsan_atomic64_compare_exchange_strong(volatile void *at, void *expected, uint64_t value,
                                             int order, int failure);
bool __tsan_atomic64_compare_exchange_strong(volatile void *at, void *expected, uint64_t value,
                                             int order, int failure)
{
    uint64_t is = *(volatile uint64_t *)at, *known = expected;

    (void)order;
    (void)failure;
    if (is != *known) {
        *known = is;
        return false;
    }
    *(volatile uint64_t *)at = value;
    return true;
}
