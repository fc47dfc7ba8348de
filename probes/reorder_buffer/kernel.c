/* Two chains of loads with operations between them, which depend on a load or on none. */
#include "reorder_buffer/kernel.h"
#include "flow.h"
#include <stddef.h>

/* Words, floats and stores: neither register file runs out before the window is full, nor what is
 * kept of flags, which some processors have fewer of than words, nor the queue of stores. */
#define WORD(n) word##n = flow_add(word##n, one);
#define FP(n)   fp##n = flow_fp_add(fp##n, zero);
#define STEP(n)                                                                                    \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        WORD(0) FP(0) WORD(1) FP(1) FP(2) WORD(2) FP(3) flow_store(at, flow_word_of(0));
#define FOUR(n)   STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
#define TWELVE(n) FOUR(n) FOUR(n + 4) FOUR(n + 8)

static volatile uintptr_t one_value = 1, none_value, all_value = UINTPTR_MAX, sink;
static volatile uint32_t stored;
/* Read anew: of an address that it knows a compiler may make one for each store. */
static volatile uint32_t *volatile stored_at = &stored;
static volatile flow_fp_cell zero_value, fp_sink;

/* A reading each: of equal starts the compiler would know that the chains are one. */
#define START    flow_word_of(one_value)
#define FP_START flow_fp_of(zero_value)

/* Steps are done in rounds of LENGTH, the first of which begins within at ENTRY, which the compiler
 * does not know: few are in the image. */
struct rounds {
    unsigned n, entry;
};

static struct rounds rounds_of(unsigned steps, unsigned length)
{
    unsigned n = (steps + length - 1) / length;

    return (struct rounds){ n, n * length - steps };
}

enum { LONG_ROUND = 24, ROUND = 8 };

/* clang-format off */
/* timed loop of reorder_buffer_walk_two: 72 sum in 3 chains, 96 fp in 4 chains, 24 stores, in rounds */
/* clang-format on */
void reorder_buffer_walk_two(void *ctx, uint64_t loads)
{
    struct reorder_buffer_walk *walk = ctx;
    struct rounds steps = rounds_of(walk->between / REORDER_BUFFER_STEP, LONG_ROUND);
    flow_word a = flow_word_of(walk->at[0]), b = flow_word_of(walk->at[1]);
    flow_word one = flow_word_of(one_value), sum = one;
    flow_word word0 = START, word1 = START, word2 = START;
    volatile uint32_t *at = stored_at;
    flow_fp zero = flow_fp_of(zero_value);
    flow_fp fp0 = FP_START, fp1 = FP_START, fp2 = FP_START, fp3 = FP_START;

    for (size_t left = (size_t)loads; left > 0; left--) {
        flow_word next = flow_load(a);
        unsigned rounds = steps.n;

        sum = flow_add(sum, next);
        a = b;
        b = next;
        switch (steps.entry) {
        default:
            do {
                TWELVE(0) TWELVE(12)
            } while (--rounds > 0);
        }
    }
    walk->at[0] = flow_value(a);
    walk->at[1] = flow_value(b);
    sink = flow_value(sum) + flow_value(word0) + flow_value(word1) + flow_value(word2);
    fp_sink = flow_fp_value(fp0) + flow_fp_value(fp1) + flow_fp_value(fp2) + flow_fp_value(fp3);
}

/* What waits for the last load, of each kind. */
#define WAIT_WORDS(n)                                                                              \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        word0 = flow_add(word0, next);                                                             \
        word1 = flow_add(word1, next);                                                             \
        word2 = flow_add(word2, next);
#define WAIT_FP(n)                                                                                 \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        fp0 = flow_fp_add(fp0, made);                                                              \
        fp1 = flow_fp_add(fp1, made);                                                              \
        fp2 = flow_fp_add(fp2, made);                                                              \
        fp3 = flow_fp_add(fp3, made);
#define WAIT(what)                                                                                 \
    switch (steps.entry) {                                                                         \
    default:                                                                                       \
        do {                                                                                       \
            what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7)                        \
        } while (--rounds > 0);                                                                    \
    }

