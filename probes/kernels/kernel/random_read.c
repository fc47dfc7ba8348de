/* Reads a word of each of n lines, each once, in an order that no prefetcher follows: addresses
 * that are computed, eight of them in flight, or each from the word before. */
#include "kernels/arithmetic.h"

enum { WORDS = KERNEL_LINE / 8, IN_FLIGHT = 8 };

/* A congruential generator of full period modulo every power of two from 4 on. */
static size_t next(size_t line)
{
    return line * 1664525 + 1013904223;
}

static uint64_t bytes(uint64_t n)
{
    return pattern_product(n, KERNEL_LINE);
}

/* In each line the number of the one that comes after it. */
static void fill(void *base, uint64_t n)
{
    uint64_t *word = base;

    for (size_t i = 0; i < (size_t)n * WORDS; i++)
        word[i] = next(i / WORDS) & ((size_t)n - 1);
}

static uint64_t count(enum kernel_count of, uint64_t n)
{
    return of == KERNEL_LOADS || of == KERNEL_ELEMENTS || of == KERNEL_LINES ? n : 0;
}

/* Each eighth of the lines has an order of its own. */
static void run_independent(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint64_t *word = base;
    size_t part = (size_t)n / IN_FLIGHT, line = 0;
    uint64_t sums = 0;

    (void)share;
    for (size_t left = part; left > 0; left--) {
#pragma GCC unroll 8
        for (size_t i = 0; i < IN_FLIGHT; i++)
            sums += READ(&word[(i * part + line) * WORDS]);
        line = next(line) & (part - 1);
    }
    uint64_t sum = sums;
    KEEP(&sum);
}

static void run_dependent(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint64_t *word = base;
    size_t line = 0;

    (void)share;
    for (size_t left = (size_t)n; left > 0; left--)
        line = (size_t)READ(&word[line * WORDS]);
    size_t last = line;
    KEEP(&last);
}

#define RANDOM(variant_name, what, routine)                                                        \
    {                                                                                              \
        .name = "random_read", .variant = variant_name, .type = "i64", .about = what,              \
        .spec = KERNEL_SPEC, .line_bytes = KERNEL_LINE, .least = 32, .most = INT32_MAX,            \
        .step = 32, .powers = true, .bytes = bytes, .count = count, .fill = fill, .run = routine,  \
    }

static const struct kernel independent =
    RANDOM("independent", "a word of each line, in random order, 8 in flight", run_independent);
static const struct kernel dependent =
    RANDOM("dependent", "a word of each line, in random order, one by one", run_dependent);

const struct kernel *const kernel_random_read[] = { &independent, &dependent, 0 };
