/* Kernels compared, and a program's time, as Guerre, Acquaviva and Lhuillier do it (2012). */
#ifndef PAPER_H
#define PAPER_H

#include "database.h"
#include "signature/signature.h"
#include <stdbool.h>
#include <stddef.h>

enum { PAPER_KERNELS = 8 };

/* A kernel of the program, and the one of the database that is nearest. */
struct paper_kernel {
    uint32_t loop; /* of the signature, or SIGNATURE_NONE */
    struct paper_metrics metrics;
    double share;                       /* of the program's instructions */
    const struct database_point *match; /* NULL: the database has none */
    double distance;
    bool good; /* nearer than the nearest two kernels of different families are to each other */
};

struct paper {
    struct paper_kernel kernel[PAPER_KERNELS];
    size_t n;
    double nearest;     /* distance of these two */
    double outside;     /* share of the instructions outside the kernels */
    double cycles;      /* formula (1) on one context; 0: the database has no kernel */
    double rest_factor; /* cycles an instruction of all kernels of the database, mean */
};

/* Compares the kernels of S with those of D, and adds up formula (1). The reference machine takes a
 * cycle an instruction: so archFactor is the cycles an instruction of the matching kernel took on
 * the board, and of the rest the mean over all kernels. ONLY: the kernel that all are held against,
 * "gemm"; NULL: the nearest. */
void paper_make(struct paper *p, const struct signature *s, const struct database *d,
                const char *only);

/* Of D that kernel of another family than OF's that is most similar to OF, one of D. NULL: D has no
 * other family. *DISTANCE: how far; *GOOD: nearer than the nearest two kernels of different
 * families when OF's family is left out. */
const struct database_point *paper_nearest_other(const struct database *d,
                                                 const struct database_point *of, double *distance,
                                                 bool *good);

#endif
