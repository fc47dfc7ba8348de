/* A loop of no-ops, written at run time: they need no execution unit, and so reach the width where
 * additions run out of units. A third are additions, since some cores drop no-ops in pairs. */
#ifndef NO_OPS_H
#define NO_OPS_H

#include "hal/alloc.h"
#include "lib/measure.h"

/* Operations of a lap. */
enum { NO_OPS_LAP = 360 };

/* Writes the loop to *CODE, which the caller frees with hal_code_free(). 0, or -1: the port writes
 * no code, it may not run, or memory is short; then *CODE is all zero. */
int no_ops_write(struct hal_block *code);

/* The loop in CODE, for multiples of NO_OPS_LAP operations. */
struct measure_kernel no_ops_kernel(const struct hal_block *code);

#endif
