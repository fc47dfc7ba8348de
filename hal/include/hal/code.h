/* Code that is written while the image runs: jumps, one after the other. */
#ifndef HAL_CODE_H
#define HAL_CODE_H

#include "hal/alloc.h"

enum { HAL_CODE_BYTES = 8 }; /* room that a jump takes, and a multiple of which it is aligned to */

/* Fills *BLOCK with up to SIZE_BYTES (> 0) of memory, on base pages, that code can be written to
 * and then run in. 0, or -1 where the port writes no code or memory is short (then *BLOCK is all
 * zero). The caller owns the block until hal_code_free(). */
int hal_code_alloc(struct hal_block *block, size_t size_bytes);

/* Writes a jump from AT to TO, both in one block that was not run yet; TO NULL: a return. */
void hal_code_jump(void *at, const void *to);

/* Makes what was written in BLOCK fit to run. From here on nothing may be written. 0, or -1. */
int hal_code_finish(const struct hal_block *block);

/* Runs the jumps from FIRST on, up to the return. */
void hal_code_run(const void *first);

/* Gives BLOCK back and zeroes it. A block that is all zero is left alone. */
void hal_code_free(struct hal_block *block);

#endif
