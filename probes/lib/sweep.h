/* A sweep of one control variable (or two): points in shuffled order, in several passes, so that
 * drift and a noisy neighbour hit all points alike; next to every timing one of the reference
 * chain.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "hal/board_limits.h"
#include "measure.h"
#include "run/probe.h"

enum {
    SWEEP_POINTS = HAL_LIMIT_SWEEP_POINTS, /* most points of one sweep */
    SWEEP_PASSES = 16,                     /* most timings of one point */
};

struct sweep {
    const char *name;             /* of the series */
    const struct probe_key *keys; /* what is held fixed; ends with a NULL key */
    unsigned n_x;                 /* 1 or 2 numbers a point */
    unsigned n_points;
    uint64_t x[SWEEP_POINTS][2];
    unsigned passes;       /* timings of each point; large points get fewer, at least 2 */
    uint64_t share_ticks;  /* no point should take longer than this in all; 0: no limit */
    unsigned rounds;       /* of refinement: more points where the cost rises; 0: none */
    uint64_t budget_ticks; /* once so long has passed only short points are timed on; 0: no limit */
    uint64_t refining_ticks; /* what is refined in a round may take no longer; 0: no limit */
    uint64_t grain;          /* refined x are multiples of it */
    uint64_t
        goes_on_from;   /* x[0] from which the kernel goes on where it stopped; 0: it never does */
    unsigned most_warm; /* laps before the timed ones; 0: as many as random replacement needs */
    /* Makes a point ready and returns the operations in one lap of it, 0 when it cannot. */
    uint64_t (*prepare)(void *ctx, const uint64_t *x);
    /* Called before every pass but the first, with the kernel's ctx; NULL: nothing to do. For
     * memory anew, where frames are a matter of luck. 0, or -1: no memory, the sweep ends. */
    int (*renew)(void *ctx);
    unsigned in_a_row; /* timings in a row of which a visit keeps the least, where the lap is short;
                        * 0: one */
    struct measure_kernel kernel; /* its ctx goes to prepare too */
};

/* Points that a round of refinement puts into one rise. */
enum { SWEEP_REFINED = 3 };

/* Runs SWEEP and sends it: its series pass by pass, then series add_chain with key beside, each
 * with its DONE. RECORD_END_OK, or RECORD_END_CLOCK_BACK when nothing could be timed. Not
 * reentrant: its samples are static, as boards have no heap. */
enum record_end sweep_run(struct probe_run *run, struct sweep *sweep);

struct estimate_point;

/* After sweep_run(): the lowest timing of each measured point as x[0] and cost, into AT, which has
 * room for SWEEP_POINTS. Returns their number. */
unsigned sweep_lowest(const struct sweep *sweep, struct estimate_point *at);

#endif
