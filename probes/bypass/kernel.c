/* Chains that go from one kind of unit to another and back. */
#include "bypass/kernel.h"
#include "flow.h"
#include <stddef.h>

static volatile uintptr_t nothing, word_sink;
static volatile float zero_value, one_value = 1, real_sink;
static union flow_cell {
    uint32_t word;
    float real;
} cell; /* zero, whichever is read */
static const char *volatile cell_at = (const char *)&cell;

#define EIGHT(statement)                                                                           \
    statement statement statement statement statement statement statement statement
#define LAP(statement) EIGHT(statement) EIGHT(statement) EIGHT(statement) EIGHT(statement)

/* Each begins with numbers that the compiler does not know. */
#define CHAIN(name, statement)                                                                     \
    static void name(void *ctx, uint64_t steps)                                                    \
    {                                                                                              \
        const char *base = cell_at;                                                                \
        flow_word word = flow_word_of(nothing), none = word;                                       \
        flow_real real = flow_real_of(zero_value), zero = real, one = flow_real_of(one_value);     \
                                                                                                   \
        (void)ctx;                                                                                 \
        (void)base;                                                                                \
        (void)none;                                                                                \
        (void)zero;                                                                                \
        (void)one;                                                                                 \
        for (size_t left = (size_t)steps; left > 0; left -= BYPASS_LAP) {                          \
            LAP(statement)                                                                         \
        }                                                                                          \
        word_sink = flow_value(word);                                                              \
        real_sink = flow_real_value(real);                                                         \
    }

/* timed loop of add: 32 real in 1 chain */
CHAIN(add, real = flow_real_add(real, zero);)
/* timed loop of mul: 32 realmul in 1 chain */
CHAIN(mul, real = flow_real_mul(real, one);)
/* timed loop of both: 32 realmul in 1 chain, 32 real in 1 chain */
CHAIN(both, real = flow_real_add(flow_real_mul(real, one), zero);)
/* timed loop of cross: 64 cross, 32 real */
CHAIN(cross, word = flow_add(flow_to_word(flow_real_add(flow_to_real(word), zero)), none);)
/* timed loop of load_word: 32 loads */
CHAIN(load_word, word = flow_load_word(base, word);)
/* timed loop of load_real: 32 loads */
CHAIN(load_real, word = flow_to_word(flow_real_add(flow_load_real(base, word), zero));)

void (*const bypass_run[BYPASS_KINDS])(void *, uint64_t) = { add,   mul,       both,
                                                             cross, load_word, load_real };

bool bypass_has_reals(void)
{
    return FLOW_HAS_REALS;
}
