/* Conditional branches: the timed loops of probe branch. */
#include "branch/directions.h"
#include "lib/step_code.h"

static volatile uint32_t taken, not_taken; /* a store each, which no compiler makes a select of */

STEP_CODE void directions_round(void *ctx, uint64_t branches)
{
    const struct directions_round *round = ctx;
    const unsigned char *way = round->way;
    uint64_t n = round->n, at = 0;

    for (; branches > 0; branches--) {
        if (way[at])
            taken = 1;
        else
            not_taken = 1;
        at = at + 1 < n ? at + 1 : 0;
    }
}

/* The generator of probe_random() (xorshift64*), its multiplication left out. It goes on from call
 * to call: what comes again would be learnt. */
static uint64_t state = 0x9e3779b97f4a7c15u;

STEP_CODE void directions_generated(void *ctx, uint64_t branches)
{
    const uint64_t *mask = ctx;
    uint64_t x = state, random = *mask;

    for (; branches > 0; branches--) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        if (x & random)
            taken = 1;
        else
            not_taken = 1;
    }
    state = x;
}
