/* Writes tuned kernels as portable C with vector extensions: what a report's export puts into a
 * folder, and the ladder of tiles that an image carries. Both have the same tiles. */
#ifndef TUNE_KERNELS_H
#define TUNE_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TUNE_CHOICES = 16,
    TUNE_LADDER = 32,
    TUNE_NAME = 64,
    TUNE_MOST_SIZES = 64,
    TUNE_MOST_ROWS = 128,
    TUNE_MOST_COLUMNS = 16,
    TUNE_MOST_BLOCK = 65536,
    TUNE_MOST_VECTOR = 256
};

/* A product of one size: C is m x n, A m x k, B k x n. */
struct tune_size {
    unsigned m, n, k;
};

/* What one kernel on one type is made of. Zeros stand for what a kernel has no use for. */
struct tune_choice {
    const char *kernel; /* gemm, gemv, dot, transpose, jacobi, wht */
    const char *type;   /* f64, f32 */
    /* In elements. gemm: the packed tile. gemv: columns at once. dot: accumulators in rows.
     * transpose: side of the square tile in rows; where columns do not share sets in columns, 0
     * being the same. jacobi: bytes that the rows of a wavefront may take, in
     * rows. wht: radix in rows, length of the transform that is done first in columns. */
    unsigned rows, columns;
    unsigned direct_rows,
        direct_columns;    /* gemm: tile of the path that packs nothing; 0: as the packed one */
    unsigned lanes;        /* elements a vector, a power of two; 1: no vectors */
    unsigned kc, mc, nc;   /* gemm: blocks, in elements */
    uint64_t direct_bytes; /* gemm: A of at most so many bytes is not packed; 0: always packed */
    uint64_t block_bytes;  /* gemv: bytes of y that stay near; jacobi: as in rows, where they do not
                              fit there */
    const struct tune_size *sizes; /* gemm: products of a constant size, SIZES of them */
    size_t n_sizes;
    /* Other kernels than gemm: written for an image (probes/lib/tuned_kernel.h), whose parameters
     * are variables; those above are the most that they may be. */
    int open;
};

/* At most one choice a kernel and type. */
struct tune_plan {
    const char *target, *compiler; /* named in comments alone */
    const char *flags; /* of the compiler, which choose the processor; 0: -march=native */
    struct tune_choice at[TUNE_CHOICES];
    size_t n;
};

/* Returns 0 where generators can write CHOICE, else a sentence of what is wrong with it. */
const char *tune_choice_wrong(const struct tune_choice *choice);

/* Returns how many files the folder of PLAN has. */
size_t tune_file_count(const struct tune_plan *plan);

/* Returns the name of file I of them: a static text, or one in NAME. */
const char *tune_file_name(const struct tune_plan *plan, size_t i, char name[TUNE_NAME]);

/* Writes file I of PLAN to OUT: the same plan, the same bytes. Returns 0, or -1 where OUT has
 * failed. */
int tune_file_write(const struct tune_plan *plan, size_t i, FILE *out);

/* Writes to OUT the source of an image that has N gemm tiles on TYPE, ROWS[i] x COLUMNS[i] of LANES
 * elements a vector: `struct tile_kernel` entries tiles_TYPE[] (probes/lib/tile_kernel.h). The
 * first tile's direct forms do the edges of all; SMALL: forms of two vectors by two columns, which
 * are less code. Returns 0, or -1 where OUT has failed. */
int tune_tiles_write(FILE *out, const char *type, unsigned lanes, const unsigned *rows,
                     const unsigned *columns, size_t n, int small);

/* Writes to OUT the source of CHOICE, which is open, for an image: `struct tuned_kernel`
 * tuned_kernel_KERNEL_TYPE. Returns 0, or -1 where OUT has failed. */
int tune_open_write(FILE *out, const struct tune_choice *choice);

/* Writes to OUT the packed forms of N tiles alone, to be compiled and looked at. Returns as
 * tune_tiles_write(). */
int tune_ladder_write(FILE *out, const char *type, unsigned lanes, const unsigned *rows,
                      const unsigned *columns, size_t n);

#endif
