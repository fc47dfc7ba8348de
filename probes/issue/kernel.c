/* Independent operations of several kinds, more than any processor starts in a cycle. */
#include "issue/kernel.h"
#include "flow.h"
#include <stddef.h>

enum { GROUPS = 24, LINES = 16, FEW_LINES = 4, LINE_WORDS = 16 };
/* In a lap: many, so that the loop itself costs little against them. */
enum { STORES = 64, LOADS = 64, CALLS = 64 };

static volatile uintptr_t one_value = 1, word_sink;
static volatile flow_fp_cell zero_value, fp_sink;
static volatile flow_fp fp_cell;
static volatile uint32_t lines[LINES * LINE_WORDS];
/* Read anew: of an address that it knows a compiler makes one for each group, and jumps around. */
static volatile uint32_t *volatile lines_at = lines;
static volatile unsigned entry = GROUPS; /* past the last case: the whole lap */

#define WORD(n)  word##n = flow_add(word##n, one);
#define FP(n)    fp##n = flow_fp_add(fp##n, zero);
#define STORE(n) flow_store(&at[n], one);

/* Each group has a case of its own, so that no compiler merges two (lib/reference.c). */
#define GROUP(n, body)                                                                             \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        WORD(0) WORD(1) WORD(2) WORD(3) MORE_WORDS body
/* Six words a cycle are added by some processors of 64 bits; 32-bit x86 has registers for four. */
#if UINTPTR_MAX > UINT32_MAX
enum { AT_ONCE = 6 };
#define MORE_WORDS WORD(4) WORD(5)
#else
enum { AT_ONCE = 4 };
#define MORE_WORDS
#endif
#define NOTHING
#define FP_A              FP(0) FP(1)
#define FP_B              FP(2) FP(3)
#define FP_C              FP(4) FP(5)
#define THREE(n, a, b, c) GROUP(n, a) GROUP(n + 1, b) GROUP(n + 2, c)
#define LAP(a, b, c)                                                                               \
    THREE(0, a, b, c)                                                                              \
    THREE(3, a, b, c)                                                                              \
    THREE(6, a, b, c)                                                                              \
    THREE(9, a, b, c) THREE(12, a, b, c) THREE(15, a, b, c) THREE(18, a, b, c) THREE(21, a, b, c)

/* A reading each: of equal starts the compiler would know that the chains are one. */
#define START    flow_word_of(one_value)
#define FP_START flow_fp_of(zero_value)

