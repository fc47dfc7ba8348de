#ifndef MODEL_SET_MAPPING_H
#define MODEL_SET_MAPPING_H

#include "capacity_edge.h"
#include <stdbool.h>
#include <stddef.h>

/* Ways of a cache from how many lines a stride apart it holds. Pure functions. Sizes in bytes,
 * costs in cycles (or any unit, the same throughout). */

/* A level as sets of WAYS lines, addresses WAY_BYTES apart in one set. */
struct set_mapping {
    double ways, way_bytes;
};

/* Lines STRIDE bytes apart that a level of SHAPE holds: ways times the sets that they fall into. */
double set_mapping_lines(const struct set_mapping *shape, double stride);

struct set_mapping_seen {
    double stride;
    bool scattered; /* at multiples of it that follow no rule */
    struct capacity_edge edge;
};

enum set_mapping_verdict {
    SET_MAPPING_FOUND,
    SET_MAPPING_NO_EDGE,      /* no series has one */
    SET_MAPPING_BETWEEN,      /* the points around the edge are missing */
    SET_MAPPING_SHORT,        /* so many, or fewer: the strides may all be parts of a way */
    SET_MAPPING_INCONSISTENT, /* no sets explain all series and the capacity */
    SET_MAPPING_AMBIGUOUS,    /* ways of its own, or an exclusive pair with the level before */
};

struct set_mapping_fit {
    struct set_mapping shape; /* SET_MAPPING_FOUND: of the level alone */
    bool exclusive;           /* the level before adds its ways */
    bool overruled;  /* at the longest strides fewer lines fit: a level behind holds no more */
    double lines;    /* lines that share a set at the strides that show the ways */
    double capacity; /* which the shape gives, that of an exclusive level before included */
};

/* The sets that explain the N edges at SEEN (the first 32 of them) and a capacity within LOW to
 * HIGH, of which VALUE is the likeliest. Where none explain all, the longest strides are believed
 * last, as their lines also meet in one set of levels behind. BEFORE: shape of the level before
 * (NULL: none or unknown). */
enum set_mapping_verdict set_mapping_fit(struct set_mapping_fit *fit,
                                         const struct set_mapping_seen *seen, size_t n, double low,
                                         double value, double high,
                                         const struct set_mapping *before);

#endif
