/* Names of many boards in few words, as Slurm writes them: n[0001-0612,0700]. */
#ifndef FLEET_HOSTLIST_H
#define FLEET_HOSTLIST_H

#include <stddef.h>
#include <stdio.h>

/* Writes the N NAMES, sorted by fleet_natural(), to OUT, with SEPARATOR between groups; a group is
 * about FLEET_HOSTLIST_BYTES long at most. `scontrol show hostnames` unfolds each group whose names
 * have no blank, comma or bracket; such names are written as they are. */
enum { FLEET_HOSTLIST_BYTES = 48 };
void fleet_hostlist(FILE *out, const char *const *names, size_t n, const char *separator);

#endif
