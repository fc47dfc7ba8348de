/* What kernels share that go once through an array of n 8-byte words, in the widest vectors. */
#ifndef STRETCH_H
#define STRETCH_H

#include "arithmetic.h"
#include "lib/nontemporal.h"

/* Words of a step, of a share of contexts: whole lines, and whole vectors four times over. */
enum { STEP_WORDS = 32, STEP_VECTORS = STEP_WORDS * 8 / sizeof(stream_word) };

static inline uint64_t stretch_bytes(uint64_t n)
{
    return pattern_product(n, 8);
}

static inline void stretch_range(uint64_t n, long *from, long *to)
{
    *from = 0;
    *to = (long)(n / STEP_WORDS);
}

static inline void stretch_fill(void *base, uint64_t n)
{
    const struct pattern_array a = { .type = PATTERN_I64, .rows = 1, .columns = n, .pitch = n };

    pattern_fill(&a, 1, KERNEL_LINE, base);
}

static inline uint64_t stretch_check(const void *base, uint64_t n)
{
    const struct pattern_array a = { .type = PATTERN_I64, .rows = 1, .columns = n, .pitch = n };

    return pattern_check(&a, 1, KERNEL_LINE, base);
}

/* Of a kernel that reads every word once, or WRITES it. */
static inline uint64_t stretch_count(enum kernel_count of, uint64_t n, bool writes)
{
    switch (of) {
    case KERNEL_LOADS:
        return writes ? 0 : n;
    case KERNEL_STORES:
    case KERNEL_WRITTEN:
        return writes ? n : 0;
    case KERNEL_ELEMENTS:
        return n;
    case KERNEL_LINES:
        return n * 8 / KERNEL_LINE;
    case KERNEL_LINES_WRITTEN:
        return writes ? n * 8 / KERNEL_LINE : 0;
    default:
        return 0;
    }
}

/* Defines NAME, the run of a kernel that writes every word of its share, none of them zero, by
 * STORE(place, word). */
#define STRETCH_WRITER(name, STORE)                                                                \
    static void name(void *base, uint64_t n, const struct kernel_share *share)                     \
    {                                                                                              \
        stream_word *at = (stream_word *)base + share->from * (long)STEP_VECTORS;                  \
        stream_word what = { 0 };                                                                  \
                                                                                                   \
        (void)n;                                                                                   \
        what |= 0x9e3779b9u;                                                                       \
        for (long left = share->to - share->from; left > 0; left--) {                              \
            _Pragma("GCC unroll 64") for (unsigned i = 0; i < STEP_VECTORS; i++)                   \
                STORE(&at[i], what);                                                               \
            at += STEP_VECTORS;                                                                    \
        }                                                                                          \
    }

#define STRETCH(kernel_name, what, routine, counter)                                               \
    {                                                                                              \
        .name = #kernel_name, .variant = "plain", .type = "i64", .about = what,                    \
        .spec = KERNEL_SPEC, .line_bytes = KERNEL_LINE, .least = STEP_WORDS,                       \
        .most = (uint64_t)INT32_MAX * STEP_WORDS, .step = STEP_WORDS, .space = KERNEL_UNIFIED,     \
        .bytes = stretch_bytes, .count = counter, .range = stretch_range, .fill = stretch_fill,    \
        .run = routine, .check = stretch_check,                                                    \
    }

#endif
