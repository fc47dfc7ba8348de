/* The metrics of Guerre, Acquaviva and Lhuillier (2012). */
#ifndef PAPER_METRICS_H
#define PAPER_METRICS_H

#include "signature/signature.h"
#include <stdbool.h>

struct paper_metrics {
    double stability;    /* dataflow stability: static producers of an operand, mean */
    double parallel;     /* parallel aspect ratio: width of the ideal graph by instructions */
    double reuse_bytes;  /* dataflow reuse distance */
    double volume_bytes; /* data volume */
};

/* Fills M with those of the kernel of S that executed most; false: S has none. */
bool paper_metrics_of(struct paper_metrics *m, const struct signature *s);

#endif
