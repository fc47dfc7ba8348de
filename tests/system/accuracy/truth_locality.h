/* Right answers about who is near whom, from a machine file. */
#ifndef TRUTH_LOCALITY_H
#define TRUTH_LOCALITY_H

#include "model/group_tree.h"
#include "truth.h"

/* Truths from [coherence] and the caches' shared_by. Results hold a tree, which truths cannot be
 * held against one by one; so these have ids of their own:
 *
 * locality.depth      levels of groups below the root
 * locality.D.members  contexts whose group at depth D, from 1, is the right one, to the member
 * locality.D.latency  cycles to hand over a line between two that are in no smaller group; D from 0
 */

/* Appends to TRUTHS, which has room for TRUTHS_LOCALITY, and returns how many; nothing for one
 * context, nor without [coherence]. */
enum { TRUTHS_LOCALITY = 32 };
_Static_assert(TRUTHS_LOCALITY > 2 * GROUP_TREE_LEVELS + SIM_CACHES, "no room for a deep tree");
size_t truth_locality(const struct sim_machine *machine, struct truth *truths);

/* Appends to RESULTS what their tree answers to these. */
void truth_locality_answers(const struct sim_machine *machine, struct results *results);

#endif
