/* Nested groups from what pairs cost each other: clustering that leaves a flat tree flat. */
#ifndef MODEL_GROUP_TREE_H
#define MODEL_GROUP_TREE_H

#include <stdbool.h>
#include <stddef.h>

/* Pure functions on costs of pairs, any unit. */

enum { GROUP_TREE_LEVELS = 12 };

/* Costs of pairs of N members, symmetric, at [a * n + b]; NaN: not measured. */
struct group_tree_costs {
    size_t n;
    const double *cost;
};

/* Levels of groups, the widest first: each level has a number for each of the N members, equal
 * within a group. A group of level i + 1 lies within one of level i. */
struct group_tree_levels {
    size_t n;
    unsigned n_levels;
    unsigned *group[GROUP_TREE_LEVELS]; /* n each; owned */
    unsigned by_twins;                  /* groups that only their twins show */
};

/* Refines LEVELS, which has the outermost groups already, or none, in which case all N are one:
 * adds a level for each kind of nearness that COSTS show within its innermost groups (clique
 * refinement, BlackjackBench section 3.1.4).
 *
 * Within a group, what is nearest on average is merged first (UPGMA, Sokal and Michener 1958),
 * measured pairs alone, on a logarithmic scale. A merge is a group when there is a gap between the
 * pairs within it and the pairs from it to what it is merged with next:
 * - the median of the latter is at least 1.2 times the median of the former;
 * - of such pairs with a common member the one within is nearer in 9 of 10 comparisons (Goodman and
 *   Kruskal's gamma; Baker and Hubert 1975): in a part of a ring or mesh, members at the rim have
 *   near ones outside;
 * - the gap is wider than what the noise gives to the best choice of so many members (likelihood
 *   ratio with a price for the choice, Rissanen 1978). The noise is how far pairs between two
 *   merged clusters scatter.
 * Groups with a gap below 1.5 need twins: groups of about the same size that have most of the group
 * around them. A merge with little gap is a group when its twins are. When the twins' group leaves
 * exactly what one twin more would be, with the same groups in it, that is a group too although it
 * shows no gap (by_twins): on two sockets, the memory of the timed lines lies at one of them.
 * Members without a group stay alone. At 512 members: tenths of a second.
 *
 * 0, or -1 without memory, and then LEVELS is as it was. */
int group_tree_refine(struct group_tree_levels *levels, const struct group_tree_costs *costs);

/* Returns true when every pair within each innermost group was measured. */
bool group_tree_is_whole(const struct group_tree_levels *levels,
                         const struct group_tree_costs *costs);

/* Inserts a level with the N numbers of GROUP at the depth where groups above hold its groups, and
 * its groups hold those below. *DEPTH: index of the new level, or of an equal one that was there.
 * Returns 0; 1 when it fits nowhere; -1 without memory or room. */
int group_tree_insert(struct group_tree_levels *levels, const unsigned *group, unsigned *depth);

/* Frees what LEVELS owns and empties it. */
void group_tree_levels_free(struct group_tree_levels *levels);

#endif
