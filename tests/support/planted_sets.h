/* Runs of cache_ways as a board would have sent them, made in memory, and what its analysis
 * answers. */
#ifndef PLANTED_SETS_H
#define PLANTED_SETS_H

#include "analysis/analysis.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>

/* Runs as a board would have sent them, made in memory: a first level of 32 KiB at 4 cycles, a
 * second of 512 KiB at 14, memory at 100, a cycle a tick; results of both levels are there already.
 */

/* One series. COST gives what kind 0 adds to a load when N lines share a set, TLB what both kinds
 * pay beside it. */
struct planted_series {
    unsigned level;
    uint64_t capacity, stride;
    bool scattered;
    double (*cost)(unsigned n);
    double (*tlb)(unsigned n); /* NULL: nothing */
    bool damaged;
};

struct planted_pages {
    uint64_t page;
    bool contiguous;
};

/* Runs the analysis on N series (at most 8) and puts its results into *OUT (results_free()). */
void planted_infer(const struct planted_series *series, size_t n, struct planted_pages pages,
                   enum method method, struct results *out);

/* Runs the analysis on N sets (at most 8) of WAYS ways each that were proven in a second level, in
 * front of a third of 8 MiB at 50 cycles. The second's size is SIZE so far, as sure as CONFIDENCE
 * says. Results into *OUT (results_free()). */
void planted_proven(const unsigned *ways, size_t n, double size, double confidence,
                    struct results *out);

#endif
