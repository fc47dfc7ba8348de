/* Right answers about contexts, the scheduler and operations, from a machine file. */
#ifndef TRUTH_OPS_H
#define TRUTH_OPS_H

#include "truth.h"

/* Appends to TRUTHS, which has room for TRUTHS_OPS, those about contexts, the scheduler and, where
 * the file describes any, operations ([op OP.TYPE], [cpu]). Returns how many. */
enum { TRUTHS_OPS = SIM_OPS * SIM_TYPES * 4 + 24 + SIM_REGIONS * 6 + 2 + 91 };
_Static_assert(TRUTHS_OPS + 64 <= TRUTHS_MOST, "no room for all truths");
size_t truth_ops(const struct sim_machine *machine, struct truth *truths);

#endif
