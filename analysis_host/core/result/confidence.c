/* How far an answer can be trusted. */
#include "confidence.h"

bool result_is_known(const struct result *r)
{
    return r->kind == RESULT_NUMBER || r->kind == RESULT_NAME;
}

bool confidence_below_limit(const struct result *r)
{
    return result_is_known(r) && r->confidence < CONFIDENCE_SURE_FROM;
}

bool confidence_is_low(const struct result *r)
{
    return result_is_known(r) && (r->confidence < CONFIDENCE_SURE_FROM || r->damaged);
}
