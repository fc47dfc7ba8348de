/* The ways of a level, from laps over lines that were found to evict each other. */
#ifndef MODEL_EVICTION_SET_H
#define MODEL_EVICTION_SET_H

#include <stdbool.h>
#include <stddef.h>

struct eviction_set_fit {
    size_t level;  /* from 0: the one whose latency a further line costs */
    unsigned ways; /* most lines that it holds */
    double misses; /* a lap, that one more line adds */
};

/* Fills FIT from the cost of a lap over 1 to N lines of one set, LAPS[0] to LAPS[N - 1], all with
 * the same other lines between them; LATENCY[0..LEVELS]: of each level and, last, of memory, in the
 * same unit. Returns false where a further line costs what no level does, or no number of lines is
 * too many, or the first that is costs less than one miss. */
bool eviction_set_fit(struct eviction_set_fit *fit, const double *laps, size_t n,
                      const double *latency, size_t levels);

#endif
