/* Lines that caches moved: counters of the port, where it has some. */
#ifndef HAL_TRAFFIC_H
#define HAL_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

/* Counters run all the time and are read outside of what is timed. A port that counts shows at
 * start that its counters advance by 256 over a walk of 256 new lines, and, where the processor
 * prefetches, by all lines of a stream, so that prefetched ones are among them; else it has 0
 * levels. */

/* What has crossed the border between a cache level and the next one, or memory, since the image
 * started, all contexts together. */
struct hal_traffic {
    uint64_t in_lines;   /* towards the processor, prefetched ones among them */
    uint64_t out_lines;  /* away from it: lines written back or given to an exclusive level, and
                          * each store that is written through */
    uint32_t line_bytes; /* of that level */
    bool in_only;        /* nobody counts OUT_LINES of this level, which are 0 */
    bool one_context;    /* of the context that calls alone, not of all together */
    bool walks_counted;
    uint64_t walks; /* of page tables, the same at all levels; 0 where nobody counts them */
};

/* Levels that are counted, from the one nearest to the processor; 0: nothing is. Constant while the
 * image runs. */
unsigned hal_traffic_levels(void);

/* Returns who counts: "model", "pl310", "pmu", "perf". A literal; NULL where there are 0 levels. */
const char *hal_traffic_name(void);

/* Returns why nothing is counted, for people; a literal, NULL where there are levels. */
const char *hal_traffic_lacking(void);

/* Few counters cannot count all at once: so often the same work has to run, at least once, each
 * time after hal_traffic_begin() of the next pass from 0 on. A pass adds its part to the counts. */
unsigned hal_traffic_passes(void);
void hal_traffic_begin(unsigned pass);

/* Fills *TRAFFIC with the counts of LEVEL, from 0. 0, or -1 when there is no such level. */
int hal_traffic_read(unsigned level, struct hal_traffic *traffic);

#endif
