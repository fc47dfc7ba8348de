/* Capacity and associativity by compact sets (X-Ray sections 4.2 and 4.4). */
#include "compact_sets.h"

/* The paper names none; a tenth to an eighth give the figures of its table 2. */
static const double threshold = 1.125;

double compact_sets_length(const struct compact_sets_point *at, size_t n_points, double above)
{
    double base = 0;

    for (size_t i = 0; i < n_points; i++) {
        if (at[i].n <= above)
            continue;
        if (base == 0)
            base = at[i].y;
        if (at[i].y > threshold * base)
            return at[i].n - 1;
    }
    return 0;
}

bool compact_sets(struct compact_sets_cache *cache, const struct compact_sets_stride *at, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++)
        if (at[i].length > 0 && at[i].length == at[i + 1].length &&
            at[i].length != at[i - 1].length) {
            cache->ways = at[i].length;
            cache->bytes = at[i].stride * at[i].length;
            return true;
        }
    return false;
}
