/* What a finished signature keeps of a large program's code: that of its samples. */
#ifndef PROFILE_PRUNE_H
#define PROFILE_PRUNE_H

#include "signature/signature.h"

/* Drops the instructions, blocks and functions that no sample of S has, and what lies between them;
 * what ran of them is a sum of each loop, and so is what instructions accessed that made less than
 * a thousandth of all accesses. Clears the bytes of instructions, which are decoded. Loops are
 * known before. Returns false without memory. */
bool prune_signature(struct signature *s);

#endif
