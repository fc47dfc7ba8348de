/* Chains that go from one kind of unit to another and back. */
#include "bypass/kernel.h"
#include "flow.h"
#include <stddef.h>

static volatile uintptr_t nothing, word_sink;
static volatile flow_fp_cell zero_value, one_value = 1, fp_sink;
static union flow_cell {
    uint32_t word;
    float fp;
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
        flow_fp fp = flow_fp_of(zero_value), zero = fp, one = flow_fp_of(one_value);               \
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
        fp_sink = flow_fp_value(fp);                                                               \
    }

/* timed loop of add: 32 fp in 1 chain */
CHAIN(add, fp = flow_fp_add(fp, zero);)
/* timed loop of mul: 32 fpmul in 1 chain */
CHAIN(mul, fp = flow_fp_mul(fp, one);)
/* timed loop of both: 32 fpmul in 1 chain, 32 fp in 1 chain */
CHAIN(both, fp = flow_fp_add(flow_fp_mul(fp, one), zero);)
/* timed loop of cross: 64 cross, 32 fp */
CHAIN(cross, word = flow_add(flow_to_word(flow_fp_add(flow_to_fp(word), zero)), none);)
/* timed loop of load_word: 32 loads */
CHAIN(load_word, word = flow_load_word(base, word);)
/* timed loop of load_real: 32 loads */
CHAIN(load_real, word = flow_to_word(flow_fp_add(flow_load_fp(base, word), zero));)

void (*const bypass_run[BYPASS_KINDS])(void *, uint64_t) = { add,   mul,       both,
                                                             cross, load_word, load_real };

bool bypass_has_fp(void)
{
    return FLOW_HAS_FP;
}
