/* Makes a curve from a series of the log: one cost for each value of the control variable. */
#ifndef SERIES_CURVE_H
#define SERIES_CURVE_H

#include "log/log.h"
#include "model/curve.h"
#include <stdbool.h>

/* The lowest cost at each x over all samples of SERIES, scaled by the reference chain that was
 * measured next to it pass by pass (BlackjackBench section 3.3.1), or by the run's own add_chain.
 * Timings of
 * no ticks are no samples. 0, or -1 when memory is short or no sample is usable; *CURVE is to be
 * freed with curve_free() on 0. */
int curve_make(struct curve *curve, const struct log_run *run, const struct log_series *series);
void curve_free(struct curve *curve);

/* What all curves of a run are scaled by, found once: for an analysis that makes many. */
struct curve_reference {
    const struct log_run *run; /* not owned */
    double cycle_ticks;        /* by the run's own add_chain; 0: not measured */
    double chain_share;        /* point_chain_share() */
    double tick_hz;            /* 0: unknown */
    const char *probe;         /* of the series asked about last; NULL: none yet */
    size_t from, beside;       /* its index, and that of the chain measured with it */
};

struct curve_reference curve_reference_of(const struct log_run *run);
/* curve_make() of a SERIES of R's run. */
int curve_make_by(struct curve *curve, struct curve_reference *r, const struct log_series *series);

/* curve_make_by() without timing number PASS of each point that has others: what the other passes
 * say. */
int curve_make_without(struct curve *curve, struct curve_reference *r,
                       const struct log_series *series, size_t pass);

/* The point of CURVE at X : X2, or NULL where it was not measured. */
const struct curve_point *curve_at(const struct curve *curve, double x, double x2);

/* The index of the first point of CURVE whose first control variable is X or more, curve->n where
 * there is none. */
size_t curve_first(const struct curve *curve, double x);

/* Returns true for an x of the grid that sweeps begin with: four points an octave, evenly spaced
 * (a power of two times 1, 1.25, 1.5 or 1.75). Points of refinement lie between them. */
bool curve_on_grid(double x);

/* Takes out of CURVE what translations add. WIDE: the same walk at twice the stride, where a page
 * holds half as many loads; the difference is what they add to a load of CURVE. It is read where
 * CURVE does not rise steeply, interpolated between such points, never falls, and is at most what
 * every larger working set shows. Nothing is done where that brings the two sweeps no nearer to
 * each other or makes one of them fall, when memory is short, or where no x is common. Returns true
 * when something was taken out. */
bool curve_take_out_translation(struct curve *curve, const struct curve *wide);

/* Returns true for a table of another tool that gives increments over the first level only. */
bool curve_is_increment(const struct log_series *series);

/* Returns true where the first series of cache_size in RUN that has samples is a table of another
 * tool that reads at random places. */
bool curve_is_of_random_reads(const struct log_run *run);

/* Moves the points of ALL with N chains at once (x2) to PART, which is to be freed; the others stay
 * in their order. PART has no points where there are none or memory is short. */
void curve_take_chains(struct curve *all, double n, struct curve *part);

#endif
