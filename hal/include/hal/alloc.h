/* Memory for the probes: blocks of pages. */
#ifndef HAL_ALLOC_H
#define HAL_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* Memory for probes, with the page size asked for and the one granted. */

enum hal_pages {
    HAL_PAGES_BASE,       /* the smallest page the board maps, and no larger one */
    HAL_PAGES_LARGE,      /* huge pages where the system grants them */
    HAL_PAGES_CONTIGUOUS, /* physically contiguous where it can be had, page size whatever */
};

struct hal_block {
    void *start;       /* first byte, aligned as asked */
    size_t size_bytes; /* usable, at least what was asked */
    size_t page_bytes; /* size of the pages that back it, as granted; 0: the board maps no pages */
    bool contiguous;   /* known to be physically contiguous */
    void *port[2];     /* the port's own */
};

/* Fills *BLOCK with SIZE_BYTES (> 0) aligned to ALIGN_BYTES (a power of two), every page touched,
 * so that no later access faults. A port that cannot grant PAGES grants what it has and says so in
 * *BLOCK. 0, or -1 when the memory is not there (then *BLOCK is all zero). The caller owns the
 * block until hal_free(). */
int hal_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes, enum hal_pages pages);

/* Gives BLOCK back and zeroes it. A block that is all zero is left alone. */
void hal_free(struct hal_block *block);

/* The most bytes that probes should hold at one time, so that a small board or a shared host
 * survives. Constant while the image runs. */
size_t hal_alloc_limit_bytes(void);

#endif
