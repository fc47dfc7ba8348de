/* One size of a kernel: what a run at it does, and how long that took. */
#ifndef SERIES_KERNEL_POINT_H
#define SERIES_KERNEL_POINT_H

#include "log/log.h"
#include "result/replay.h"

/* What one run at n does (probes/lib/kernel.h), as the log has it. */
enum kernel_count {
    KERNEL_ADDS,
    KERNEL_MULS,
    KERNEL_DIVS,
    KERNEL_SQRTS,
    KERNEL_OTHERS,
    KERNEL_LOADS,
    KERNEL_STORES,
    KERNEL_ELEMENTS,
    KERNEL_WRITTEN,
    KERNEL_LINES, /* 0: not counted */
    KERNEL_LINES_WRITTEN,
    KERNEL_BYTES, /* of all arrays */
    KERNEL_CHECK_HIGH,
    KERNEL_CHECK_LOW,
    KERNEL_COUNTS,
};

/* Lines counted across a level's far border in one lap. */
struct kernel_moved {
    double in, out, line_bytes;
};

enum { KERNEL_LEVELS = 4 };

/* One size. Times are ticks of one run of the kernel. */
struct kernel_point {
    uint64_t n;
    uint64_t count[KERNEL_COUNTS];
    bool counted;                    /* its E came whole */
    size_t timings;                  /* 0: was not timed */
    const struct log_sample *sample; /* the log's own ticks, in the order of the passes */
    double least, second, most;      /* of all of them; SECOND is LEAST where there is but one */
    double median;
    double lower, upper;  /* quartiles */
    double floor;         /* the undisturbed time is not below it, with a chance of 0.9 */
    double ticks;         /* the answer: median of the lower half; method paper: the least of ten */
    double agreement;     /* chance that one more timing is within a tenth of TICKS (Laplace) */
    size_t quiet;         /* 0; of a size that was timed again at many times of the run: timings as
                           * fast as the best (AGAIN_QUIET). TICKS is then their median, the
                           * quartiles are theirs, AGREEMENT is by their number */
    double slowest_quiet; /* of these */
    double pace; /* of a size that was timed again: a cycle of the clock that its fastest timings
                  * had, by the cycle that they are in; else 0 */
    unsigned levels; /* of MOVED; 0: nothing counted */
    bool in_only;    /* no lines out were counted: those of MOVED are 0 */
    struct kernel_moved moved[KERNEL_LEVELS];
    bool walks_counted;
    uint64_t walks;                      /* of page tables, in one run */
    const struct replay_point *replayed; /* NULL: it was not replayed, or nobody asked */
};

#endif
