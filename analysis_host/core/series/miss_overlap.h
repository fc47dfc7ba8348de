/* Two chains of cache misses with operations between two loads: up to how many of them misses
 * overlap, by all timings of a series and of those of its kind that were taken later. */
#ifndef SERIES_MISS_OVERLAP_H
#define SERIES_MISS_OVERLAP_H

#include "log/log.h"
#include "model/overlap_steps.h"
#include "stats/stats.h"
#include <stdbool.h>
#include <stddef.h>

enum { MISS_POINTS = 256 };

/* Entries that the instructions around the operations of probe core_queues take. */
enum { MISS_OWN_ROB = 3, MISS_OWN_LOADS = 2, MISS_OWN_STORES = 0 };

/* Where nothing steps, loads that take less than this share of those of one chain overlap. */
#define MISS_OVERLAP 0.75

struct miss_timing {
    double x, cost;
    bool shared; /* no-ops were slow beside it: another thread was on the core */
};

/* What two loads take by the operations between them: all timings, and their medians. */
struct miss_climb {
    double x[MISS_POINTS], cost[MISS_POINTS];
    size_t from[MISS_POINTS + 1]; /* of point I: timings FROM[I] ... FROM[I + 1] - 1 */
    struct miss_timing *timings;  /* owned */
    size_t n;
    double alone;  /* of one chain */
    double shared; /* of all passes another thread was on the core in this share; NAN: not seen */
    bool sorted;   /* these are left out */
};

/* Cost is BASE + SLOPE x, and STEP more from point AT on: least squares. */
struct miss_fit {
    size_t at;
    double base, slope, step, squares;
};

/* Two misses overlap in a timing, or they do not. */
struct miss_modes {
    struct overlap_point points[MISS_POINTS];
    struct overlap_steps steps;
    struct stats_modes levels; /* of what a load takes, the slope taken out */
};

/* Gathers all timings of series AT of PROBE in RUN and of those with the same word of, which were
 * taken later (again=1). A point is one x, of which x = 0 is one chain alone. Passes beside which
 * no-ops were slow are left out, unless hardly any others are left. The caller frees C->timings. */
void miss_gather(struct miss_climb *c, const struct log_run *run, const char *probe, size_t at);
/* The same with all passes. */
void miss_gather_all(struct miss_climb *c, const struct log_run *run, const char *probe, size_t at);

/* The step in the medians of C, which has 4 points at least: AT is 0 where there is none. */
struct miss_fit miss_best_fit(const struct miss_climb *c);
/* What a load takes before the step of F, which has one. */
double miss_before(const struct miss_climb *c, const struct miss_fit *f);
/* True when F stands out from what is scattered about it. */
bool miss_stands_out(const struct miss_climb *c, const struct miss_fit *f);
/* Points on the side of half the step that they should be on. */
size_t miss_agreeing(const struct miss_climb *c, const struct miss_fit *f);
/* Points whose loads take clearly less than those of one chain. */
size_t miss_overlapping(const struct miss_climb *c);

/* Fills *MODES where timings have two modes, and the number of operations parts them. OWN:
 * operations of the loop itself in what is full. */
bool miss_find_modes(const struct miss_climb *c, double own, struct miss_modes *modes);
/* Fills the points of M from C: timings above M's split of levels, less SLOPE an operation, are
 * those in which misses do not overlap. */
void miss_mark_serial(const struct miss_climb *c, double slope, struct miss_modes *m);
/* Evidence that the queue ends where M says: the points most of whose timings are on their side,
 * and how far its bounds are apart. Those between two modes are of the whole queue at times. */
double miss_evidence(const struct miss_climb *c, const struct miss_modes *m);

/* The share of the windows of probe issue, from all over RUN, that took a quarter longer than quiet
 * ones: another thread was on the core. NAN: too few. */
double miss_shared_windows(const struct log_run *run);
/* The share of the windows of no-ops of probe core_queues that took clearly longer than quiet ones.
 * NAN: too few. */
double miss_shared_widths(const struct log_run *run);
/* True where another thread may be on the core of RUN: an operating system is below. */
bool miss_may_be_shared(const struct log_run *run);

#endif
