/* Loops of a program, from its blocks and which followed which. */
#ifndef PROFILE_LOOPS_H
#define PROFILE_LOOPS_H

#include "signature/signature.h"

/* Fills loops[], and the loop of each block. Calls are left out: a loop is within a function.
 * Returns false without memory. */
bool loops_find(struct signature *s);

#endif
