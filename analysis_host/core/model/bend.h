/* Where a straight line becomes a steeper one. */
#ifndef MODEL_BEND_H
#define MODEL_BEND_H

#include <stdbool.h>
#include <stddef.h>

enum { BEND_MOST = 256 };

struct bend {
    size_t last;           /* index of the last point on the first line */
    double slope, steeper; /* of y over x, before and after */
    double offset;         /* of the first line at x = 0 */
    size_t agree, asked;   /* points that lie where the two lines say, of all but the first */
};

/* Finds the first bend of Y[0..n) over ascending X into *FOUND: the lines on both sides are those
 * of the medians of slopes (Theil, 1950; Sen, 1968), so that single points decide nothing, and the
 * second rises by a tenth more at least. False: one line explains the points as well, or N is below
 * 6 or above BEND_MOST. */
bool bend_first(const double *x, const double *y, size_t n, struct bend *found);

#endif
