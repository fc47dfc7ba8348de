/* A line that bends once. */
#ifndef MODEL_KINK_H
#define MODEL_KINK_H

#include <stdbool.h>
#include <stddef.h>

struct kink {
    double at;            /* where the line bends */
    double low, high;     /* 19 of 20 such bends lie within these */
    double before, after; /* slopes */
    double start;         /* value at 0 */
};

/* Fits the N points (X, Y), ascending in x and above 0, by a line that bends up once, least squares
 * of relative errors over all places of the bend by quarters, three points before it and two after
 * (D. J. Hudson, "Fitting Segmented Curves Whose Join Points Have to be Estimated", 1966). Bounds:
 * the places at which squares are no more than an F test allows. Returns false where fewer than 7
 * points are there, or the slope after no bend is twice the slope before it and adds a tenth. */
bool kink_find(const double *x, const double *y, size_t n, struct kink *kink);

#endif
