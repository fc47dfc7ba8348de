/* Memory beyond all caches, for probes that give several contexts some of their own. */
#ifndef FAR_MEMORY_H
#define FAR_MEMORY_H

#include "pointer_chase.h"
#include "run/probe.h"

/* Runs FN(ARG) on CONTEXT and waits for it; context 0 is the caller's own. 0, or -1: the context is
 * not to be had. */
int far_on_context(unsigned context, void (*fn)(void *arg), void *arg);

/* Fills *BLOCK with BYTES that CONTEXT touched first: what that context has nearest. 0, or -1; to
 * be given back with hal_free(). */
int far_alloc(struct hal_block *block, unsigned context, size_t bytes);

/* Bytes for each of N contexts: TIMES as much as the last cache, or as
 * the least working set beyond all caches that cache_size saw, but no more than its share of what
 * PLAN and the board allow; 0 TIMES: all of that. 0: that would be in a cache. */
size_t far_bytes(const struct plan *plan, unsigned n, size_t times);

/* A walk over a chain that goes on where it stopped, so that a short timing does not find in a
 * cache what the last one brought. Context of measure_kernel: the struct far_walker. */
struct far_walker {
    void *at;
};
void far_walk(void *walker, uint64_t steps);

/* Loads what a lap over BYTES from START on loads, in order of address and without waiting for one
 * load after the other: a lap takes many times as long. */
void far_touch(const void *start, size_t bytes);

/* Lays a lap over the BYTES of BLOCK from OFFSET_BYTES on (both whole pages), with the slots and
 * segments of cache_size, and puts WALKER on it. Returns the loads in a lap. */
uint64_t far_lay(struct far_walker *walker, const struct hal_block *block, size_t offset_bytes,
                 size_t bytes, uint64_t seed);

#endif
