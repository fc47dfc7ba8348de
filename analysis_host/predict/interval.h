/* Bounds of a program from what predictions of kernels were off by. */
#ifndef INTERVAL_H
#define INTERVAL_H

#include "database.h"

/* Fills *LOW and *HIGH with the factors between which 90 of 100 draws of a program's time by its
 * prediction lie: each of its N parts, of SHARE[0 .. N) of the time, is off as a kernel of D that
 * is drawn for it, first a family and then one of its kernels, without regard to other parts. So a
 * program of many loops has a narrower interval than one of a single loop. The order of draws is
 * fixed. False, and nothing is filled, where D has no residual or memory is short. */
bool interval_of_parts(double *low, double *high, const double *share, size_t n,
                       const struct database *d);

#endif
