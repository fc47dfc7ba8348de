/* How well samples bear out an answer. */
#include "evidence.h"
#include <math.h>

double evidence_agreement(size_t agree, size_t n)
{
    return ((double)agree + 1) / ((double)n + 2);
}

double evidence_near(double a, double b)
{
    if (!(a > 0) || !(b > 0) || !isfinite(a) || !isfinite(b))
        return 0;
    return fmin(a, b) / fmax(a, b);
}

double evidence_margin(double best, double rival)
{
    if (isnan(best) || isnan(rival) || !(rival > best))
        return 0;
    return best > 0 && isfinite(rival) ? 1 - best / rival : 1;
}

double evidence_doubted(double evidence)
{
    return evidence / 2;
}

double evidence_clamp(double evidence)
{
    return evidence > 0 ? fmin(1, evidence) : 0;
}
