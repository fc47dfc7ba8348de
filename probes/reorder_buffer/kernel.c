/* Two chains of loads with operations between them, which depend on a load or on none. */
#include "reorder_buffer/kernel.h"
#include "flow.h"
#include <stddef.h>

/* Words, reals and stores: neither register file runs out before the window is full, nor what is
 * kept of flags, which some processors have fewer of than words, nor the queue of stores. */
#define WORD(n) word##n = flow_add(word##n, one);
#define REAL(n) real##n = flow_real_add(real##n, zero);
#define STEP(n)                                                                                    \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        WORD(0) REAL(0) WORD(1) REAL(1) REAL(2) WORD(2) REAL(3) flow_store(at, flow_word_of(0));
#define FOUR(n)   STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
#define TWELVE(n) FOUR(n) FOUR(n + 4) FOUR(n + 8)

static volatile uintptr_t one_value = 1, none_value, all_value = UINTPTR_MAX, sink;
static volatile uint32_t stored;
/* Read anew: of an address that it knows a compiler may make one for each store. */
static volatile uint32_t *volatile stored_at = &stored;
static volatile float zero_value, real_sink;

/* A reading each: of equal starts the compiler would know that the chains are one. */
#define START      flow_word_of(one_value)
#define REAL_START flow_real_of(zero_value)

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

/* timed loop of window_walk_two: 72 sum in 3 chains, 96 real in 4 chains, 24 stores, in rounds */
void window_walk_two(void *ctx, uint64_t loads)
{
    struct window_walk *walk = ctx;
    struct rounds steps = rounds_of(walk->between / WINDOW_STEP, LONG_ROUND);
    flow_word a = flow_word_of(walk->at[0]), b = flow_word_of(walk->at[1]);
    flow_word one = flow_word_of(one_value), sum = one;
    flow_word word0 = START, word1 = START, word2 = START;
    volatile uint32_t *at = stored_at;
    flow_real zero = flow_real_of(zero_value);
    flow_real real0 = REAL_START, real1 = REAL_START, real2 = REAL_START, real3 = REAL_START;

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
    real_sink = flow_real_value(real0) + flow_real_value(real1) + flow_real_value(real2) +
                flow_real_value(real3);
}

/* What waits for the last load, of each kind. */
#define WAIT_WORDS(n)                                                                              \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        word0 = flow_add(word0, next);                                                             \
        word1 = flow_add(word1, next);                                                             \
        word2 = flow_add(word2, next);
#define WAIT_REALS(n)                                                                              \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        real0 = flow_real_add(real0, made);                                                        \
        real1 = flow_real_add(real1, made);                                                        \
        real2 = flow_real_add(real2, made);                                                        \
        real3 = flow_real_add(real3, made);
#define WAIT(what)                                                                                 \
    switch (steps.entry) {                                                                         \
    default:                                                                                       \
        do {                                                                                       \
            what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7)                        \
        } while (--rounds > 0);                                                                    \
    }

/* timed loop of window_walk_words: 24 sum in 3 chains, in rounds, on the stack */
void window_walk_words(void *ctx, uint64_t loads)
{
    struct window_walk *walk = ctx;
    struct rounds steps = rounds_of(walk->between / WINDOW_WORDS, ROUND);
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

bool window_has_reals(void)
{
    return FLOW_HAS_REALS;
}

/* timed loop of window_walk_reals: 32 real in 4 chains, in rounds, on the stack */
void window_walk_reals(void *ctx, uint64_t loads)
{
    struct window_walk *walk = ctx;
    struct rounds steps = rounds_of(walk->between / WINDOW_REALS, ROUND);
    flow_word a = flow_word_of(walk->at[0]), b = flow_word_of(walk->at[1]);
    flow_word none = flow_word_of(none_value);
    flow_real real0 = REAL_START, real1 = REAL_START, real2 = REAL_START, real3 = REAL_START;

    if (!FLOW_HAS_REALS) /* nobody calls it */
        return;
    for (size_t left = (size_t)loads; left > 0; left--) {
        flow_word next = flow_load(a);
        flow_real made = flow_to_real(flow_and(next, none)); /* 0: sums stay normal numbers */
        unsigned rounds = steps.n;

        a = b;
        b = next;
        WAIT(WAIT_REALS)
    }
    walk->at[0] = flow_value(a);
    walk->at[1] = flow_value(b);
    real_sink = flow_real_value(real0) + flow_real_value(real1) + flow_real_value(real2) +
                flow_real_value(real3);
}

/* Additions and conjunctions by turns, which no compiler makes one of. */
#define ROW_TWO   word = flow_and(flow_add(word, one), all);
#define ROW_WORDS ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO ROW_TWO
#define ROW_REAL  real = flow_real_add(real, zero);
#define ROW_FOUR  ROW_REAL ROW_REAL ROW_REAL ROW_REAL
#define ROW_REALS ROW_FOUR ROW_FOUR ROW_FOUR ROW_FOUR

/* timed loop of window_rows_words: 8 sum */
void window_rows_words(void *ctx, uint64_t ops)
{
    const struct window_rows *rows = ctx;
    flow_word one = flow_word_of(one_value), all = flow_word_of(all_value), sum = one;

    for (size_t left = (size_t)ops / WINDOW_ROUND / rows->rounds; left > 0; left--) {
        flow_word word = START;

        for (unsigned round = rows->rounds; round > 0; round--) {
            ROW_WORDS
        }
        sum = flow_add(sum, word);
    }
    sink = flow_value(sum);
}

/* timed loop of window_rows_reals: 16 real in 1 chain */
void window_rows_reals(void *ctx, uint64_t ops)
{
    const struct window_rows *rows = ctx;
    flow_real zero = flow_real_of(zero_value), sum = zero;

    if (!FLOW_HAS_REALS)
        return;
    for (size_t left = (size_t)ops / WINDOW_ROUND / rows->rounds; left > 0; left--) {
        flow_real real = REAL_START;

        for (unsigned round = rows->rounds; round > 0; round--) {
            ROW_REALS
        }
        sum = flow_real_add(sum, real);
    }
    real_sink = flow_real_value(sum);
}

void window_walk_one(void *ctx, uint64_t loads)
{
    struct window_walk *walk = ctx;
    flow_word a = flow_word_of(walk->at[0]);

    for (size_t left = (size_t)loads; left > 0; left--)
        a = flow_load(a);
    walk->at[0] = walk->at[1];
    walk->at[1] = flow_value(a);
}
