/* Feeds loads and stores of instrumented code to the model. */
#include "board.h"
#include <stdbool.h>

/* Called by gcc from probes compiled with -fsanitize=thread: one call before each load and store,
 * in the program's order. libtsan is not linked; these replace it and feed the model. The
 * names and types are the compiler's. */

/* Memory that is busy serves lines in the order in which contexts ask for them: whoever is behind
 * asks first. */
static inline void in_order(void)
{
    if (sim_board_now.machine.service_16ths > 0)
        sim_threads_strict_point();
}

/* The host fetches the probe's own data while the model searches its tags. */
static inline void load_at(const volatile void *address, size_t n_bytes)
{
    __builtin_prefetch((const void *)address);
    in_order();
    sim_board_load(address, n_bytes);
}

static inline void store_at(const volatile void *address, size_t n_bytes)
{
    __builtin_prefetch((const void *)address, 1);
    in_order();
    sim_board_store(address, n_bytes);
}

/* Volatile accesses are how threads wait for each other: first all others come up to this clock, so
 * that what they wrote until now is seen and paid for, and nothing is seen before it is written. */
static inline void waiting_load_at(const volatile void *address, size_t n_bytes)
{
    sim_threads_strict_point();
    load_at(address, n_bytes);
}

static inline void awaited_store_at(const volatile void *address, size_t n_bytes)
{
    sim_threads_strict_point();
    store_at(address, n_bytes);
}

/* One access a first-level line, since that is what a copy loop of the board would miss on. */
static void range_at(const volatile void *address, size_t n_bytes,
                     void (*access_at)(const volatile void *address, size_t n_bytes))
{
    const volatile char *first = address;
    const struct sim_machine *m = &sim_board_now.machine;
    uintptr_t line = m->n_caches ? m->cache[0].line_bytes : sizeof(void *);
    uintptr_t at = (uintptr_t)first;

    for (uintptr_t end = at + n_bytes, next; at < end; at = next) {
        next = (at / line + 1) * line;
        next = next < end ? next : end;
        access_at(first + (at - (uintptr_t)first), next - at);
    }
}

void __tsan_init(void);
void __tsan_init(void)
{
}

#define ONE(name, n_bytes, kind)                                                                   \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address)                                                              \
    {                                                                                              \
        kind##_at(address, n_bytes);                                                               \
    }
#define SPLIT(name, n_bytes, kind)                                                                 \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address)                                                              \
    {                                                                                              \
        range_at(address, n_bytes, kind##_at);                                                     \
    }
#define RANGE(name, kind)                                                                          \
    void __tsan_##name(void *address, long n_bytes);                                               \
    void __tsan_##name(void *address, long n_bytes)                                                \
    {                                                                                              \
        range_at(address, (size_t)n_bytes, kind##_at);                                             \
    }
#define ALL_OF(size)                                                                               \
    ONE(read##size, size, load)                                                                    \
    ONE(write##size, size, store)                                                                  \
    ONE(volatile_read##size, size, waiting_load)                                                   \
    ONE(volatile_write##size, size, awaited_store)                                                 \
    SPLIT(unaligned_read##size, size, load)                                                        \
    SPLIT(unaligned_write##size, size, store)                                                      \
    SPLIT(unaligned_volatile_read##size, size, load)                                               \
    SPLIT(unaligned_volatile_write##size, size, store)

ALL_OF(1)
ALL_OF(2)
ALL_OF(4)
ALL_OF(8)
ALL_OF(16)
RANGE(read_range, load)
RANGE(write_range, store)

/* ---- atomics: done as asked, and seen as one access, a store where they may write; always in
 * sequential order. Those that read and write are as dear as the machine file says, and come in the
 * order of the contexts' clocks, as contexts may be at one word. ---- */

static void atomic_at(const volatile void *address, size_t n_bytes, uint64_t cost_16ths)
{
    uintptr_t at = (uintptr_t)address - sim_board_now.arena;

    if (at >= sim_board_now.arena_bytes || !sim_board_now.machine.states) {
        store_at(address, n_bytes);
        return;
    }
    sim_threads_strict_point();
    sim_model_atomic(sim_board_now.model, at, cost_16ths);
    sim_threads_point(sim_board_now.model);
}

#define WORD(bits) uint##bits##_t
#define FETCH(bits, op)                                                                            \
    WORD(bits)                                                                                     \
    __tsan_atomic##bits##_fetch_##op(volatile void *at, WORD(bits) value, int order);              \
    WORD(bits)                                                                                     \
    __tsan_atomic##bits##_fetch_##op(volatile void *at, WORD(bits) value, int order)               \
    {                                                                                              \
        (void)order;                                                                               \
        atomic_at(at, (bits) / 8, sim_board_now.machine.atomic_add_16ths);                         \
        return __atomic_fetch_##op((volatile WORD(bits) *)at, value, __ATOMIC_SEQ_CST);            \
    }
#define LOAD(bits)                                                                                 \
    WORD(bits) __tsan_atomic##bits##_load(const volatile void *at, int order);                     \
    WORD(bits) __tsan_atomic##bits##_load(const volatile void *at, int order)                      \
    {                                                                                              \
        (void)order;                                                                               \
        load_at(at, (bits) / 8);                                                                   \
        return __atomic_load_n((const volatile WORD(bits) *)at, __ATOMIC_SEQ_CST);                 \
    }
#define STORE(bits)                                                                                \
    void __tsan_atomic##bits##_store(volatile void *at, WORD(bits) value, int order);              \
    void __tsan_atomic##bits##_store(volatile void *at, WORD(bits) value, int order)               \
    {                                                                                              \
        (void)order;                                                                               \
        store_at(at, (bits) / 8);                                                                  \
        __atomic_store_n((volatile WORD(bits) *)at, value, __ATOMIC_SEQ_CST);                      \
    }
#define EXCHANGE(bits)                                                                             \
    WORD(bits) __tsan_atomic##bits##_exchange(volatile void *at, WORD(bits) value, int order);     \
    WORD(bits) __tsan_atomic##bits##_exchange(volatile void *at, WORD(bits) value, int order)      \
    {                                                                                              \
        (void)order;                                                                               \
        store_at(at, (bits) / 8);                                                                  \
        return __atomic_exchange_n((volatile WORD(bits) *)at, value, __ATOMIC_SEQ_CST);            \
    }
#define COMPARE(bits, strength)                                                                    \
    bool __tsan_atomic##bits##_compare_exchange_##strength(                                        \
        volatile void *at, void *expected, WORD(bits) value, int order, int order_failed);         \
    bool __tsan_atomic##bits##_compare_exchange_##strength(                                        \
        volatile void *at, void *expected, WORD(bits) value, int order, int order_failed)          \
    {                                                                                              \
        (void)order;                                                                               \
        (void)order_failed;                                                                        \
        atomic_at(at, (bits) / 8, sim_board_now.machine.atomic_compare_16ths);                     \
        return __atomic_compare_exchange_n((volatile WORD(bits) *)at, (WORD(bits) *)expected,      \
                                           value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
    }
#define ATOMICS(bits)                                                                              \
    LOAD(bits)                                                                                     \
    STORE(bits)                                                                                    \
    EXCHANGE(bits)                                                                                 \
    FETCH(bits, add)                                                                               \
    FETCH(bits, sub)                                                                               \
    FETCH(bits, and)                                                                               \
    FETCH(bits, or)                                                                                \
    FETCH(bits, xor)                                                                               \
    FETCH(bits, nand)                                                                              \
    COMPARE(bits, strong)                                                                          \
    COMPARE(bits, weak)

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}
