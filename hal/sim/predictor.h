/* A branch predictor that guesses each basic block by those before it. */
#ifndef SIM_PREDICTOR_H
#define SIM_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

/* How the block before was left: with one successor or two so far, predicted; with more, predicted;
 * not predicted. */
enum sim_prediction { SIM_PREDICTED, SIM_PREDICTED_OF_SEVERAL, SIM_WRONG };

/* Tells that basic block BLOCK begins, an address in the code. A block with two successors keeps
 * DIRECTIONS histories, one with more JUMPS, and none where these are more than TARGETS. One
 * context. */
enum sim_prediction sim_predict(uintptr_t block, uint64_t directions, uint64_t jumps,
                                uint64_t targets);

#endif
