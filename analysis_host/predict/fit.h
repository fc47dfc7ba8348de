/* Fits what no probe measures to the kernels of the board, and tells how far predictions are off.
 */
#ifndef FIT_H
#define FIT_H

#include "board.h"
#include "database.h"
#include <stdio.h>

enum { FIT_FEWEST = 8, FIT_LIKE = 2 };

struct fit {
    double low, high; /* factors that hold 90 of 100 kernels, each fitted without its family */
    double worst_low, worst_high; /* of the worst tenth */
    double apart;        /* the largest distance of a kernel to the nearest of another family */
    size_t n;            /* kernels; fewer than FIT_FEWEST: nothing was fitted */
    unsigned tried;      /* machines that were tried */
    double error_before; /* mean error of the families as the log has the machine; 0: not fitted */
    double error_after;  /* likewise, each family as the others' fit has it */
};

/* Changes the numbers of M that were not measured, within their bounds, so that the kernels of D
 * are predicted best. The error is that of the families' means, natural logarithms cut at 0.5. A
 * number changes where that gains 1 percent, and still half of it without the family that gains
 * most, and more families gain than by chance (sign test, 1 in 20). Where families are predicted no
 * better by what the others ask for, nothing changes. Fills the residuals and shares of D. Returns
 * 0, or -1 without memory. */
int fit_make(struct fit *f, struct database *d, struct machine *m, unsigned predictor);

/* The kernels that are nearest to a program whose cycles are due to CAUSE. */
struct fit_like {
    const struct database_point *point[FIT_LIKE];
    double distance[FIT_LIKE];
    unsigned n;
    bool unlike; /* farther than kernels of different families are from each other */
};

void fit_compare(struct fit_like *like, const struct fit *f, const struct database *d,
                 const double cause[CAUSES]);

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
