/* Finds the levels of a latency curve: plateaus, and the capacity between two of them. */
#ifndef MODEL_LATENCY_LEVELS_H
#define MODEL_LATENCY_LEVELS_H

#include "curve.h"
#include <stdbool.h>
#include <stddef.h>

/* Between two plateaus the miss ratio grows with the working set, so that a point there locates the
 * capacity instead of forming a level of its own. */

enum { LATENCY_LEVELS_MOST = 8, LATENCY_LEVELS_WHY = 96 };

struct latency_level {
    double latency;                   /* in the curve's unit: median over the plateau */
    double latency_low, latency_high; /* lowest and highest of the plateau */
    double from, to;                  /* working sets of the plateau, bytes */
    bool sized;                       /* false for memory, and where the curve does not tell */
    double size, size_low, size_high; /* capacity, bytes */
    double nominal;                   /* the round number that is meant; 0: none */
    double ways;                      /* of the model that fits the rise; 0: none */
    bool doubtful;                    /* the models fit, but nothing confirms them */
    bool open;    /* the last level: the curve ends before it is level, so that levels may follow */
    bool late;    /* the first level: the curve begins before it, and levels may lie there */
    double alone; /* a working set before this level at which another may end, so that the size of
                   * this one is not known; 0: none */
    double fit;   /* root mean square of share left unexplained, 0 to 1 */
    double evidence;              /* of the size, 0 to 1 */
    char why[LATENCY_LEVELS_WHY]; /* the model that located the capacity */
};

/* Fills LEVELS with the levels of CURVE, at most LATENCY_LEVELS_MOST; the last one is the level
 * after the last step. Returns their number; 1 when there is no step, 0 without points or memory.
 * CHAINS (may be NULL): N_CHAINS curves of the same working sets walked by several chains at once,
 * most chains last: where misses overlap, time tells how many there are and not how long each
 * takes. */
size_t latency_levels_find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                           struct latency_level *levels);

/* What a curve says of its levels without their capacities: quick, to be asked of many curves. */
struct latency_outline {
    size_t n;                            /* levels, as latency_levels_find() counts them */
    double latency[LATENCY_LEVELS_MOST]; /* of each */
    double half[LATENCY_LEVELS_MOST];    /* working set half way to the next level, bytes */
    bool open, late;
};

/* Returns the outline of CURVE, arguments as for latency_levels_find(). */
struct latency_outline latency_levels_outline(const struct curve *curve, const struct curve *chains,
                                              size_t n_chains);

/* Returns true where CURVE costs the same at all working sets, but for noise: no level ends. */
bool latency_levels_flat(const struct curve *curve);

#endif
