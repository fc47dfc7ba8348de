/* Nodes of memory: whose they are, and how far it is to each. */
#ifndef EXPORT_MEMORIES_H
#define EXPORT_MEMORIES_H

#include "topology.h"

/* Fills the memories of *T, and what is known of ways to them. */
void export_memories(struct exporter *e, struct export_topology *t);

#endif
