/* The published clustering, step for step, as the measure of the fast one. */
#ifndef QT_ORACLE_H
#define QT_ORACLE_H

#include <stddef.h>

enum { QT_ORACLE_MOST = 64 };

/* The published clustering, step for step, in time n cubed a cluster. FOUND[i] becomes 0 when point
 * i is in the cluster that is printed first, 1 for the second ... Y is N <= QT_ORACLE_MOST ticks.
 * Ties as stats.h says. Returns the number of clusters. */
size_t qt_oracle(const double *y, size_t n, double fraction, size_t *found);

#endif
