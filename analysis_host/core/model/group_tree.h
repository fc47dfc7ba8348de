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
};

/* Refines LEVELS, which has the outermost groups already, or none, in which case all N are one:
 * adds a level for each kind of nearness that COSTS show within its innermost groups (clique
 * refinement, BlackjackBench section 3.1.4).
 *
 * Within a group, what is nearest on average is merged first (UPGMA, Sokal and Michener 1958),
 * measured pairs alone, on a logarithmic scale. The merges, in the order of their cost and weighed
 * by their pairs, are then cut into as few levels as describe all pairs: the cut that makes the
 * scatter of pairs about their level's mean least, at a price for each level that grows with N log
 * N, as so much can be had by merging whatever noise made near (minimum description length,
 * Rissanen 1978). So a group stands only when all pairs together say so, and not because two of its
 * members chanced to be near; noise that is not known is learnt from the scatter itself.
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

/* Frees what LEVELS owns and empties it. */ void
group_tree_levels_free(struct group_tree_levels *levels);

#endif
