/* Topology of contexts: core-to-core latency of each pair, and the tree inferred from it. */
#ifndef RESULT_TOPOLOGY_H
#define RESULT_TOPOLOGY_H

#include "model/group_tree.h"
#include <stdbool.h>
#include <stddef.h>

enum { TOPOLOGY_BLOCKS = 16 };

/* A group of contexts: places FIRST to FIRST + COUNT - 1 of the tree's order. */
struct topology_node {
    size_t first, count;
    unsigned depth; /* 0: the root, all contexts */
    /* Of the pairs that have no smaller group in common: their median; NaN: none was measured. */
    double cycles; /* core-to-core latency */
    /* When it grows with the distance of two, as in a ring or a mesh: its 5th and 95th percentile.
     */
    bool by_distance;
    double nearest, farthest;
    double rate[TOPOLOGY_BLOCKS]; /* one way, bytes per cycle */
    unsigned caches;              /* bit N - 1: cache N is shared by these contexts and no others */
};

struct topology {
    size_t n;        /* contexts */
    double cycle_ns; /* 0: unknown */
    bool in_ns;      /* "cycles" are ns, as in tables of other tools, and cycle_ns is 1 */
    double *cycles;  /* n * n: core-to-core latency; NaN: not measured */
    size_t n_blocks; /* by size, descending */
    double block_bytes[TOPOLOGY_BLOCKS];
    double *rate[TOPOLOGY_BLOCKS];   /* n * n: bytes per cycle, one way; NaN: not measured */
    size_t n_pairs;                  /* that were measured */
    struct group_tree_levels levels; /* before nodes were made of them */
    unsigned *order;                 /* contexts in the order of the tree */
    struct topology_node *nodes;     /* the root first, each before its children */
    size_t n_nodes;
};

/* Empty for N contexts; NULL without memory. topology_free() takes NULL, too. */
struct topology *topology_new(size_t n);
void topology_free(struct topology *l);

/* The table for blocks of BYTES (above 0), n * n; NULL without memory or when there are too many.
 */
double *topology_block(struct topology *l, double bytes);

/* Fills levels, from the largest blocks that were measured for all pairs to a single line. 0, or -1
 * without memory. */
int topology_cluster(struct topology *l);

/* Fills order and nodes from levels. CACHE_GROUP[N - 1]: for each context the number of its cache
 * N's instance, or NULL where that is not known. 0, or -1 without memory. */
int topology_make_tree(struct topology *l, const unsigned *const *cache_group, size_t n_caches);

/* Fills RATES, room for n * n, with what block BLOCK has of the pairs of NODE, a node of L's tree,
 * that have no smaller group in common, bytes per cycle one way, and returns their number. */
size_t topology_node_rates(const struct topology *l, const struct topology_node *node, size_t block,
                           double *rates);

#endif
