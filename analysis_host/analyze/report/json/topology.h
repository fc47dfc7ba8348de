/* The tree of contexts and the table of pairs as JSON. */
#ifndef JSON_TOPOLOGY_H
#define JSON_TOPOLOGY_H

#include "result/topology.h"
#include <jansson.h>

/* The tree: {"contexts", "order", "tree"}, where a node is {"members", "shares" (["cache.1" ...]),
 * "latency" (cycles), "ns", "bandwidth" ([{"block", "value"}], bytes per cycle), "children"}; what
 * was not measured is null. null for NULL. NULL without memory. */
json_t *json_topology(const struct topology *l);

/* The pairs: {"columns", "units", "rows"}; a row is a, b, the core-to-core latency in cycles, and
 * the one way bandwidth for each size of block, null where it was not measured. NULL without
 * memory. */
json_t *json_pairs(const struct topology *l);

#endif
