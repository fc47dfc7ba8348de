/* The timed loops of probe mlp. */
#include "walks.h"

/* N is a constant in every call: the chains live in registers as far as there are any. */
static inline __attribute__((always_inline)) void walk(struct mlp_walkers *w, uint64_t steps,
                                                       unsigned n)
{
    void *p[MLP_CHAINS];

    for (unsigned i = 0; i < n; i++)
        p[i] = w->at[i];
    for (; steps > 0; steps--) {
#pragma GCC unroll 48
        for (unsigned i = 0; i < n; i++)
            p[i] = *(void **)p[i];
    }
    for (unsigned i = 0; i < n; i++)
        w->at[i] = p[i];
}

/* X(n) for each number of chains. */
#define FEWEST(X) X(1) X(2) X(3) X(4) X(5) X(6)
#if HAL_LIMIT_CHAINS >= 32
#define MORE(X) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(16)
#define MOST(X) X(18) X(20) X(22) X(24) X(28) X(32) X(40) X(48)
#define HAS(n)  1
#else
#define MORE(X) X(8) X(10) X(12) X(16)
#define MOST(X)
#define HAS(n) (n <= HAL_LIMIT_CHAINS)
#endif

#define WALK(n)                                                                                    \
    static void walk_##n(void *walkers, uint64_t steps)                                            \
    {                                                                                              \
        walk(walkers, steps, HAS(n) ? n : 1);                                                      \
    }
#define NUMBER(n) n,
#define NAME(n)   walk_##n,

FEWEST(WALK)
MORE(WALK)
MOST(WALK)

const unsigned char mlp_chains[MLP_COUNTS] = { FEWEST(NUMBER) MORE(NUMBER) MOST(NUMBER) };

void (*const mlp_walks[MLP_COUNTS])(void *, uint64_t) = { FEWEST(NAME) MORE(NAME) MOST(NAME) };
