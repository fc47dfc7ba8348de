/* Looks answers up by their ids. */
#include "query.h"
#include <string.h>

const struct result *result_find_text(const struct results *r, const char *text)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->at[i].id, text) == 0)
            return &r->at[i];
    return NULL;
}

const struct result *result_find(const struct results *r, struct result_id id)
{
    for (size_t i = 0; i < r->n; i++)
        if (id_same(&r->at[i].name, &id))
            return &r->at[i];
    return NULL;
}

bool result_is_number(const struct result *r)
{
    return r != NULL && r->kind == RESULT_NUMBER;
}

double result_measured(const struct results *r, struct result_id id)
{
    const struct result *one = result_find(r, id);

    return result_is_number(one) ? one->value : 0;
}

double result_nominal(const struct results *r, struct result_id id)
{
    const struct result *one = result_find(r, id);

    if (!result_is_number(one))
        return 0;
    return one->has_nominal ? one->nominal : one->value;
}

double cache_measured(const struct results *r, unsigned level, enum quantity quantity)
{
    return result_measured(r, id_at(quantity, level));
}

double cache_nominal(const struct results *r, unsigned level, enum quantity quantity)
{
    return result_nominal(r, id_at(quantity, level));
}

double latency_at(const struct results *r, unsigned level, unsigned levels)
{
    if (level == 0)
        return 0;
    return level <= levels ? cache_measured(r, level, CACHE_LATENCY)
                           : result_measured(r, id_of(MEMORY_LATENCY));
}

unsigned cache_levels(const struct results *r)
{
    double levels = result_measured(r, id_of(CACHE_LEVELS));

    return levels > 0 ? (unsigned)levels : 0;
}
