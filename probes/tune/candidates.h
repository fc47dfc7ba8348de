/* The candidates that probe tune times: as the command line lists them, else tiles of the image. */
#ifndef TUNE_CANDIDATES_H
#define TUNE_CANDIDATES_H

#include "lib/tile_kernel.h"
#include "run/probe.h"

enum { TUNE_CANDIDATES = 12, TUNE_WORD = 16 };

struct tune_candidate {
    const struct tile_kernel *kernel; /* NULL: no tile of the image */
    const char *type;                 /* "f64", "f32" */
    unsigned rows, columns, kc, mc;
    char tile[TUNE_WORD]; /* "32x6" */
};

/* Fills AT, room for TUNE_CANDIDATES, with those of LIST, the text of tune=; NULL: of every tile of
 * the image, with blocks for the caches that PLAN knows. Returns how many. */
unsigned tune_candidates(struct tune_candidate *at, const char *list, const struct plan *plan);

/* Returns true when the N bytes at TEXT are a candidate: [gemm.TYPE:]ROWSxCOLUMNS:KC:MC. */
bool tune_is_candidate(const char *text, size_t n);

#endif
