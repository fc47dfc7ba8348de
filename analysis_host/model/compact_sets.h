#ifndef MODEL_COMPACT_SETS_H
#define MODEL_COMPACT_SETS_H

#include <stdbool.h>
#include <stddef.h>

/* The published measurement of capacity and associativity by compact sets (X-Ray sections 4.2 and
 * 4.4, figure 8): N addresses a stride apart are compact when a cache holds them all. Pure
 * functions. */

/* What an access to one of N addresses costs, in any unit. */
struct compact_sets_point {
    double n, y;
};

/* The largest number of addresses that is compact: all below the first that costs over an eighth
 * more than ones known to fit, which are the fewest beyond ABOVE, the ways of the level before (0:
 * none; section 4.5.1). N_POINTS at AT, ascending. 0: all are compact, or none is beyond ABOVE. */
double compact_sets_length(const struct compact_sets_point *at, size_t n_points, double above);

/* How many addresses STRIDE bytes apart, a power of two, are compact. */
struct compact_sets_stride {
    double stride, length;
};

struct compact_sets_cache {
    double ways, bytes;
};

/* Ways: what the compact length ends at as the stride grows; capacity: that many times the least
 * stride that ends there. N strides at AT, ascending, each twice the one before. false: the length
 * has not ended, or at the least stride already, as its half was not measured. */
bool compact_sets(struct compact_sets_cache *cache, const struct compact_sets_stride *at, size_t n);

#endif
