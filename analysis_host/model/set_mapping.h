#ifndef INFER_WAYS_H
#define INFER_WAYS_H

#include <stdbool.h>
#include <stddef.h>

/* Ways of a cache from how many lines a stride apart it holds. Pure functions. Sizes in bytes,
 * costs in cycles (or any unit, the same throughout). */

/* What a load costs when N lines share a set, the TLB's part taken off. */
struct ways_point {
    double n, y;
    double whole; /* costs that y is the difference of, added up: a clock's error grows with them */
    double noise; /* how far their repetitions lie apart */
};

/* What a load costs in the level asked about (within), in the one before it (0 for the first) and
 * in the one behind it. */
struct ways_costs {
    double before, within, beyond;
};

struct ways_knee {
    bool plateau; /* some points cost what the level does: without one the series tells nothing */
    bool found;   /* and beyond LINES it rises */
    double lines; /* the most lines that are held; where none is FOUND, the most that were tried */
    double next;  /* fewest lines seen that are not held */
    bool sharp;   /* NEXT costs nearly all that the level behind does */
};

/* Reads a series of N_POINTS at AT, ascending n. The last point on the plateau counts: behind an
 * exclusive pair some numbers of lines above the first rise fit again. */
struct ways_knee ways_knee(const struct ways_point *at, size_t n_points,
                           const struct ways_costs *costs);

/* A level as sets of WAYS lines, addresses WAY_BYTES apart in one set. */
struct ways_shape {
    double ways, way_bytes;
};

/* Lines STRIDE bytes apart that a level of SHAPE holds: ways times the sets that they fall into. */
double ways_lines(const struct ways_shape *shape, double stride);

struct ways_seen {
    double stride;
    bool scattered; /* at multiples of it that follow no rule */
    struct ways_knee knee;
};

enum ways_verdict {
    WAYS_FOUND,
    WAYS_NO_KNEE,      /* no series has one */
    WAYS_BETWEEN,      /* the points around the knee are missing */
    WAYS_SHORT,        /* so many, or fewer: the strides may all be parts of a way */
    WAYS_INCONSISTENT, /* no sets explain all series and the capacity */
    WAYS_AMBIGUOUS,    /* ways of its own, or an exclusive pair with the level before */
};

struct ways_fit {
    struct ways_shape shape; /* WAYS_FOUND: of the level alone */
    bool exclusive;          /* the level before adds its ways */
    bool overruled;  /* at the longest strides fewer lines fit: a level behind holds no more */
    double lines;    /* lines that share a set at the strides that show the ways */
    double capacity; /* which the shape gives, that of an exclusive level before included */
};

/* The sets that explain the N knees at SEEN (the first 32 of them) and a capacity within LOW to
 * HIGH, of which VALUE is the likeliest. Where none explain all, the longest strides are believed
 * last, as their lines also meet in one set of levels behind. BEFORE: shape of the level before
 * (NULL: none or unknown). */
enum ways_verdict ways_fit(struct ways_fit *fit, const struct ways_seen *seen, size_t n, double low,
                           double value, double high, const struct ways_shape *before);

#endif
