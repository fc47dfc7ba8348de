/* A branch predictor that guesses each basic block by those before it. */
#ifndef SIM_PREDICTOR_H
#define SIM_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Tells that basic block BLOCK begins, an address in the code. Returns true when the block before
 * had more than one successor and this one was not predicted. A block with two successors keeps
 * DIRECTIONS histories, one with more JUMPS, and none where these are more than TARGETS. One
 * context. */
bool sim_predictor_wrong(uintptr_t block, uint64_t directions, uint64_t jumps, uint64_t targets);

#endif
