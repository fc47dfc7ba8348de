/* Right answers about who is near whom, from a machine file. */
#ifndef TRUTH_TOPOLOGY_H
#define TRUTH_TOPOLOGY_H

#include "model/group_tree.h"
#include "truth.h"

/* Truths from [coherence] and the caches' shared_by. Results hold a tree, which truths cannot be
 * held against one by one; so these have ids of their own:
 *
 * topology.depth      levels of groups below the root
 * topology.D.members  contexts whose group at depth D, from 1, is the right one, to the member
 * topology.D.latency  cycles to hand over a line between two that are in no smaller group; D from 0
 */

/* Appends to TRUTHS, which has room for TRUTHS_TOPOLOGY, and returns how many; nothing for one
 * context, nor without [coherence]. */
enum { TRUTHS_TOPOLOGY = 32 };
_Static_assert(TRUTHS_TOPOLOGY > 2 * GROUP_TREE_LEVELS + SIM_CACHES, "no room for a deep tree");
size_t truth_topology(const struct sim_machine *machine, struct truth *truths);

/* Appends to RESULTS what their tree answers to these. */
void truth_topology_answers(const struct sim_machine *machine, struct results *results);

#endif
