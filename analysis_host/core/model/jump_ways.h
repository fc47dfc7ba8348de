/* Ways of a branch target buffer, from the costs of jumps that are powers of two apart. */
#ifndef MODEL_JUMP_WAYS_H
#define MODEL_JUMP_WAYS_H

#include <stdbool.h>
#include <stddef.h>

enum { JUMP_ROW_POINTS = 32, JUMP_ROWS = 12 };

/* Costs of a jump in laps of jumps APART bytes from each other: ONE of jumps at one place of their
 * lines, ALL of jumps in the same lines at different places, where a set of the buffer gets fewer
 * of them. */
struct jump_row {
    double apart;                                      /* bytes */
    double jumps[JUMP_ROW_POINTS];                     /* of a lap, ascending */
    double one[JUMP_ROW_POINTS], all[JUMP_ROW_POINTS]; /* cycles */
    size_t n;
};

enum jump_ways_found {
    JUMP_WAYS_SHOWN,
    JUMP_WAYS_AS_MANY, /* no distance: as many jumps are held at one place as at all */
    JUMP_WAYS_FALL,    /* fewer jumps are held at each distance than at the one before */
    JUMP_WAYS_DIFFER,  /* the largest distances do not agree */
};

struct jump_ways {
    enum jump_ways_found found;
    double ways, next;    /* most jumps that one set holds, and the next number that was tried */
    unsigned same, shown; /* distances that show this number, and any */
    double apart;         /* bytes; the smallest of the distances with this number */
};

/* Finds the ways of a level in N rows, ascending. NEARER: cycles that a jump costs more in the next
 * level than in the first; LEVEL: cycles that it costs more beyond the level than in it. From the
 * period of the level's sets on, all jumps of a distance are in one set, and its ways are most
 * jumps that cost what those at different places do. Where caches cost far more than LEVEL, nothing
 * is seen. */
struct jump_ways jump_ways_of(const struct jump_row *rows, size_t n, double nearer, double level);

#endif
