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

static int class_of(double miss)
{
    int class = 0;

    if (isnan(miss))
        return -1;
    while (miss > calibration_miss[class])
        class ++;
    return class;
}

void counts_line(char line[COUNTS_LINE], const struct result *r, bool right, double truth)
{
    char kind[RESULT_KIND];

    result_kind(kind, r);
    snprintf(line, COUNTS_LINE, "%s %u %d %d", kind, calibration_rank(r->evidence), right ? 1 : 0,
             result_on_scale(r) ? class_of(counts_miss(r, truth, true)) : -1);
}
