/* What a way to compute costs, by formula: nothing here measures or searches. */
#ifndef TUNE_MODEL_H
#define TUNE_MODEL_H

#include "machine.h"

/* Fits twice over: k = 1 of the published rule, mn + mk + nk <= LIMIT. Returns the side of the
 * largest square tile; 0 where LIMIT is below 3. */
unsigned tune_square(unsigned limit);
/* The same for whole cache lines: the largest multiple of 4 of which the square, a column, and a
 * row that brings a line of LINE elements an element are within LIMIT elements. */
unsigned tune_square_of_lines(unsigned limit, unsigned line);
/* Columns of the even tile that the published rule takes where ROWS of 2 steps fit LIMIT. */
struct tune_tile tune_even_tile(unsigned limit);

/* How a packed product C += A B is blocked; sides in elements. */
struct tune_blocks {
    struct tune_tile tile;
    unsigned kc, mc;
};

/* Cycles of a multiply-add of one element in a tile of A, memory apart. */
double tune_tile_cycles(const struct tune_arithmetic *a, struct tune_tile tile);
/* True when accumulators, a column of A and a number of B are no more than the registers. */
bool tune_tile_fits(const struct tune_arithmetic *a, struct tune_tile tile);
/* Loads for a multiply-add of vectors. */
double tune_tile_loads(const struct tune_arithmetic *a, struct tune_tile tile);
/* Work in whole tiles by the work asked for, mean of the sizes that tiles are chosen at; at least
 * 1. */
double tune_tile_waste(struct tune_tile tile);

/* Cycles beyond a hit of the first level of a line of which BYTES of others were used since. */
double tune_line_cost(const struct tune_machine *m, double bytes);
/* Cycles of a page's translation, BYTES of others after it was used last. */
double tune_page_cost(const struct tune_machine *m, double bytes);

/* Cycles of a multiply-add of one element when two matrices of side N are multiplied in BLOCKS. */
double tune_blocks_cost(const struct tune_machine *m, const struct tune_arithmetic *a,
                        const struct tune_blocks *blocks, unsigned n);

/* Cycles an element of a transposition in tiles of side T; COLLIDE: columns are a power of two
 * apart. */
double tune_transpose_cost(const struct tune_machine *m, const struct tune_arithmetic *a,
                           unsigned t, bool collide);

#endif
