/* The kernels that a board's log has timed, with their signatures. */
#ifndef DATABASE_H
#define DATABASE_H

#include "board.h"
#include "cause.h"
#include "signature/signature.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct paper_metrics {
    double stability;    /* dataflow stability: static producers of an operand, mean */
    double parallel;     /* parallel aspect ratio: width of the ideal graph by instructions */
    double reuse_bytes;  /* dataflow reuse distance */
    double volume_bytes; /* data volume */
};

/* Fills M with those of the kernel of S that executed most; false: S has none. */
bool paper_metrics_of(struct paper_metrics *m, const struct signature *s);

/* One kernel at one size. */
struct database_point {
    char family[32]; /* its name: variants and sizes of one name are a family */
    char name[96];   /* "fft.radix2 n=512" */
    struct signature signature;
    double measured;      /* cycles of the runs that the signature covers */
    double residual;      /* log(measured / predicted), fitted without its family */
    double share[CAUSES]; /* of its cycles, by cause */
    struct paper_metrics metrics;
    double per_instruction; /* measured cycles by instructions */
};

struct database {
    struct database_point *point; /* owned, with their signatures */
    size_t n;
    size_t
        refused; /* signatures whose kernel the log has not timed at this size, or only once so */
};

/* Reads the signatures that FROM, the file NAMED, holds from where it is, and looks up each kernel
 * in the log of B. What is wrong is said on standard error. Returns 0, also where no kernel is
 * left; or an exit status: they cannot be read, there are none, or they are of another processor or
 * of other kernels than the log's. database_free() in every case. */
int database_read(struct database *d, FILE *from, const char *named, const struct board *b);
void database_free(struct database *d);

#endif
