/* Emptying caches on purpose, so that what runs next finds them cold. */
#ifndef HAL_CACHE_H
#define HAL_CACHE_H

#include <stddef.h>

/* Writes back to memory, and drops from every data cache, each line that touches the N_BYTES at
 * START, which are the image's own and mapped; 0 bytes: none. Translations (TLBs) stay as they are.
 * 0, or -1 where the port cannot, and then nothing has happened. A 0 is the instruction's promise,
 * which emulators and hypervisors may break: see probes/lib/flush.h. Never while something is
 * timed. */
int hal_cache_flush(const void *start, size_t n_bytes);

/* Does the same with the image's own code, in caches of instructions and those after them; code of
 * shared libraries may stay. 0, or -1 as above. */
int hal_cache_flush_code(void);

#endif
