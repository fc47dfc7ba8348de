/* Writes register tiles: parts of C that stay in registers while k goes by. */
#ifndef TUNE_TILES_H
#define TUNE_TILES_H

#include <stdbool.h>
#include <stdio.h>

/* VECTORS of LANES elements by COLUMNS. */
struct tile_shape {
    unsigned lanes, vectors, columns;
};

/* Writes the vector types of TYPE (f64, f32) with 1 to LANES elements: vN, and uN, which needs no
 * more alignment than an element. */
void tile_types(FILE *out, const char *type, unsigned lanes);

/* Writes what tile_strips() needs, once a file. */
void tile_weaver(FILE *out, const char *type, unsigned lanes);

/* Writes copy_W() and weave_W(), which pack a strip of W: rows that lie beside each other, and
 * columns that do. */
void tile_strips(FILE *out, unsigned lanes, unsigned w);

/* Writes tile_LxVxC(), which reads A and B as they are packed: `static void (const struct step *,
 * const real *a, const real *b, real *c)`; and packed_LxVxC, the `struct tile` of it, whose strips
 * are written already. */
void tile_packed(FILE *out, struct tile_shape tile);

/* Writes direct_LxVxC(), which reads A and B with strides: `QUALIFIERS void (const struct step *,
 * size_t m, const real *a, const real *b, real *c)`. M rows end with the last vector, which lies
 * over the one before where M is no multiple of the lanes. */
void tile_direct(FILE *out, const char *qualifiers, struct tile_shape tile);

/* Returns the most columns of a direct tile of VECTORS, as many as WIDEST's registers hold, at most
 * 8, and no fewer than WIDEST has: one vector by few columns would wait for its multiply-adds. */
unsigned tile_direct_columns(struct tile_shape widest, unsigned vectors);

/* Writes every tile_direct() of TYPE up to WIDEST: each number of full vectors, and for fewer rows
 * than one has 2 and 1 vectors of each smaller size, or a vector under a mask if the compiler may
 * use AVX-512; by each number of columns up to tile_direct_columns(), or to those of WIDEST unless
 * MORE_COLUMNS; the table of them, and direct(), which calls them. WIDEST has two vectors or more.
 */
void tile_direct_set(FILE *out, const char *type, struct tile_shape widest, bool more_columns);

/* Returns the bytes of an element of TYPE: 8 or 4. */
unsigned tile_element_bytes(const char *type);

#endif
