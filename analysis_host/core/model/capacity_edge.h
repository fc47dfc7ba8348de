/* The capacity edge of a set: the number of lines after which a load costs more than its level
 * does. Pure functions. Costs in cycles (or any unit, the same throughout). */
#ifndef MODEL_CAPACITY_EDGE_H
#define MODEL_CAPACITY_EDGE_H

#include <stdbool.h>
#include <stddef.h>

/* Cost Y of a load when N lines share a set, without the TLB's part. */
struct capacity_edge_point {
    double n, y;
    double whole; /* sum of the costs whose difference y is: a clock's error grows with it */
    double noise; /* distance of their repetitions */
};

/* Cost of a load in the level asked about (within), in the level before it (0 for the first) and in
 * the next level (beyond). */
struct capacity_edge_costs {
    double before, within, beyond;
};

struct capacity_edge {
    bool plateau; /* some points have the cost of the level: without one the series tells nothing */
    bool found;   /* and after LINES the cost rises */
    double lines; /* most lines that are held; without an edge, most lines that were tried */
    double next;  /* fewest lines measured that are not held */
    bool sharp;   /* at NEXT a load costs 80 % of the step to the next level, or more */
};

/* Returns the edge of a series of N_POINTS at AT, ascending n: the last point on the plateau, as in
 * an exclusive pair some numbers of lines above the first rise fit again. */
struct capacity_edge capacity_edge_find(const struct capacity_edge_point *at, size_t n_points,
                                        const struct capacity_edge_costs *costs);

#endif
