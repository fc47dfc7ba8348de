/* The candidates that probe tune times: as the command line lists them, else tiles of the image. */
#ifndef TUNE_CANDIDATES_H
#define TUNE_CANDIDATES_H

#include "lib/tile_kernel.h"
#include "lib/tuned_kernel.h"
#include "run/probe.h"

enum { TUNE_CANDIDATES = 48, TUNE_WORD = 24 };

struct tune_candidate {
    const struct tile_kernel *tile;    /* of a product; NULL: no tile of the image */
    const struct tuned_kernel *kernel; /* of others; NULL: not in the image */
    const char *name;                  /* "gemm", "dot" ... */
    const char *type;                  /* "f64", "f32" */
    unsigned rows, columns;            /* columns 0: none was given */
    unsigned first, second;            /* numbers after the tile, 0: none: kc and mc, or bytes */
};

/* Fills AT, room for TUNE_CANDIDATES, with those of LIST, the text of tune=; NULL: of every tile of
 * the image, with blocks for the caches that PLAN knows. Returns how many. */
unsigned tune_candidates(struct tune_candidate *at, const char *list, const struct plan *plan);

/* Returns true when the N bytes at TEXT are a candidate: [KERNEL.TYPE:]ROWS[xCOLUMNS][:A[:B]], and
 * a product's has all four numbers. Without KERNEL.TYPE it is of the same kernel as the one before;
 * without A it has the same bytes. */
bool tune_is_candidate(const char *text, size_t n);

/* Returns true where C is a product. */
bool tune_is_product(const struct tune_candidate *c);

/* Writes the tile of C, "32x6" or "24576", to WORD. */
void tune_tile_name(const struct tune_candidate *c, char word[TUNE_WORD]);

#endif
