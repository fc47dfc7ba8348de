/* What C and CMake call the parameters of a machine. */
#ifndef EXPORT_PARAMETERS_H
#define EXPORT_PARAMETERS_H

#include "kind.h"

/* What C and CMake call the parameters, in one order. */
struct export_parameter {
    char name[40];               /* HWP_CACHE_LINE_BYTES ... */
    const struct result *result; /* NULL: not measured */
    double value;                /* meaningful where the result has a number */
    const char *why;             /* why there is no number; NULL: there is one */
};
void export_parameters(const struct exporter *e,
                       void (*take)(void *ctx, const struct export_parameter *p), void *ctx);

#endif
