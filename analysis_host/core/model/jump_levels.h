/* Levels of a branch target buffer, from the costs of jumps in laps of more and more of them. */
#ifndef MODEL_JUMP_LEVELS_H
#define MODEL_JUMP_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

enum { JUMP_POINTS = 160, JUMP_CURVES = 16, JUMP_LEVELS_MOST = 6 };

/* Costs of a jump, of jumps the same distance apart. */
struct jump_curve {
    double apart;              /* bytes */
    double jumps[JUMP_POINTS]; /* of a lap, ascending */
    double cost[JUMP_POINTS];  /* of each of them, cycles */
    size_t n;
};

/* Where a plateau of costs ends. */
struct jump_edge {
    double last, next;   /* most jumps on the plateau, and the next number that was tried */
    double cost, beyond; /* of the plateau, and of the one after it */
    double until;        /* most jumps on the one after it */
};

/* Finds the plateaus of C that span a third of an octave or more and differ by a quarter, and
 * writes where each but the last ends to EDGE; how many. Costs are taken as rising: those that fall
 * are pooled (Ayer and others, 1955). */
unsigned jump_edges(const struct jump_curve *c, struct jump_edge edge[JUMP_LEVELS_MOST]);

#endif
