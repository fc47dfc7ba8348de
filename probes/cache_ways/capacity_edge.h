/* One series: what a load costs against the number of lines that share a set. */
#ifndef CAPACITY_EDGE_H
#define CAPACITY_EDGE_H

#include "conflict_set.h"

/* The step that the search looks for, from WITHIN to BEYOND: the costs of a load in the level asked
 * about and in the next one. NEAREST and BEFORE: in the first level and in the one before it.
 * In 1/256 ticks, as estimated. */
struct edge_costs {
    uint64_t nearest, before, within, beyond;
};

struct capacity_edge {
    unsigned lines;   /* the most that the level was seen to hold in one set; 0: not seen */
    unsigned plateau; /* points that cost what the level does */
};

/* Measures one series on CONFLICT and sends its samples (x = lines a set : kind), not its PROBE and
 * DONE: few points first, more where the cost rises, until each rise lies between two neighbours.
 * PASSES (up to EDGE_PASSES) timings a point, the points in shuffled order in each pass. *EDGE: a
 * crude reading. Not reentrant. */
enum { EDGE_PASSES = 8 };
enum record_end edge_measure(struct probe_run *run, struct conflict_set *conflict,
                             const struct edge_costs *costs, unsigned passes,
                             struct capacity_edge *edge);

/* Points that a series is likely to have, both kinds counted. */
enum { EDGE_USUAL_POINTS = 48 };

#endif
