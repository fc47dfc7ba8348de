/* The timed loops of probe mlp. */
#include "walks.h"
#include "hal/board_limits.h"

const unsigned char mlp_chains[MLP_COUNTS] = { 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32 };

/* N is a constant in every call: the chains live in registers as far as there are any. */
static inline __attribute__((always_inline)) void walk(struct mlp_walkers *w, uint64_t steps,
                                                       unsigned n)
{
    void *p[MLP_CHAINS];

    for (unsigned i = 0; i < n; i++)
        p[i] = w->at[i];
    for (; steps > 0; steps--) {
#pragma GCC unroll 32
        for (unsigned i = 0; i < n; i++)
            p[i] = *(void **)p[i];
    }
    for (unsigned i = 0; i < n; i++)
        w->at[i] = p[i];
}

#define WALK(n)                                                                                    \
    static void walk_##n(void *walkers, uint64_t steps)                                            \
    {                                                                                              \
        walk(walkers, steps, n <= HAL_LIMIT_CHAINS ? n : 1);                                       \
    }
WALK(1)
WALK(2)
WALK(3)
WALK(4)
WALK(5)
WALK(6)
WALK(8)
WALK(10)
WALK(12)
WALK(16)
WALK(20)
WALK(24)
WALK(32)

void (*const mlp_walks[MLP_COUNTS])(void *, uint64_t) = { walk_1,  walk_2,  walk_3,  walk_4,
                                                          walk_5,  walk_6,  walk_8,  walk_10,
                                                          walk_12, walk_16, walk_20, walk_24,
                                                          walk_32 };