/* timed loop of reorder_buffer_walk_int: 24 sum in 3 chains, in rounds, on the stack */
void reorder_buffer_walk_int(void *ctx, uint64_t loads)
{
    struct reorder_buffer_walk *walk = ctx;
    struct rounds steps = rounds_of(walk->between / REORDER_BUFFER_INT, ROUND);
    flow_word a = flow_word_of(walk->at[0]), b = flow_word_of(walk->at[1]);
    flow_word word0 = START, word1 = START, word2 = START;

    for (size_t left = (size_t)loads; left > 0; left--) {
        flow_word next = flow_load(a);
        unsigned rounds = steps.n;

        a = b;
        b = next;
        WAIT(WAIT_WORDS)
    }
    walk->at[0] = flow_value(a);
    walk->at[1] = flow_value(b);
    sink = flow_value(word0) + flow_value(word1) + flow_value(word2);
}

bool reorder_buffer_has_fp(void)
{
    return FLOW_HAS_FP;
}

/* timed loop of reorder_buffer_walk_fp: 32 fp in 4 chains, in rounds, on the stack */
void reorder_buffer_walk_fp(void *ctx, uint64_t loads)
{
    struct reorder_buffer_walk *walk = ctx;
    struct rounds steps = rounds_of(walk->between / REORDER_BUFFER_FP, ROUND);
    flow_word a = flow_word_of(walk->at[0]), b = flow_word_of(walk->at[1]);
    flow_word none = flow_word_of(none_value);
    flow_fp fp0 = FP_START, fp1 = FP_START, fp2 = FP_START, fp3 = FP_START;

    if (!FLOW_HAS_FP) /* nobody calls it */
        return;
    for (size_t left = (size_t)loads; left > 0; left--) {
        flow_word next = flow_load(a);
        flow_fp made = flow_to_fp(flow_and(next, none)); /* 0: sums stay normal numbers */
        unsigned rounds = steps.n;

        a = b;
        b = next;
        WAIT(WAIT_FP)
    }
    walk->at[0] = flow_value(a);
    walk->at[1] = flow_value(b);
    fp_sink = flow_fp_value(fp0) + flow_fp_value(fp1) + flow_fp_value(fp2) + flow_fp_value(fp3);
}

/* Additions and conjunctions by turns, which no compiler makes one of. */
#define ROW_TWO    word = flow_and(flow_add(word, one), all);
#define ROW_WORDS  ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO
#define ROW_FP     fp = flow_fp_add(fp, zero);
#define ROW_FOUR   ROW_FP ROW_FP ROW_FP ROW_FP
#define ROW_FP_ALL ROW_FOUR ROW_FOUR ROW_FOUR ROW_FOUR

/* timed loop of reorder_buffer_rows_int: 8 sum */
void reorder_buffer_rows_int(void *ctx, uint64_t ops)
{
    const struct reorder_buffer_rows *rows = ctx;
    flow_word one = flow_word_of(one_value), all = flow_word_of(all_value), sum = one;

    for (size_t left = (size_t)ops / REORDER_BUFFER_ROUND / rows->rounds; left > 0; left--) {
        flow_word word = START;

        for (unsigned round = rows->rounds; round > 0; round--) {
            ROW_WORDS
        }
        sum = flow_add(sum, word);
    }
    sink = flow_value(sum);
}

/* timed loop of reorder_buffer_rows_fp: 16 fp in 1 chain */
void reorder_buffer_rows_fp(void *ctx, uint64_t ops)
{
    const struct reorder_buffer_rows *rows = ctx;
    flow_fp zero = flow_fp_of(zero_value), sum = zero;

    if (!FLOW_HAS_FP)
        return;
    for (size_t left = (size_t)ops / REORDER_BUFFER_ROUND / rows->rounds; left > 0; left--) {
        flow_fp fp = FP_START;

        for (unsigned round = rows->rounds; round > 0; round--) {
            ROW_FP_ALL
        }
        sum = flow_fp_add(sum, fp);
    }
    fp_sink = flow_fp_value(sum);
}

void reorder_buffer_walk_one(void *ctx, uint64_t loads)
{
    struct reorder_buffer_walk *walk = ctx;
    flow_word a = flow_word_of(walk->at[0]);

    for (size_t left = (size_t)loads; left > 0; left--)
        a = flow_load(a);
    walk->at[0] = walk->at[1];
    walk->at[1] = flow_value(a);
}
