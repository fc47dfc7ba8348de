/* Loops that keep a number of variables alive, written by probes/generate. */
#ifndef LIVE_KERNEL_H
#define LIVE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* Numbers of variables (BlackjackBench section 3.5), and timings of each loop. */
enum { LIVE_FEWEST = 3, LIVE_MOST = 132, LIVE_KERNELS = LIVE_MOST - LIVE_FEWEST + 1 };
enum { LIVE_ROUNDS = 12 };

/* Runs LAPS laps of a loop. */
typedef void live_kernel(uint64_t laps);

/* The loop on LIVE variables: ADDS additions a lap. */
struct live_row {
    unsigned char live, adds;
    live_kernel *run;
};

/* Instructions of a lap of the compiled loop on LIVE variables that use the stack; 255: or more. */
struct live_refs {
    unsigned char live, refs;
};

struct live_set {
    const char *type;
    const struct live_row *row; /* N of them, ascending */
    const struct live_refs
        *refs; /* ends with 0 variables; loops that were not counted are absent */
    unsigned n;
};

/* Ends with a NULL type. */
extern const struct live_set live_table[];

struct live_time {
    uint64_t laps; /* of each timing */
    uint64_t ticks[LIVE_ROUNDS];
    unsigned n_ticks;
};

/* Room for one more than the longest set has: as much as this image needs. */
extern struct live_time live_times[];

#endif
