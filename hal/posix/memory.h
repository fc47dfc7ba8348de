/* Memory and page sizes of a POSIX system. */
#ifndef POSIX_MEMORY_H
#define POSIX_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Memory as the system reports it. The files read are arguments so that tests can bring theirs;
 * where a file is missing or says nothing, nothing is known, which is never an error. */

/* MemAvailable of a file like /proc/meminfo, bytes; SIZE_MAX when unknown. */
size_t posix_meminfo_available_bytes(const char *path);

/* The lowest memory limit, bytes, of the control groups (version 1 and 2) named by a file like
 * /proc/self/cgroup and of all above them, in the tree mounted at ROOT; SIZE_MAX when none. */
size_t posix_cgroup_limit_bytes(const char *path, const char *root);

/* The least of both for this process now, else what memory the machine has; SIZE_MAX when unknown.
 */
size_t posix_available_bytes(void);

/* AnonHugePages, bytes, that a file like /proc/self/smaps gives for the mapping that holds ADDRESS;
 * 0 when there is none. */
size_t posix_smaps_huge_bytes(const char *path, uintptr_t address);

/* Size of a transparent huge page, bytes, a power of two: the number in the file at PATH, else 2
 * MiB. */
size_t posix_huge_page_bytes(const char *path);

#endif
