/* The size of a cache whose ways are known, from how the cost rises over working sets. */
#ifndef MODEL_KNOWN_WAYS_H
#define MODEL_KNOWN_WAYS_H

#include "curve.h"

/* A level: what a load costs in it and in the next one, in the curve's unit; working sets up to
 * FROM bytes are not looked at. */
struct known_ways {
    double ways, line; /* line: bytes */
    double within, beyond;
    double from;
};

/* Returns, of the sizes of LEVEL's ways and a power of two of sets within a factor of 8 of ABOUT,
 * the one whose misses, by random or ordered frames and replacement, are nearest to CURVE. 0: none
 * is near, or too few points tell. */
double known_ways_bytes(const struct curve *curve, const struct known_ways *level, double about);

#endif
