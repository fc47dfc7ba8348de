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
/* From one chain alone, with nothing between: each call from the other chain than the one before,
 * so that both are as far from the caches as when they are walked in turn. */
void window_walk_one(void *walk, uint64_t loads);

#endif
