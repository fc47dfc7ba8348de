/* Kernels other than products that an image carries, with parameters that are set while it runs
 * (analysis_host/tune/write writes them). */
#ifndef LIB_TUNED_KERNEL_H
#define LIB_TUNED_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parameters as a plan has them: a tile, and bytes that stay near. dot: ROWS sums. gemv: COLUMNS at
 * once, ROWS of them share x when transposed, BLOCK_BYTES of y. transpose: a tile of ROWS. jacobi:
 * bytes of a wavefront's rows, in ROWS; BLOCK_BYTES where that is too little. wht: radix ROWS,
 * transforms of COLUMNS elements first. */
struct tuned_way {
    unsigned rows, columns;
    uint64_t block_bytes;
};

/* Arrays of the kernel's type; sizes in elements, matrices by columns that are LD apart.
 *   dot: c[0] = a b, of N elements. gemv: c = A b, and after those N elements A' b; A is N x N and
 * LD is N. transpose: B = A', M x N. jacobi: STEPS steps on the grids a and b of M x N. wht: a, of
 * N elements, in place. */
struct tuned_run {
    size_t m, n, ld, steps;
    void *a, *b, *c;
};

struct tuned_kernel {
    const char *kernel, *type; /* "dot"; "f64", "f32" */
    unsigned lanes;
    /* Sets the parameters of what follows. Returns false where the image has no code for them. */
    bool (*take)(const struct tuned_way *way);
    void (*run)(const struct tuned_run *args);
    /* The same by plain loops; M, N and LD are one number. */
    void (*plain)(const struct tuned_run *args);
};

/* All of the image, tuned_kernel_count of them; none where it was built without. */
extern const struct tuned_kernel *const tuned_kernel_table[];
extern const unsigned tuned_kernel_count;

/* What times them (probes/tune/other.h); NULL where there are none, and its code is not linked. */
struct other_timing;
extern const struct other_timing *const tuned_kernel_timing;

#endif
