/* Kernels written by hand: what the generator would make of a[i] = b[i] + 3 * c[i] over f64. */
#ifndef PLANTED_KERNELS_H
#define PLANTED_KERNELS_H

#include "lib/kernel.h"

/* One context at a time, in the order of the text; it expects a checksum at n = 8. */
extern const struct kernel planted_triad;
/* The same loop on the arrays that all share, with a barrier. */
extern const struct kernel planted_triad_shared;
/* Elements dealt in turn, no barrier. */
extern const struct kernel planted_triad_dealt;
/* Each context its own arrays. */
extern const struct kernel planted_triad_own;
/* Computes something else: leaves out the last element. */
extern const struct kernel planted_triad_wrong;

/* The first one by another name, "other", for even n from 4 to 100. */
extern const struct kernel planted_other;

#endif
