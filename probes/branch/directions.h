/* Conditional branches: the timed loops of probe branch whose directions vary. */
#ifndef BRANCH_DIRECTIONS_H
#define BRANCH_DIRECTIONS_H

#include <stdint.h>

/* N directions, not 0 for a branch that is taken, gone round. */
struct directions_round {
    const unsigned char *way;
    uint64_t n;
};

/* Runs as many BRANCHES: of measure_kernel, CTX is a struct directions_round. Begins with the first
 * direction in every call. */
void directions_round(void *ctx, uint64_t branches);

/* Runs as many BRANCHES on generated bits; CTX is a mask of them (uint64_t): 1 for random
 * directions, 0 for branches that are never taken. The generator goes on from call to call. */
void directions_generated(void *ctx, uint64_t branches);

#endif
