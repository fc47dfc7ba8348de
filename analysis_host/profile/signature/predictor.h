/* A bank of branch predictors: the smallest has no history, the others tables with tags and
 * histories up to 128 branches, in three sizes. A board's is the one whose rate on known patterns
 * is nearest to what the board shows. */
#ifndef SIGNATURE_PREDICTOR_H
#define SIGNATURE_PREDICTOR_H

#include "signature.h"

struct predictor_bank;

/* Returns a bank that has seen nothing, or NULL without memory; free() it. */
struct predictor_bank *predictor_new(void);

/* The branch at PC was TAKEN to TARGET, or not. Returns the predictors that predicted otherwise,
 * bit 0 the one without history, bits 1 to 3 those of 2^10, 2^12 and 2^14 entries a table, which
 * learn.
 */
uint8_t predictor_branch(struct predictor_bank *bank, uint64_t pc, bool taken, uint64_t target);

/* The indirect jump or call at PC went to TARGET. Returns as above: bit 0 foretells the last
 * target, bits 1 to 3 have tables of 2^8, 2^10 and 2^12 entries by the path that led there. */
uint8_t predictor_indirect(struct predictor_bank *bank, uint64_t pc, uint64_t target);

/* A jump, call or return went to TARGET: part of the path. */
void predictor_path(struct predictor_bank *bank, uint64_t target);

#endif
