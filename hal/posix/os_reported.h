/* Values that the files of a POSIX system report of a CPU. */
#ifndef POSIX_OS_REPORTED_H
#define POSIX_OS_REPORTED_H

#include <hal/os_reported.h>

/* The folders are arguments so that tests can bring theirs. A file that is missing or says nothing
 * reports nothing, which is never an error. */

enum { POSIX_OS_REPORTED = 32 };

struct posix_os_reported {
    const char *source; /* "sysfs", "device_tree"; NULL: neither says anything */
    unsigned n;
    struct hal_os_reported at[POSIX_OS_REPORTED];
};

/* Fills *R with what the folder CPUS (as /sys/devices/system/cpu) says of CPU, a number of the
 * system's. Where it does not know the caches, they are taken from CPU's node of the device tree,
 * and from the nodes of the tree at ROOT (as /proc/device-tree) that it refers to. */
void posix_os_reported_read(struct posix_os_reported *r, const char *cpus, unsigned cpu,
                            const char *root);

#endif
