/* Groups of contexts that are near each other, in words. */
#ifndef FORMAT_GROUPS_H
#define FORMAT_GROUPS_H

#include "result/topology.h"
#include <stddef.h>

/* Writes "0-3,8,12-15": the contexts of NODE, ascending, with "..." where there is no room for all;
 * SIZE of TO, bytes, is at least 40. */
void format_members(char *to, size_t size, const struct topology *l,
                    const struct topology_node *node);
/* Writes "L1, L2" to TO, SIZE bytes: the caches of a node (topology_node.caches). */
void format_shared_caches(char *to, size_t size, unsigned caches);
/* Writes "38.2-54.9 ns" to TO, SIZE bytes: how far the latencies of a node by_distance reach; in
 * cycles ("c") when the length of a cycle is not known. */
void format_distance(char *to, size_t size, const struct topology *l,
                     const struct topology_node *node);
/* Returns the node after group AT and all groups within it; n_nodes at the end. */
size_t format_after_group(const struct topology *l, size_t at);
/* Returns how many groups from AT on, side by side, are divided alike, with latencies within a
 * tenth. */
size_t format_alike_groups(const struct topology *l, size_t at);

#endif
