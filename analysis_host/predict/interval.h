/* Bounds of a program from what predictions of kernels were off by. */
#ifndef INTERVAL_H
#define INTERVAL_H

#include "database.h"

/* Fills *LOW and *HIGH with the factors between which 90 of 100 draws of a program's time by its
 * prediction lie: each of its N parts, of SHARE[0 .. N) of the time, is off as a kernel of D that
 * is drawn, first a family and then one of its kernels: seven parts in ten as the same kernel, the
 * others as one of their own. So a program of many loops has a somewhat narrower interval than one
 * of a single loop. The order of draws is fixed. False, and nothing is filled, where D has no
 * residual or memory is short. */
bool interval_of_parts(double *low, double *high, const double *share, size_t n,
                       const struct database *d);

#endif
