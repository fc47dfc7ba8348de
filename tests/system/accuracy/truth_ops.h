/* Right answers about contexts, the scheduler and operations, from a machine file. */
#ifndef TRUTH_OPS_H
#define TRUTH_OPS_H

#include "truth.h"

/* What a machine file says of contexts, of the scheduler, and of operations ([op OP.TYPE], [cpu]):
 * appends to TRUTHS, which has room for TRUTHS_OPS, and returns how many. Of operations nothing
 * where the file describes none. */
enum { TRUTHS_OPS = SIM_OPS * SIM_TYPES * 4 + 10 };
_Static_assert(TRUTHS_OPS + 64 <= TRUTHS_MOST, "no room for all truths");
size_t truth_ops(const struct sim_machine *machine, struct truth *truths);

#endif
