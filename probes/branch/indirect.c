/* A loop around a jump whose target the processor has to guess, as that of an interpreter. */
#include "branch/indirect.h"

/* Each target stores elsewhere and jumps back: no compiler makes one of two, and the jumps back
 * distinguish targets for predictors that go by the way that led here. */
static volatile unsigned char landed[INDIRECT_TARGETS];

#define CASE(n)                                                                                    \
    case n:                                                                                        \
        landed[n] = 1;                                                                             \
        break;
#define FOUR(n)    CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3)
#define SIXTEEN(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12)

/* That of branch.c: what comes again would be learnt. */
static uint64_t state = 0x2545f4914f6cdd1du;

void indirect_run(void *ctx, uint64_t jumps)
{
    const struct indirect_round *round = ctx;
    const unsigned char *target = round->target;
    uint64_t n = round->n, at = 0, x = state;
    unsigned random = round->random;

    for (; jumps > 0; jumps--) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        switch ((target[at] + ((unsigned)x & random)) % INDIRECT_TARGETS) {
            SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48)
        }
        at = at + 1 < n ? at + 1 : 0;
    }
    state = x;
}
