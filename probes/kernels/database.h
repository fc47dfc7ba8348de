/* What the kernels of the database share that nobody counts: their times alone are of use. */
#ifndef DATABASE_H
#define DATABASE_H

#include "arithmetic.h"

/* Returns 32 bits that look random. */
static inline uint32_t made_next(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (*state ^ *state >> 15) * UINT32_C(0x2c1b3c6d);
}

/* Fills N words at TO with numbers of BITS bits, at most 32. */
static inline void made_words(uint32_t *to, uint64_t n, unsigned bits)
{
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (size_t i = 0; i < (size_t)n; i++)
        to[i] = made_next(&state) >> (32 - bits);
}

/* Fills N numbers at TO with values from 1 to 2, none of them a denormal. */
static inline void made_reals(float *to, uint64_t n)
{
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (size_t i = 0; i < (size_t)n; i++)
        to[i] = 1 + (float)kernel_value_next(&state) / KERNEL_VALUES;
}

/* Folds N_BYTES, whole words, at BASE. */
static inline uint64_t made_check(const void *base, uint64_t n_bytes)
{
    const uint32_t *word = base;
    uint64_t folded = KERNEL_FOLD_BEGIN;

    for (size_t i = 0; i < (size_t)(n_bytes / 4); i++)
        folded = kernel_fold(folded, word[i]);
    return folded;
}

/* Define bytes(n), EACH bytes for each of n elements, or of n * n; and a check of all of them. */
#define MADE_BYTES(each)                                                                           \
    static uint64_t bytes(uint64_t n)                                                              \
    {                                                                                              \
        return pattern_product(n, each);                                                           \
    }                                                                                              \
    MADE_CHECK
#define MADE_SQUARE(each)                                                                          \
    static uint64_t bytes(uint64_t n)                                                              \
    {                                                                                              \
        return pattern_product(pattern_product(n, n), each);                                       \
    }                                                                                              \
    MADE_CHECK
#define MADE_CHECK                                                                                 \
    static uint64_t check(const void *base, uint64_t n)                                            \
    {                                                                                              \
        return made_check(base, bytes(n));                                                         \
    }

/* The members of a kernel of elements TYPE that takes n = LEAST, LEAST + STEP ... */
#define MADE(kernel_name, variant_name, type_name, what, least_n, step_n, routine)                 \
    .name = #kernel_name, .variant = variant_name, .type = type_name, .about = what,               \
    .spec = KERNEL_SPEC, .line_bytes = KERNEL_LINE, .least = least_n, .most = INT32_MAX,           \
    .step = step_n, .bytes = bytes, .fill = fill, .run = routine, .check = check

/* Defines the list of a kernel that has one variant, which one context runs. */
#define MADE_ALONE(kernel_name, type_name, what, least_n, step_n)                                  \
    static const struct kernel alone = { MADE(kernel_name, "plain", type_name, what, least_n,      \
                                              step_n, run) };                                      \
    const struct kernel *const kernel_##kernel_name[] = { &alone, 0 }

/* Defines the list of a kernel whose rows, as range() has them, contexts share: all on one, each a
 * stretch, and dealt in fours. */
#define MADE_SHARED(kernel_name, type_name, what, least_n, step_n)                                 \
    static const struct kernel alone = {                                                           \
        MADE(kernel_name, "plain", type_name, what, least_n, step_n, run), .range = range          \
    };                                                                                             \
    static const struct kernel dealt = { MADE(kernel_name, "dealt", type_name,                     \
                                              what ", dealt to contexts", least_n, step_n,         \
                                              run_dealt),                                          \
                                         .range = range, .space = KERNEL_CYCLIC,                   \
                                         .chunk = MADE_CHUNK };                                    \
    const struct kernel *const kernel_##kernel_name[] = { &alone, &dealt, 0 }

/* Defines run() and run_dealt() by ROWS(base, n, share, dealt). */
#define MADE_RUNS(rows)                                                                            \
    static void run(void *base, uint64_t n, const struct kernel_share *share)                      \
    {                                                                                              \
        rows(base, n, share, false);                                                               \
    }                                                                                              \
    static void run_dealt(void *base, uint64_t n, const struct kernel_share *share)                \
    {                                                                                              \
        rows(base, n, share, true);                                                                \
    }

enum { MADE_CHUNK = 4 };

/* Returns the next row of SHARE from ROW on, SHARE's TO where there is none: of kernels whose run
 * serves stretches and dealt rows alike, with each row of a lap alone. */
static inline long made_row(const struct kernel_share *share, bool is_dealt, long row)
{
    long turn = (long)share->contexts * MADE_CHUNK;
    long first = (long)share->context * MADE_CHUNK;

    if (!is_dealt || share->contexts <= 1)
        return row;
    if (row % turn < first)
        row += first - row % turn;
    else if (row % turn >= first + MADE_CHUNK)
        row += turn - row % turn + first;
    return row;
}

#endif
