/* Blocks of the simulated board's arena. */
#ifndef SIM_ALLOC_H
#define SIM_ALLOC_H

#include <hal/alloc.h>
#include <stdint.h>

/* Is hal_alloc() with pages of PAGE_BYTES, a size that the machine has, but leaves the host's own
 * pages after the block untouched: they are zeros. */
int sim_alloc_map(struct hal_block *block, size_t size_bytes, size_t align_bytes,
                  uint64_t page_bytes);

#endif
