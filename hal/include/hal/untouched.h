/* What only an operating system gives: pages that nobody has touched yet, and its calls. */
#ifndef HAL_UNTOUCHED_H
#define HAL_UNTOUCHED_H

#include "hal/alloc.h"

enum hal_untouched {
    HAL_UNTOUCHED_OWN,  /* memory of the program's own, zeros, on base pages */
    HAL_UNTOUCHED_FILE, /* pages of a file that memory holds already; for reading alone */
};

/* Fills *BLOCK with up to SIZE_BYTES (> 0) of pages of KIND that the program has not touched: the
 * first access to each makes the system provide it. What there is may be less, never more. 0, or -1
 * where there is no operating system or nothing of that kind (then *BLOCK is all zero). The caller
 * owns the block until hal_untouched_unmap(). */
int hal_untouched_map(struct hal_block *block, size_t size_bytes, enum hal_untouched kind);

/* Gives the pages of BLOCK back to the system, as the end of a program does, and zeroes it. A block
 * that is all zero is left alone. */
void hal_untouched_unmap(struct hal_block *block);

/* Calls the operating system for something that it knows without work. 0, or -1 where there is
 * none. */
int hal_untouched_call(void);

#endif
