/* Values that the operating system, or a bare port's registers, report of their own hardware. */
#ifndef HAL_OS_REPORTED_H
#define HAL_OS_REPORTED_H

#include <stdbool.h>
#include <stdint.h>

/* For the host, which compares it with what was measured; no probe may use it. A port that knows
 * nothing reports nothing. In the record stream these are the keys `claims` and `claim.ID`. */

struct hal_os_reported {
    char id[32]; /* the id of the answer that it speaks of, zero-terminated: "cache.1.size" ...; of
                  * a register, its field: "sctlr.c" ... */
    uint64_t value; /* in the unit of that answer: bytes, or a count */
};

/* Returns where the reported values come from, in lower-case letters and '_': "sysfs",
 * "device_tree", "registers" ...; NULL where there are none. Stays the same while the image runs,
 * in memory that stays. */
const char *hal_os_reported_source(void);

/* Fills *REPORTED with reported value number I, from 0, and returns true; after the last one
 * returns false and leaves *REPORTED as it was. No two have one id. Caches are numbered from the
 * one nearest to the processor; those for instructions alone are left out. May read files, so not
 * while something is timed. */
bool hal_os_reported(unsigned i, struct hal_os_reported *reported);

#endif
