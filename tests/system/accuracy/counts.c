/* Lines of answers whose truth is known. */
#include "counts.h"
#include "result/calibrate.h"
#include <math.h>
#include <stdio.h>

double counts_miss(const struct result *r, double truth, bool raw)
{
    static const double rounding = 1e-6;
    double moved = raw ? r->widened : 0;

    if (!r->has_bounds || !(r->low > 0) || !(truth > 0))
        return NAN;
    double miss = fmax(log(r->low / truth) + moved, log(truth / r->high) + moved);
    return miss > rounding ? miss : 0;
}

/* The class of MISS by upper edges EDGE; -1 where it is NaN. */
static int class_of(double miss, const double edge[CALIBRATION_MISSES])
{
    int class = 0;

    if (isnan(miss))
        return -1;
    while (miss > edge[class])
        class ++;
    return class;
}

int counts_next(const struct result *r, double value)
{
    return class_of(counts_miss(r, value, true), calibration_next);
}

void counts_line(char line[COUNTS_LINE], const struct result *r, bool right, double truth)
{
    char kind[RESULT_KIND];

    result_kind(kind, r);
    snprintf(line, COUNTS_LINE, "%s %u %d %d", kind, calibration_rank(r->evidence), right ? 1 : 0,
             result_on_scale(r) ? class_of(counts_miss(r, truth, true), calibration_miss) : -1);
}
