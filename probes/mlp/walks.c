/* The timed loops of probe mlp. */
#include "walks.h"
#include "flow.h"
#include <stddef.h>

/* ---- chains ---- */

/* N is a constant in every call: the chains live in registers as far as there are any. */
static inline __attribute__((always_inline)) void walk(struct mlp_walkers *w, uint64_t steps,
                                                       unsigned n)
{
    flow_word p[MLP_CHAINS];

    for (unsigned i = 0; i < n; i++)
        p[i] = flow_word_of(w->at[i]);
    for (size_t left = (size_t)steps; left > 0; left--) {
#pragma GCC unroll 24
        for (unsigned i = 0; i < n; i++)
            p[i] = flow_follow(p[i]);
    }
    for (unsigned i = 0; i < n; i++)
        w->at[i] = flow_value(p[i]);
}

#define WALK(n)                                                                                    \
    static void walk_##n(void *walkers, uint64_t steps)                                            \
    {                                                                                              \
        walk(walkers, steps, n);                                                                   \
    }
#define NUMBER(n) n,
#define NAME(n)   walk_##n,

MLP_CHAINS_ARE(WALK)

const unsigned char mlp_chains[MLP_COUNTS] = { MLP_CHAINS_ARE(NUMBER) };

void (*const mlp_walks[MLP_COUNTS])(void *, uint64_t) = { MLP_CHAINS_ARE(NAME) };

/* ---- batches ---- */

static volatile uintptr_t none_value, sink;

/* The Nth load from the end of a batch, into a register of its own; what MLP_HELD of them loaded is
 * used thereafter. */
#define LOAD(n, into)                                                                              \
    FLOW_FALL                                                                                      \
    case n:                                                                                        \
        into = flow_follow_from(end[-(n)], after);
#if UINTPTR_MAX > UINT32_MAX
#define REGISTERS                                                                                  \
    a = none, b = none, c = none, d = none, e = none, f = none, g = none, h = none, i = none
#define USE                                                                                        \
    sum = flow_add(flow_add(flow_add(flow_add(sum, a), flow_add(b, c)), flow_add(d, e)),           \
                   flow_add(flow_add(f, g), flow_add(h, i)));
#define GROUP(n)                                                                                   \
    LOAD(n + 8, a)                                                                                 \
    LOAD(n + 7, b)                                                                                 \
    LOAD(n + 6, c)                                                                                 \
    LOAD(n + 5, d)                                                                                 \
    LOAD(n + 4, e) LOAD(n + 3, f) LOAD(n + 2, g) LOAD(n + 1, h) LOAD(n, i) USE
#define ALL LOAD(64, a) USE GROUP(55) GROUP(46) GROUP(37) GROUP(28) GROUP(19) GROUP(10) GROUP(1)
#else
#define REGISTERS a = none, b = none, c = none, d = none, e = none
#define USE       sum = flow_add(flow_add(flow_add(sum, a), flow_add(b, c)), flow_add(d, e));
#define GROUP(n)  LOAD(n + 4, a) LOAD(n + 3, b) LOAD(n + 2, c) LOAD(n + 1, d) LOAD(n, e) USE
#define FEW       GROUP(11) GROUP(6) GROUP(1)
#if HAL_LIMIT_CHAINS >= 32
#define ALL                                                                                        \
    LOAD(64, a)                                                                                    \
    LOAD(63, b)                                                                                    \
    LOAD(62, c)                                                                                    \
    LOAD(61, d)                                                                                    \
    USE GROUP(56) GROUP(51) GROUP(46) GROUP(41) GROUP(36) GROUP(31) GROUP(26) GROUP(21) GROUP(16)  \
        FEW
#else
#define ALL LOAD(16, a) USE FEW
#endif
#endif

void mlp_batch(void *batches, uint64_t loads)
{
    const struct mlp_batches *batch = batches;
    const uintptr_t *end = batch->list + batch->each;
    flow_word none = flow_word_of(none_value), sum = none;

    for (size_t left = (size_t)loads; left > 0; left -= batch->each, end += batch->each) {
        flow_word after = flow_and(sum, none), REGISTERS;

        switch (batch->each) {
        default:
            ALL
        }
    }
    sink = flow_value(sum);
}

void mlp_stream(void *batches, uint64_t loads)
{
    const uintptr_t *at = ((const struct mlp_batches *)batches)->list;
    flow_word a = flow_word_of(none_value), b = a, c = a, d = a;

    for (size_t left = (size_t)loads; left > 0; left -= MLP_STREAM, at += MLP_STREAM) {
        a = flow_add(a, flow_follow(flow_word_of(at[0])));
        b = flow_add(b, flow_follow(flow_word_of(at[1])));
        c = flow_add(c, flow_follow(flow_word_of(at[2])));
        d = flow_add(d, flow_follow(flow_word_of(at[3])));
        a = flow_add(a, flow_follow(flow_word_of(at[4])));
        b = flow_add(b, flow_follow(flow_word_of(at[5])));
        c = flow_add(c, flow_follow(flow_word_of(at[6])));
        d = flow_add(d, flow_follow(flow_word_of(at[7])));
    }
    sink = flow_value(flow_add(flow_add(a, b), flow_add(c, d)));
}
