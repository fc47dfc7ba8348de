/* Where things are: contexts in the order of the tree, and groups, caches and cores around them. */
#ifndef EXPORT_PLACES_H
#define EXPORT_PLACES_H

#include "topology.h"

/* Fills *T, all 0, with where things are; what cannot be placed is told in its infos. Refuses where
 * nothing at all can be. export_places_free() in any case. */
void export_places(struct exporter *e, struct export_topology *t);
void export_places_free(struct export_topology *t);

#endif
