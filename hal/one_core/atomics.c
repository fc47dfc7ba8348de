/* Atomic operations that the core has no instructions for, which the compiler calls by these names:
 * of 64 bits, and on ARMv6-M and RISC-V without A all. One core runs, and no interrupt is on, so
 * plain accesses do. */
#include <stdbool.h>
#include <stdint.h>

/* The compiler takes definitions of these for its own. */
#define ATOMICS(bytes, type)                                                                       \
    type atomic_load_##bytes(const volatile type *at, int order) __asm__("__atomic_load_" #bytes); \
    type atomic_load_##bytes(const volatile type *at, int order)                                   \
    {                                                                                              \
        (void)order;                                                                               \
        return *at;                                                                                \
    }                                                                                              \
    void atomic_store_##bytes(volatile type *at, type value,                                       \
                              int order) __asm__("__atomic_store_" #bytes);                        \
    void atomic_store_##bytes(volatile type *at, type value, int order)                            \
    {                                                                                              \
        (void)order;                                                                               \
        *at = value;                                                                               \
    }                                                                                              \
    type atomic_exchange_##bytes(volatile type *at, type value,                                    \
                                 int order) __asm__("__atomic_exchange_" #bytes);                  \
    type atomic_exchange_##bytes(volatile type *at, type value, int order)                         \
    {                                                                                              \
        type before = *at;                                                                         \
                                                                                                   \
        (void)order;                                                                               \
        *at = value;                                                                               \
        return before;                                                                             \
    }                                                                                              \
    type atomic_fetch_add_##bytes(volatile type *at, type value,                                   \
                                  int order) __asm__("__atomic_fetch_add_" #bytes);                \
    type atomic_fetch_add_##bytes(volatile type *at, type value, int order)                        \
    {                                                                                              \
        type before = *at;                                                                         \
                                                                                                   \
        (void)order;                                                                               \
        *at = (type)(before + value);                                                              \
        return before;                                                                             \
    }                                                                                              \
    bool atomic_compare_exchange_##bytes(volatile type *at, type *wanted, type value, bool weak,   \
                                         int order,                                                \
                                         int failed) __asm__("__atomic_compare_exchange_" #bytes); \
    bool atomic_compare_exchange_##bytes(volatile type *at, type *wanted, type value, bool weak,   \
                                         int order, int failed)                                    \
    {                                                                                              \
        bool same = *at == *wanted;                                                                \
                                                                                                   \
        (void)weak;                                                                                \
        (void)order;                                                                               \
        (void)failed;                                                                              \
        if (same)                                                                                  \
            *at = value;                                                                           \
        else                                                                                       \
            *wanted = *at;                                                                         \
        return same;                                                                               \
    }

ATOMICS(8, uint64_t)
#if __ARM_ARCH < 7 && !defined(__riscv_atomic)
ATOMICS(4, uint32_t)
ATOMICS(1, uint8_t)
#endif
