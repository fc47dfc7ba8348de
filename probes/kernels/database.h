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
#define MADE_SQUARE_BYTES(each)                                                                    \
    static uint64_t bytes(uint64_t n)                                                              \
    {                                                                                              \
        return pattern_product(pattern_product(n, n), each);                                       \
    }
#define MADE_SQUARE(each)                                                                          \
    MADE_SQUARE_BYTES(each)                                                                        \
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
 * stretch (plain), and dealt in runs of CHUNK (dealt). Then further members of both. */
#define MADE_SHARED(kernel_name, type_name, what, least_n, step_n, chunk_rows, ...)                \
    static void run(void *base, uint64_t n, const struct kernel_share *share)                      \
    {                                                                                              \
        rows(base, n, share, 0);                                                                   \
    }                                                                                              \
    static void run_dealt(void *base, uint64_t n, const struct kernel_share *share)                \
    {                                                                                              \
        rows(base, n, share, chunk_rows);                                                          \
    }                                                                                              \
    static const struct kernel alone = { MADE(kernel_name, "plain", type_name, what, least_n,      \
                                              step_n, run),                                        \
                                         .range = range, __VA_ARGS__ };                            \
    static const struct kernel dealt = { MADE(kernel_name, "dealt", type_name,                     \
                                              what ", dealt to contexts", least_n, step_n,         \
                                              run_dealt),                                          \
                                         .range = range, .space = KERNEL_CYCLIC,                   \
                                         .chunk = chunk_rows, __VA_ARGS__ };                       \
    const struct kernel *const kernel_##kernel_name[] = { &alone, &dealt, 0 }

/* Rows dealt at once; columns dealt at once, a line of them, so that contexts share no line. */
enum { MADE_ROWS = 4, MADE_COLUMNS = KERNEL_LINE / 4 };

/* Returns the next row of SHARE from ROW on, SHARE's TO where there is none. CHUNK: rows dealt at
 * once; 0: SHARE is a stretch. Rows count as the kernel's range() has them; what is said of rows
 * holds for columns. */
static inline long made_row(const struct kernel_share *share, long chunk, long row)
{
    long turn = (long)share->contexts * chunk;
    long first = (long)share->context * chunk;

    if (chunk == 0 || share->contexts <= 1)
        return row;
    if (row % turn < first)
        row += first - row % turn;
    else if (row % turn >= first + chunk)
        row += turn - row % turn + first;
    return row < share->to ? row : share->to;
}

/* Returns the end of the rows of SHARE that follow each other from its ROW on. */
static inline long made_rows_end(const struct kernel_share *share, long chunk, long row)
{
    long end = chunk == 0 || share->contexts <= 1 ? share->to : row - row % chunk + chunk;

    return end < share->to ? end : share->to;
}

/* Defines range() of a kernel that goes through all rows of an image, then through all columns. */
#define MADE_ROWS_AND_COLUMNS                                                                      \
    static void range(uint64_t n, long *from, long *to)                                            \
    {                                                                                              \
        *from = 0;                                                                                 \
        *to = (long)n;                                                                             \
    }

#endif
