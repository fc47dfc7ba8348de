/* A topology as a file of hwloc, by libhwloc where it was found. */
#ifndef EXPORT_HWLOC_H
#define EXPORT_HWLOC_H

#include "topology.h"
#include <stdio.h>

/* Writes hwloc's XML of T. NULL, or why not. */
const char *export_topology_xml(FILE *out, const struct export_topology *t);

#endif
