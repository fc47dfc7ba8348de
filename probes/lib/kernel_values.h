/* Values that kernels' arrays start with, and the fold that checks what became of them. The build
 * computes expected checksums with the same functions. */
#ifndef KERNEL_VALUES_H
#define KERNEL_VALUES_H

#include <stdint.h>

/* Number of different values, 0 to KERNEL_VALUES - 1. */
enum { KERNEL_VALUES = 1024 };

/* What *STATE is before the first value of the first array, and what a fold begins with. */
#define KERNEL_VALUES_BEGIN UINT32_C(1)
#define KERNEL_FOLD_BEGIN   UINT64_C(0)

/* Returns the next value k. An element of an integer type becomes k; one of a floating type
 * 1 + k / 1024, which each of them holds exactly. So none is a denormal, and weights that add up
 * to 1 keep it in 1 to 2. */
static inline uint32_t kernel_value_next(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 22;
}

/* Returns a number below N, which is at least 1. */
static inline uint32_t kernel_index_below(uint32_t *state, uint32_t n)
{
    uint32_t bits = kernel_value_next(state) << 22;

    bits |= kernel_value_next(state) << 12;
    bits |= kernel_value_next(state) << 2;
    return (uint32_t)((uint64_t)(bits | kernel_value_next(state) >> 8) * n >> 32);
}

/* Numbers 0 to RANGE - 1, each once before any comes again: 0, STRIDE, 2 STRIDE ... then 1, 1 +
 * STRIDE ... RANGE and STRIDE are at least 1. */
struct kernel_index {
    uint32_t range, stride, first, at;
};

static inline uint32_t kernel_index_next(struct kernel_index *i)
{
    uint32_t now = i->at;

    if (i->stride < i->range - now) {
        i->at = now + i->stride;
        return now;
    }
    i->first = i->first + 1 < i->stride && i->first + 1 < i->range ? i->first + 1 : 0;
    i->at = i->first;
    return now;
}

/* Returns FOLDED with one more element, whose bits are BITS: those of a shorter type are extended
 * by zeros. A bijection in BITS, so that one wrong element always shows. */
static inline uint64_t kernel_fold(uint64_t folded, uint64_t bits)
{
    folded = (folded ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return folded ^ folded >> 32;
}

#endif
