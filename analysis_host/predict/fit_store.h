/* A fit that is kept: the first line of a file of kernels, before their signatures. */
#ifndef FIT_STORE_H
#define FIT_STORE_H

#include "board.h"
#include "database.h"
#include "fit.h"
#include <stdio.h>

enum fit_kept {
    FIT_KEPT_NONE,  /* the file begins with a signature; FROM is where it was */
    FIT_KEPT_TAKEN, /* what was kept is in F, D and the numbers of the board */
    FIT_KEPT_STALE, /* it was made on another log, or by another model: FROM is after it */
    FIT_KEPT_WRONG, /* the line is damaged, or of other kernels; it was said */
};

/* Writes F, the kernels of D without their signatures, and the fitted numbers of B as a line of
 * JSON of schema pontoon.kernels/1. Returns 0, or -1 without memory; errors of TO stay with it. */
int fit_store(FILE *to, const struct fit *f, const struct database *d, const struct board *b);

/* Takes the line that FROM, the file NAMED, begins with. */
enum fit_kept fit_restore(struct fit *f, struct database *d, struct board *b, FILE *from,
                          const char *named);

#endif
