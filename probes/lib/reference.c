/* The reference chains: dependent additions, in laps of two lengths, and exclusive or to
 * cross-check them. */
#include "reference.h"
#include <stddef.h>

/* Every operation follows a case label of its own, so that the compiler, which cannot know
 * where the switch enters, may neither merge two of them nor compute them ahead (X-Ray section 2.2,
 * BlackjackBench figure 7). */

enum { STEPS = 3 };

static volatile unsigned entry_case = REFERENCE_LONG_LAP; /* past the last case: the whole lap */
static volatile uint32_t step_value = 0x9e3779b9u;
static volatile uint32_t result_sink;

#define FOUR(M, n)    M(n) M(n + 1) M(n + 2) M(n + 3)
#define SIXTEEN(M, n) FOUR(M, n) FOUR(M, n + 4) FOUR(M, n + 8) FOUR(M, n + 12)
#define LAP(M, n)     SIXTEEN(M, n) SIXTEEN(M, n + 16) SIXTEEN(M, n + 32) SIXTEEN(M, n + 48)
#define LONG_LAP(M)   LAP(M, 0) LAP(M, 64) LAP(M, 128) LAP(M, 192)

#define ADD(n)                                                                                     \
    __attribute__((fallthrough));                                                                  \
    case n:                                                                                        \
        total += step;
#define XOR(n)                                                                                     \
    __attribute__((fallthrough));                                                                  \
    case n:                                                                                        \
        total ^= step[(n) % STEPS];

/* A word, so that no processor needs its stack to count laps. */
static size_t laps_of(uint64_t ops, unsigned lap)
{
    return (size_t)((ops + lap - 1) / lap);
}

/* timed loop of add_chain: 64 add in 1 chain */
static void add_chain(void *ctx, uint64_t ops)
{
    uint32_t total = step_value;
    uint32_t step = step_value;

    (void)ctx;
    for (size_t laps = laps_of(ops, REFERENCE_LAP); laps > 0; laps--) {
        switch (entry_case) { /* volatile: read anew each lap, so that no lap is special */
        default:
            LAP(ADD, 0)
        }
    }
    result_sink = total;
}

/* timed loop of add_long_chain: 256 add in 1 chain */
static void add_long_chain(void *ctx, uint64_t ops)
{
    uint32_t total = step_value;
    uint32_t step = step_value;

    (void)ctx;
    for (size_t laps = laps_of(ops, REFERENCE_LONG_LAP); laps > 0; laps--) {
        switch (entry_case) {
        default:
            LONG_LAP(ADD)
        }
    }
    result_sink = total;
}

/* timed loop of xor_chain: 64 xor in 1 chain */
static void xor_chain(void *ctx, uint64_t ops)
{
    uint32_t total = step_value;
    /* The same value twice would cancel out, and compilers know it. */
    const uint32_t step[STEPS] = { step_value, step_value, step_value };

    (void)ctx;
    for (size_t laps = laps_of(ops, REFERENCE_LAP); laps > 0; laps--) {
        switch (entry_case) {
        default:
            LAP(XOR, 0)
        }
    }
    result_sink = total;
}

static const struct measure_kernel kernels[REFERENCE_KINDS] = {
    [REFERENCE_ADD] = { add_chain, 0 },
    [REFERENCE_XOR] = { xor_chain, 0 },
    [REFERENCE_ADD_LONG] = { add_long_chain, 0 },
};

const struct measure_kernel *reference_kernel(enum reference_kind kind)
{
    return &kernels[kind];
}

uint64_t reference_ticks(uint64_t ops)
{
    const struct measure_kernel *chain = reference_kernel(REFERENCE_ADD);

    chain->run(chain->ctx, REFERENCE_LAP);
    return measure_ticks(chain, ops);
}
