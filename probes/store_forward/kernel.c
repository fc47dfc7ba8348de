/* A value that is stored and loaded again, each time the one loaded before. */
#include "store_forward/kernel.h"
#include "flow.h"
#include "hal/board_limits.h"
#include <stddef.h>

/* Two names of one place, which the compiler cannot know to be one. */
static volatile flow_word cell;
static volatile flow_word *volatile name = &cell, *volatile other_name = &cell;
static volatile flow_fp fp_cell;
static volatile flow_fp *volatile fp_name = &fp_cell, *volatile other_fp_name = &fp_cell;
static volatile uintptr_t word_sink;
static volatile flow_fp_cell fp_sink;

#define EIGHT(statement)                                                                           \
    statement statement statement statement statement statement statement statement
#define LAP(statement) EIGHT(statement) EIGHT(statement) EIGHT(statement) EIGHT(statement)
enum { LAP_OPS = 32 };
_Static_assert(STORE_FORWARD_LAP % LAP_OPS == 0, "all laps are whole");

/* timed loop of other: 32 stores, 32 loads */
static void other(void *ctx, uint64_t ops)
{
    volatile flow_word *at = name, *from = other_name;
    flow_word value = flow_word_of(1);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= LAP_OPS) {
        LAP(value = flow_forward(at, from, value);)
    }
    word_sink = flow_value(value);
}

/* A short lap: cores that rename memory of the stack pass on so many values at once, and few more.
 */
enum { STACK_LAP = 8 };
_Static_assert(STORE_FORWARD_LAP % STACK_LAP == 0, "all laps are whole");

/* timed loop of stack: 8 stores, 8 loads on the stack */
static void stack(void *ctx, uint64_t ops)
{
    volatile flow_word here;
    flow_word value = flow_word_of(1);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= STACK_LAP) {
        EIGHT(value = flow_forward_stack(&here, value);)
    }
    word_sink = flow_value(value);
}

/* timed loop of part: 32 stores, 32 loads */
static void part(void *ctx, uint64_t ops)
{
    volatile flow_word *at = name;
    flow_word value = flow_word_of(1);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= LAP_OPS) {
        LAP(value = flow_forward_part(at, value);)
    }
    word_sink = flow_value(value);
}

/* timed loop of fp: 32 stores, 32 loads */
static void fp(void *ctx, uint64_t ops)
{
    volatile flow_fp *at = fp_name, *from = other_fp_name;
    flow_fp value = flow_fp_of(1);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= LAP_OPS) {
        LAP(value = flow_forward_fp(at, from, value);)
    }
    fp_sink = flow_fp_value(value);
}

static volatile char *first_line;
static size_t step;

void store_forward_lines(void *start, size_t step_bytes)
{
    first_line = start;
    step = step_bytes;
}

/* More lines than a set has ways: a load brings each in again, and where the store has not left
 * soon enough, it is gone once more. */
static void evicted(void *ctx, uint64_t ops)
{
    flow_word value = flow_word_of(1);
    size_t bytes = step, at = 0, end = STORE_FORWARD_LINES * bytes;
    volatile char *from = first_line;

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= LAP_OPS) {
        LAP(value = flow_store_evicted((volatile uint32_t *)(from + at), value); at += bytes;)
        at = at < end ? at : 0;
    }
    word_sink = flow_value(value);
}

/* Pointers to themselves in the first page; places in the second. */
enum { PLACE = 256, UNALIGNED_PLACE = 512 + 5, ELSEWHERE = 2048 + 64, LOW_BITS = 4096 };
static char *pages;

void store_forward_pages(void *start)
{
    pages = start;
    *(uintptr_t *)(void *)(pages + PLACE) = (uintptr_t)(pages + PLACE);
    if (HAL_LIMIT_SYSTEM) {
        const uintptr_t own = (uintptr_t)(pages + UNALIGNED_PLACE);

        for (size_t i = 0; i < sizeof own; i++)
            pages[UNALIGNED_PLACE + i] = ((const char *)&own)[i];
    }
}

/* One loop of these kinds, so that what is around it is the same. FROM: in the first page. */
static __attribute__((noinline, no_sanitize("alignment"))) void
after_store(volatile uintptr_t *at, size_t from, uint64_t ops)
{
    flow_word pointer = flow_word_of((uintptr_t)(pages + from));

    for (size_t left = (size_t)ops; left > 0; left -= LAP_OPS) {
        LAP(pointer = flow_load_after_store(at, pointer);)
    }
    word_sink = flow_value(pointer);
}

static void apart(void *ctx, uint64_t ops)
{
    (void)ctx;
    after_store((volatile uintptr_t *)(void *)(pages + LOW_BITS + PLACE + ELSEWHERE), PLACE, ops);
}

static void alias(void *ctx, uint64_t ops)
{
    (void)ctx;
    after_store((volatile uintptr_t *)(void *)(pages + LOW_BITS + PLACE), PLACE, ops);
}

#if HAL_LIMIT_SYSTEM
static void unaligned(void *ctx, uint64_t ops)
{
    (void)ctx;
    after_store((volatile uintptr_t *)(void *)(pages + LOW_BITS + PLACE + ELSEWHERE),
                UNALIGNED_PLACE, ops);
}

#define FOUR(statement)        statement statement statement statement
#define TWELVE(statement)      EIGHT(statement) FOUR(statement)
#define SIXTEEN(statement)     EIGHT(statement) EIGHT(statement)
#define TWENTY_FOUR(statement) TWELVE(statement) TWELVE(statement)

static volatile uintptr_t nothing;

/* A loop of N stores and loads: a core predicts which store a load reads for so many pairs. With an
 * addition the chain does not end at one store a cycle. */
#define PAIRS(n, times)                                                                            \
    _Static_assert(STORE_FORWARD_LAP % (n) == 0, "all laps are whole");                            \
    static void pairs_##n(void *ctx, uint64_t ops)                                                 \
    {                                                                                              \
        volatile flow_word *at = name, *from = other_name;                                         \
        flow_word value = flow_word_of(1), none = flow_word_of(nothing);                           \
                                                                                                   \
        (void)ctx;                                                                                 \
        for (size_t left = (size_t)ops; left > 0; left -= (n)) {                                   \
            times(value = flow_add(flow_forward(at, from, value), none);)                          \
        }                                                                                          \
        word_sink = flow_value(value);                                                             \
    }
PAIRS(4, FOUR)
PAIRS(8, EIGHT)
PAIRS(12, TWELVE)
PAIRS(16, SIXTEEN)
PAIRS(24, TWENTY_FOUR)
#endif

void (*const store_forward_run[STORE_FORWARD_KINDS])(void *, uint64_t) = {
    other,     stack,   part,    fp,       evicted,  apart,    alias,
#if HAL_LIMIT_SYSTEM
    unaligned, pairs_4, pairs_8, pairs_12, pairs_16, pairs_24,
#endif
};
