/* Kernels of mixed operations at their full rate, written by probes/generate. */
#ifndef PEAK_KERNEL_H
#define PEAK_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* Runs LAPS laps on accumulators that start anew. */
typedef void peak_run(uint64_t laps);

struct peak_kernel {
    peak_run *run;
    uint8_t depth;  /* accumulators of the operation that the mix has fewest of */
    uint8_t unroll; /* times that a lap goes through all accumulators */
    uint16_t ops;   /* operations in a lap; one on a vector is one */
};

/* All kernels of one mix of operations on one type. */
struct peak_set {
    const char *type, *mix;
    const struct peak_kernel *kernel; /* up to one without run */
};

/* Ends with a NULL type; the sets of a type are together. */
extern const struct peak_set peak_table[];

#endif
