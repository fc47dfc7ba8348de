/* Parameters of a machine by the names that C and CMake have for them. */
#ifndef EXPORT_PARAMETERS_H
#define EXPORT_PARAMETERS_H

#include "kind.h"

/* A parameter. export_parameters() gives all, in one order; sizes that are not known by their low
 * bound, with a note. */
struct export_parameter {
    char name[40];               /* HWP_CACHE_LINE_BYTES ... */
    const struct result *result; /* NULL: not measured */
    double value;                /* meaningful where the result has a number */
    const char *why;             /* why there is no number; NULL: there is one */
};
void export_parameters(struct exporter *e,
                       void (*take)(void *ctx, const struct export_parameter *p), void *ctx);

#endif
