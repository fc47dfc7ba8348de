#ifndef POSIX_CLAIMS_H
#define POSIX_CLAIMS_H

#include <hal/claims.h>

/* What the system's files say of a CPU. The folders are arguments so that tests can bring theirs;
 * where a file is missing or says nothing, nothing is claimed, which is never an error. */

enum { POSIX_CLAIMS = 32 };

struct posix_claims {
    const char *source; /* "sysfs", "device_tree"; NULL: neither says anything */
    unsigned n;
    struct hal_claim at[POSIX_CLAIMS];
};

/* Fills *C with what the folder CPUS (as /sys/devices/system/cpu) says of CPU, a number of the
 * system's. Where it does not know the caches, they are taken from CPU's node of the device tree,
 * and from the nodes of the tree at ROOT (as /proc/device-tree) that it refers to. */
void posix_read_claims(struct posix_claims *c, const char *cpus, unsigned cpu, const char *root);

#endif
