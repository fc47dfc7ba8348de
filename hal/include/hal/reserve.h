/* Addresses without memory, for probes that touch few pages far apart. */
#ifndef HAL_RESERVE_H
#define HAL_RESERVE_H

#include "alloc.h"

/* Fills *BLOCK with SIZE_BYTES (> 0) of addresses aligned to ALIGN_BYTES (a power of two). A base
 * page is backed, by zeros, from the first time that it is written; until then it costs nothing.
 * 0, or -1 where the port cannot, or the addresses are not there (then *BLOCK is all zero). The
 * caller owns the block until hal_release(). */
int hal_reserve(struct hal_block *block, size_t size_bytes, size_t align_bytes);

/* Gives BLOCK back and zeroes it. A block that is all zero is left alone. */
void hal_release(struct hal_block *block);

#endif
