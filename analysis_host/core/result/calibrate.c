/* Confidence of answers, from the evidence that their analyses give. */
#include "calibrate.h"
#include "confidence.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

void result_kind(char kind[RESULT_KIND], const struct result *r)
{
    id_kind(kind, RESULT_KIND, &r->name);
    size_t used = strlen(kind);
    snprintf(kind + used, RESULT_KIND - used, "/%s", r->method);
}

bool result_on_scale(const struct result *r)
{
    static const char *const counted[] = { "count", "B", "bool" };

    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
        if (strcmp(r->unit, counted[i]) == 0)
            return false;
    return r->kind == RESULT_NUMBER;
}

/* Moves each bound of R away from it by WIDER, a natural logarithm; of bounds above 0. */
static void widen(struct result *r, double wider)
{
    if (!r->has_bounds || !result_on_scale(r) || !(r->low > 0))
        return;
    r->low *= exp(-wider);
    r->high *= exp(wider);
    r->widened = wider;
}

/* Returns the width of R's range as a share of its value; 0 where it has none. */
static double width_of(const struct result *r)
{
    if (r->kind != RESULT_NUMBER || !r->has_bounds || !(fabs(r->value) > 0))
        return 0;
    return (fmax(r->high, r->value) - fmin(r->low, r->value)) / fabs(r->value);
}

/* Returns the most confidence that a range of WIDTH leaves: below CONFIDENCE_SURE_FROM where it is
 * wide, and half of that for four times the width. What was counted says how often such answers are
 * right; this says that they do not choose. */
static double most_of_width(double width)
{
    return width > CONFIDENCE_WIDE_FROM ? CONFIDENCE_SURE_FROM * sqrt(CONFIDENCE_WIDE_FROM / width)
                                        : 1;
}

bool result_may_reach(const struct result *r, double confidence)
{
    enum { RANKS_NEAR = 2 };
    unsigned rank = calibration_rank(r->evidence);
    char kind[RESULT_KIND];

    result_kind(kind, r);
    for (unsigned k = rank; k <= rank + RANKS_NEAR && k < CALIBRATION_RANKS; k++)
        if (calibration_share(&result_counted, kind, calibration_evidence(k)) >= confidence)
            return true;
    return false;
}

void result_calibrate(struct result *r)
{
    char kind[RESULT_KIND];

    if (!result_is_known(r))
        return;
    result_kind(kind, r);
    widen(r, calibration_widening(&result_counted, kind, r->evidence));
    r->confidence =
        fmin(calibration_share(&result_counted, kind, r->evidence), most_of_width(width_of(r)));
    if (r->sure_at_most > 0)
        r->confidence = fmin(r->confidence, r->sure_at_most);
}
