/* Capacity and associativity by compact sets (X-Ray sections 4.2 and 4.4, figure 8). */
#ifndef MODEL_COMPACT_SETS_H
#define MODEL_COMPACT_SETS_H

#include <stdbool.h>
#include <stddef.h>

/* N addresses a stride apart are compact when a cache holds them all. Pure functions. */

/* Cost Y of an access to one of N addresses, in any unit. */
struct compact_sets_point {
    double n, y;
};

/* Returns the largest compact number of addresses: one less than the first that costs 12.5 % more
 * than the fewest beyond ABOVE, the ways of the level before (0: none; section 4.5.1). N_POINTS at
 * AT, ascending. 0: all are compact, or none is beyond ABOVE. */
double compact_sets_length(const struct compact_sets_point *at, size_t n_points, double above);

/* Compact length at STRIDE, bytes, a power of two. */
struct compact_sets_stride {
    double stride, length;
};

struct compact_sets_cache {
    double ways, bytes;
};

/* Fills CACHE: ways, the compact length that no longer falls as the stride doubles; bytes, that
 * length times the least stride that has it. N strides at AT, each twice the one before. Returns
 * false when the length still falls, or is least at the first stride, whose half was not measured.
 */
bool compact_sets(struct compact_sets_cache *cache, const struct compact_sets_stride *at, size_t n);

#endif
