/* The capacity edge of a set: the number of lines after which a load costs more than its level
 * does. Pure functions. Costs in cycles (or any unit, the same throughout). */
#ifndef MODEL_CAPACITY_EDGE_H
#define MODEL_CAPACITY_EDGE_H

#include <stdbool.h>
#include <stddef.h>

/* What a load costs when N lines share a set, the TLB's part taken off. */
struct capacity_edge_point {
    double n, y;
    double whole; /* costs that y is the difference of, added up: a clock's error grows with them */
    double noise; /* how far their repetitions lie apart */
};

/* What a load costs in the level asked about (within), in the one before it (0 for the first) and
 * in the one behind it. */
struct capacity_edge_costs {
    double before, within, beyond;
};

struct capacity_edge {
    bool plateau; /* some points cost what the level does: without one the series tells nothing */
    bool found;   /* and beyond LINES it rises */
    double lines; /* the most lines that are held; where none is FOUND, the most that were tried */
    double next;  /* fewest lines seen that are not held */
    bool sharp;   /* NEXT costs nearly all that the level behind does */
};

/* Reads a series of N_POINTS at AT, ascending n. The last point on the plateau counts: behind an
 * exclusive pair some numbers of lines above the first rise fit again. */
struct capacity_edge capacity_edge_find(const struct capacity_edge_point *at, size_t n_points,
                                        const struct capacity_edge_costs *costs);

#endif
