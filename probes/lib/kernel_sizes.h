/* The sizes at which a kernel is timed. */
#ifndef KERNEL_SIZES_H
#define KERNEL_SIZES_H

#include "kernel.h"
#include "run/probe.h"

enum { KERNEL_SIZES = 128 };

/* Fills N, ascending, with the sizes of KERNEL that PLAN asks for, at most KERNEL_SIZES, and
 * returns how many. SWEEP: from the smallest up to four times the last cache; else a few within
 * each cache and four times the last; then sixteen times the last, as far as there is memory.
 * Arrays take no more than MOST_BYTES. Sizes are whole lines of elements, every other one a line
 * longer, so that no series sits on powers of two, unless these are asked for. */
unsigned kernel_sizes(const struct plan *plan, const struct kernel *kernel, bool sweep,
                      uint64_t most_bytes, uint64_t n[KERNEL_SIZES]);

/* The same for a database of kernels on many boards: half of the first cache, between each cache
 * and the next (geometric mean), and twice the last, so that each regime is there once. */
unsigned kernel_sizes_database(const struct plan *plan, const struct kernel *kernel,
                               uint64_t most_bytes, uint64_t n[KERNEL_SIZES]);

/* Returns true when KERNEL takes N. */
bool kernel_takes(const struct kernel *kernel, uint64_t n);

#endif