/* Without an addition, which without a unit for it takes longer than a lap. */
#define SINK_TWO(n, m)                                                                             \
    word_sink = flow_value(word##n);                                                               \
    word_sink = flow_value(word##m);                                                               \
    fp_sink = flow_fp_value(fp##n);                                                                \
    fp_sink = flow_fp_value(fp##m);

/* Six chains of floating-point additions: an addition may take three cycles, and two may start in
 * one. */
#define KERNEL(name, ops, a, b, c)                                                                 \
    static void name(void *ctx, uint64_t all_ops)                                                  \
    {                                                                                              \
        volatile uint32_t *at = lines_at;                                                          \
        flow_word one = flow_word_of(one_value);                                                   \
        flow_word word0 = START, word1 = START, word2 = START, word3 = START;                      \
        flow_word word4 = START, word5 = START;                                                    \
        flow_fp zero = flow_fp_of(zero_value);                                                     \
        flow_fp fp0 = FP_START, fp1 = FP_START, fp2 = FP_START;                                    \
        flow_fp fp3 = FP_START, fp4 = FP_START, fp5 = FP_START;                                    \
                                                                                                   \
        (void)ctx;                                                                                 \
        (void)zero;                                                                                \
        (void)at;                                                                                  \
        for (size_t left = (size_t)all_ops; left > 0; left -= (ops)) {                             \
            switch (entry) {                                                                       \
            default:                                                                               \
                LAP(a, b, c)                                                                       \
            }                                                                                      \
        }                                                                                          \
        SINK_TWO(0, 1)                                                                             \
        SINK_TWO(2, 3)                                                                             \
        SINK_TWO(4, 5)                                                                             \
    }

enum { WORDS = AT_ONCE * GROUPS, FPS = 2 * GROUPS };

/* timed loop of words: 144/96 sum in 6/4 chains */
KERNEL(words, WORDS, NOTHING, NOTHING, NOTHING)
/* timed loop of with_fp: 144/96 sum in 6/4 chains, 48 fp in 6 chains */
KERNEL(with_fp, WORDS + FPS, FP_A, FP_B, FP_C)
/* timed loop of all: 144/96 sum in 6/4 chains, 48 fp in 6 chains, 24 stores, on the stack */
KERNEL(all, WORDS + FPS + GROUPS, FP_A STORE(0), FP_B STORE(1), FP_C STORE(2))

#define FOUR_STORES(at, step)                                                                      \
    STORE((at) * (step))                                                                           \
    STORE(((at) + 1) * (step)) STORE(((at) + 2) * (step)) STORE(((at) + 3) * (step))
#define STORES_OF(step)                                                                            \
    FOUR_STORES(0, step)                                                                           \
    FOUR_STORES(4, step)                                                                           \
    FOUR_STORES(8, step)                                                                           \
    FOUR_STORES(12, step)

#define FOUR_TIMES(statements) statements statements statements statements

/* timed loop of store: 64 stores */
static void store(void *ctx, uint64_t ops)
{
    volatile uint32_t *at = lines_at;
    flow_word one = flow_word_of(one_value);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= STORES) {
        FOUR_TIMES(STORES_OF(1))
    }
}

/* timed loop of store_lines: 64 stores */
static void store_lines(void *ctx, uint64_t ops)
{
    volatile uint32_t *at = lines_at;
    flow_word one = flow_word_of(one_value);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= STORES) {
        FOUR_TIMES(STORES_OF(LINE_WORDS))
    }
}

#define FEW_STORES(n)                                                                              \
    STORE(n)                                                                                       \
    STORE(LINE_WORDS + (n)) STORE(2 * LINE_WORDS + (n)) STORE((FEW_LINES - 1) * LINE_WORDS + (n))

/* timed loop of store_few_lines: 64 stores */
static void store_few_lines(void *ctx, uint64_t ops)
{
    volatile uint32_t *at = lines_at;
    flow_word one = flow_word_of(one_value);

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= STORES) {
        FOUR_TIMES(FEW_STORES(0) FEW_STORES(1) FEW_STORES(2) FEW_STORES(3))
    }
}

#define FOUR_LOADS                                                                                 \
    flow_touch_fp(&fp_cell);                                                                       \
    flow_touch_fp(&fp_cell);                                                                       \
    flow_touch_fp(&fp_cell);                                                                       \
    flow_touch_fp(&fp_cell);

/* timed loop of load_fp: 64 loads */
static void load_fp(void *ctx, uint64_t ops)
{
    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= LOADS) {
        FOUR_TIMES(FOUR_TIMES(FOUR_LOADS))
    }
}

/* Compilers that would see what it does would not call it. */
__attribute__((noinline)) static flow_word called(flow_word value)
{
    return flow_called(value);
}

#define FOUR_CALLS word = called(called(called(called(word))));

/* No loop without a call: 64 calls, each of what the one before returned. */
static void call(void *ctx, uint64_t ops)
{
    flow_word word = START;

    (void)ctx;
    for (size_t left = (size_t)ops; left > 0; left -= CALLS) {
        FOUR_TIMES(FOUR_TIMES(FOUR_CALLS))
    }
    word_sink = flow_value(word);
}

unsigned issue_lap(enum issue_kind kind)
{
    static const unsigned laps[ISSUE_KINDS] = { WORDS,  WORDS + FPS, WORDS + FPS + GROUPS,
                                                STORES, STORES,      CALLS,
                                                LOADS,  STORES };

    return laps[kind];
}

void (*const issue_run[ISSUE_KINDS])(void *, uint64_t) = { words,   with_fp,        all,
                                                           store,   store_lines,    call,
                                                           load_fp, store_few_lines };
