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
    void __tsan_##name##_range(void *at, size_t n_bytes);                                          \
    void __tsan_##name##_range(void *at, size_t n_bytes)                                           \
    {                                                                                              \
        const char *from = at;                                                                     \
        for (size_t k = 0; k < n_bytes; k += LINE)                                                 \
            seen_access(from + k, stored);                                                         \
        if (n_bytes > 0)                                                                           \
            seen_access(from + n_bytes - 1, stored);                                               \
    }
SEEN_RANGE(read, false)
SEEN_RANGE(write, true)

/* Atomic accesses deal the chunks of a schedule: they are of no array. */
uint64_t __tsan_atomic64_load(const volatile uint64_t *at, int order);
uint64_t __tsan_atomic64_load(const volatile uint64_t *at, int order)
{
    (void)order;
    return *at;
}

void __tsan_atomic64_store(volatile uint64_t *at, uint64_t value, int order);
void __tsan_atomic64_store(volatile uint64_t *at, uint64_t value, int order)
{
    (void)order;
    *at = value;
}

uint64_t __tsan_atomic64_fetch_add(volatile uint64_t *at, uint64_t value, int order);
uint64_t __tsan_atomic64_fetch_add(volatile uint64_t *at, uint64_t value, int order)
{
    uint64_t before = *at;

    (void)order;
    *at = before + value;
    return before;
}

int __tsan_atomic64_compare_exchange_strong(volatile uint64_t *at, uint64_t *expected,
                                            uint64_t value, int order, int failure);
int __tsan_atomic64_compare_exchange_strong(volatile uint64_t *at, uint64_t *expected,
                                            uint64_t value, int order, int failure)
{
    uint64_t is = *at;

    (void)order;
    (void)failure;
    if (is != *expected) {
        *expected = is;
        return 0;
    }
    *at = value;
    return 1;
}
