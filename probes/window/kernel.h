/* The timed loops of probe window. */
#ifndef WINDOW_KERNEL_H
#define WINDOW_KERNEL_H

#include <stdint.h>

enum { WINDOW_STEP = 8, WINDOW_MOST = 576 }; /* operations between two loads: multiples of STEP */

/* Where the two chains go on, pointers to pointers. */
struct window_walk {
    uintptr_t at[2];
    unsigned between; /* operations after each load */
};

/* Loads from both chains in turn, LOADS in all, each used once: of measure_kernel. */
void window_walk_two(void *walk, uint64_t loads);
/* From the first chain alone, with nothing between. */
void window_walk_one(void *walk, uint64_t loads);

#endif
