#ifndef HAL_CLAIMS_H
#define HAL_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

/* What the system says of its own hardware, for the host to hold against what was measured. No
 * probe may use it. A port that knows nothing says nothing. */

struct hal_claim {
    char id[32]; /* the id of the answer that it speaks of, zero-terminated: "cache.1.size" ... */
    uint64_t value; /* in the unit of that answer: bytes, or a count */
};

/* Where the claims come from, in lower-case letters and '_': "sysfs", "device_tree" ...; NULL where
 * there are none. Stays the same while the image runs, in memory that stays. */
const char *hal_claims_source(void);

/* Fills *CLAIM with claim number I, from 0, and is true; false behind the last one, and *CLAIM is
 * as it was. No two have one id. Caches are numbered from the one nearest to the processor, and
 * those for instructions alone are left out. May read files, so not while something is timed. */
bool hal_claim(unsigned i, struct hal_claim *claim);

#endif
