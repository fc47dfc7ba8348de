/* Levels of cache from a table of reads at random places, as tinymembench prints: what a read costs
 * more than one of the first level, by the size of the buffer.
 *
 * Reads at uniformly random places find in a cache what it holds, whatever it replaces (the
 * independent reference model: King, Analysis of demand paging algorithms, 1971): of a buffer of B
 * bytes, a cache of C bytes misses the share 1 - C/B. With E the extra latency of what comes after
 * it, a read costs the sum of (1 - C/B) E over all caches. So B times the cost is piecewise linear
 * in B and bends at each C; its slope, the marginal cost, is what a read beyond C costs. A chase
 * that visits all lines in turn is different: at B = 2C it misses every time. */
#ifndef MODEL_RANDOM_READS_H
#define MODEL_RANDOM_READS_H

#include "curve.h"
#include "latency_levels.h"
#include <stdbool.h>
#include <stddef.h>

/* How the levels of a table were found. */
struct random_reads {
    struct latency_level level[LATENCY_LEVELS_MOST]; /* the last one comes after the last cache */
    size_t n;                                        /* of them; 0: the rows do not tell */
    bool ends_in_rise; /* what comes after the last cache is not settled when the table ends */
    double evidence;   /* of the number of levels, 0 to 1 */
    /* The step after level DOUBTED, from 1, may be translations that miss, from working set
     * DOUBTED_AT on: whether it is a level is not determined. 0: there is no such step. */
    unsigned doubted;
    double doubted_at;
};

/* Fills R from SINGLE, the costs of a read beyond the first level's by size of the buffer, and
 * DUAL, the same for two reads at once (no points: not measured). SMALL_PAGES: pages are 4 KiB, so
 * that translations may miss; else they are known to be large. Latencies of levels are costs beyond
 * that of the first level, in the unit of the curves, which is nanoseconds. */
void random_reads_levels(const struct curve *single, const struct curve *dual, bool small_pages,
                         struct random_reads *r);

#endif
