/* The sets of a cache that explain how many lines fit at each stride. */
#ifndef MODEL_SET_MAPPING_H
#define MODEL_SET_MAPPING_H

#include "capacity_edge.h"
#include <stdbool.h>
#include <stddef.h>

/* Pure functions. Sizes in bytes. */

/* A level as sets of WAYS lines, addresses WAY_BYTES apart in one set. */
struct set_mapping {
    double ways, way_bytes;
};

/* Returns the lines STRIDE bytes apart that a level of SHAPE holds: ways times the sets that they
 * fall into. */
double set_mapping_lines(const struct set_mapping *shape, double stride);

struct set_mapping_seen {
    double stride;
    bool scattered; /* the lines lie at random multiples of it */
    struct capacity_edge edge;
};

enum set_mapping_verdict {
    SET_MAPPING_FOUND,
    SET_MAPPING_NO_EDGE,      /* no series has one */
    SET_MAPPING_BETWEEN,      /* the points around the edge are missing */
    SET_MAPPING_SHORT,        /* so many ways or fewer: all strides may be parts of a way */
    SET_MAPPING_INCONSISTENT, /* no sets explain all series and the capacity */
    SET_MAPPING_AMBIGUOUS,    /* ways of its own, or an exclusive pair with the level before */
};

struct set_mapping_fit {
    struct set_mapping shape; /* SET_MAPPING_FOUND: of the level alone */
    bool exclusive;           /* the level before adds its ways */
    bool overruled;           /* edges of the longest strides were those of a next level */
    double lines;             /* lines that share a set at the strides that show the ways */
    double capacity;          /* of the shape, that of an exclusive level before included */
};

/* Fills FIT with the sets that explain the N edges at SEEN (the first 32 of them) and a capacity
 * within LOW to HIGH, VALUE being the likeliest. Where none explain all, edges of the longest
 * strides are dropped first: their lines also meet in one set of the next levels. BEFORE: the level
 * before (NULL: none or unknown). */
enum set_mapping_verdict set_mapping_fit(struct set_mapping_fit *fit,
                                         const struct set_mapping_seen *seen, size_t n, double low,
                                         double value, double high,
                                         const struct set_mapping *before);

/* A level with lines that a victim cache keeps for any of its sets (Jouppi, "Improving
 * Direct-Mapped Cache Performance by the Addition of a Small Fully-Associative Cache and Prefetch
 * Buffers", 1990).
 */
struct set_mapping_victims {
    struct set_mapping shape; /* of the level alone, its way a power of two of bytes */
    double lines;             /* of the victim cache, at least 1 */
};

/* Fills V with the level and the fewest victims that explain the N edges at SEEN: one set or
 * several hold their ways and up to as many victims, and edges show both cases. A walk of lines
 * STRIDE bytes apart holds the victims as well: with them the capacity is LOW bytes or more,
 * without them HIGH or less. Returns false where none explains all, or levels of several sizes do.
 */
bool set_mapping_find_victims(struct set_mapping_victims *v, const struct set_mapping_seen *seen,
                              size_t n, double stride, double low, double high);

#endif
