/* Looks up ceilings of arithmetic. */
#include "peak.h"
#include "element.h"
#include "query.h"
#include <string.h>

const struct result *peak_highest(const struct results *results, unsigned bits, const char *mix)
{
    const struct result *best = NULL;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        struct element e;

        if (r->name.quantity == PEAK_RATE && result_is_number(r) &&
            (mix == NULL || strcmp(r->name.op, mix) == 0) && element_read(r->name.type, &e) &&
            e.is_float && e.bits == bits && (best == NULL || r->value > best->value))
            best = r;
    }
    return best;
}
