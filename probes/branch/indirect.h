/* Indirect jumps: the part of probe branch that jumps by a table. */
#ifndef BRANCH_INDIRECT_H
#define BRANCH_INDIRECT_H

#include <stdint.h>

enum { INDIRECT_TARGETS = 64, INDIRECT_SOME = 16 };

/* Numbers of targets, N of them, gone round; each plus the bits RANDOM, INDIRECT_TARGETS - 1 or 0,
 * of a generated number. */
struct indirect_round {
    const unsigned char *target;
    uint64_t n;
    unsigned random;
};

/* Jumps to one target for each of JUMPS: of measure_kernel, CTX is a struct indirect_round. The
 * generator goes on from call to call. */
void indirect_run(void *ctx, uint64_t jumps);

#endif
