/* The execution units of a board, as answers core.units and op.OP.units have them. */
#ifndef MACHINE_UNITS_H
#define MACHINE_UNITS_H

#include "result/result.h"
#include "signature/signature.h"
#include <stdint.h>

/* Fills UNITS with the execution units of RESULTS that may execute an operation on scalars, on
 * vectors: bit U, unit U. Returns NULL; or, where they have no units, or doubtful ones, what is
 * done without them, and UNITS are 0. */
const char *machine_find_units(uint32_t units[SIGNATURE_OPS][2], const struct results *results);

#endif
