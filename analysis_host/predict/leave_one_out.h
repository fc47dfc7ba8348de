/* Each kernel of a board predicted from its other kernels, as Guerre, Acquaviva and Lhuillier
 * (2012) predict a program, on one thread and on several, next to its measured time. */
#ifndef LEAVE_ONE_OUT_H
#define LEAVE_ONE_OUT_H

#include "board.h"
#include "contexts.h"
#include "database.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A programming model on so many threads; one thread has the model "seq". */
struct left_out_time {
    const char *model;
    unsigned n;
    double measured, predicted; /* cycles of a lap; times alike, as ratios alone are compared */
};

enum { LEFT_OUT_TIMES = 1 + CONTEXTS_MOST };

/* One kernel at one size. */
struct left_out {
    const struct database_point *kernel, *match; /* MATCH: the most similar of another family */
    double distance;
    bool good;     /* as near as two different kernels of the board */
    double replay; /* predicted / measured - 1 by the replay, fitted without the family; NaN: the
                    * board has too few kernels, or is simulated */
    struct left_out_time time[LEFT_OUT_TIMES];
    size_t n_times;
};

struct leave_one_out {
    const struct board *board;
    struct left_out *at; /* owned; in the order of the database, each family and size once */
    size_t n;
};

/* Predicts each kernel of D, the kernels of B, which must both stay: formula (1) with the cycles an
 * instruction of the most similar kernel of another family, and that kernel's curve over threads,
 * at its size where it was timed so. FITTED: D has residuals. Returns 0, also where D has no kernel
 * of a second family, and then N is 0; or -1 when memory is short. leave_one_out_free() in both
 * cases. */
int leave_one_out_make(struct leave_one_out *l, const struct board *b, const struct database *d,
                       bool fitted);
void leave_one_out_free(struct leave_one_out *l);

/* Returns predicted / measured - 1 of T. */
double left_out_error(const struct left_out_time *t);
/* Returns the median of the absolute errors of MODEL on N threads over all kernels; *OF: of how
 * many; NaN: of none. */
double leave_one_out_median(const struct leave_one_out *l, const char *model, unsigned n,
                            size_t *of);

/* Writes a line for each kernel, size, model and number of threads, then the medians. */
void leave_one_out_text(FILE *out, const struct leave_one_out *l);
/* The same as JSON of schema pontoon.leave_one_out/1 (docs/reference/formats.md). False where
 * memory is short; errors of OUT stay with it. */
bool leave_one_out_json(FILE *out, const struct leave_one_out *l);

#endif
