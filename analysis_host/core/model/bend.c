/* Fits two lines to points, and finds where one takes over from the other. */
#include "model/bend.h"
#include "stats/stats.h"
#include <math.h>

enum { FEWEST_A_SIDE = 3, IN_A_ROW = 3 };
/* The two lines leave at most this share of what one line leaves unexplained, and the second rises
 * by so much more. */
#define EXPLAINED 0.5
#define STEEPER   1.1
/* Points that are on the second line lie so much of a step above the first. */
#define ABOVE 0.3

struct line {
    double slope, offset;
};

static double line_at(const struct line *l, double x)
{
    return l->offset + l->slope * x;
}

/* The median of the slopes between points half of N apart: as Theil's, of N / 2 pairs. */
static struct line fit(const double *x, const double *y, size_t n)
{
    double slopes[BEND_MOST] = { 0 }, offsets[BEND_MOST] = { 0 };
    size_t apart = n / 2, pairs = 0;

    for (size_t i = 0; i + apart < n; i++)
        slopes[pairs++] = (y[i + apart] - y[i]) / (x[i + apart] - x[i]);
    struct line l = { stats_median(slopes, pairs), 0 };
    for (size_t i = 0; i < n; i++)
        offsets[i] = y[i] - l.slope * x[i];
    l.offset = stats_median(offsets, n);
    return l;
}

static double left_over(const struct line *l, const double *x, const double *y, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += fabs(y[i] - line_at(l, x[i]));
    return sum;
}

/* The number of points on the first of the two lines that leave least; 0: one line does as well. */
static size_t split(const double *x, const double *y, size_t n, struct line *first,
                    struct line *second)
{
    struct line one = fit(x, y, n);
    double least = EXPLAINED * left_over(&one, x, y, n);
    size_t at = 0;

    for (size_t k = FEWEST_A_SIDE; k + FEWEST_A_SIDE <= n; k++) {
        struct line a = fit(x, y, k), b = fit(x + k, y + k, n - k);
        double left = left_over(&a, x, y, k) + left_over(&b, x + k, y + k, n - k);

        if (b.slope >= STEEPER * fmax(a.slope, 0) && left < least) {
            least = left;
            at = k;
            *first = a;
            *second = b;
        }
    }
    return at;
}

/* Index of the last point before so many in a row lie more than ABOVE over line L. */
static size_t last_below(const double *x, const double *y, size_t n, const struct line *l,
                         double above)
{
    size_t row = 0;

    for (size_t i = 0; i < n; i++) {
        row = y[i] - line_at(l, x[i]) > above ? row + 1 : 0;
        if (row == IN_A_ROW)
            return i + 1 > IN_A_ROW ? i - IN_A_ROW : 0;
    }
    return n - 1;
}

bool bend_first(const double *x, const double *y, size_t n, struct bend *found)
{
    struct line first = { 0, 0 }, second = { 0, 0 }, a, b;
    size_t at = 0, whole = n;

    if (n < 2 * FEWEST_A_SIDE || n > BEND_MOST)
        return false;
    for (size_t k = split(x, y, n, &a, &b); k > 0; k = split(x, y, k, &a, &b)) {
        whole = at > 0 ? at : n; /* the line before the bend may have one itself */
        at = k;
        first = a;
        second = b;
    }
    if (at == 0)
        return false;
    double above = (second.slope - first.slope) / 2; /* a point this far off is not on its line */
    *found =
        (struct bend){ .last = last_below(x, y, n, &first, ABOVE * (second.slope - first.slope)),
                       .slope = first.slope,
                       .steeper = second.slope,
                       .offset = first.offset,
                       .asked = whole - 1 };
    for (size_t i = 1; i < whole; i++)
        found->agree += (fabs(y[i] - line_at(&first, x[i])) <= above) == (i <= found->last);
    return true;
}
