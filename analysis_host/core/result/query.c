/* Looks answers up by their ids. */
#include "query.h"
#include <string.h>

/* True when R's table knows all answers: it does not where memory was short. */
static bool is_indexed(const struct results *r)
{
    return r->first != NULL && r->first_n == r->n;
}

/* Where the answers spelt TEXT begin in R's table, which follow each other in their order. */
static size_t first_slot(const struct results *r, const char *text)
{
    return result_hash(text) & (r->first_slots - 1);
}

static size_t next_slot(const struct results *r, size_t slot)
{
    return (slot + 1) & (r->first_slots - 1);
}

const struct result *result_find_text(const struct results *r, const char *text)
{
    if (is_indexed(r)) {
        for (size_t slot = first_slot(r, text); r->first[slot] != 0; slot = next_slot(r, slot))
            if (strcmp(r->at[r->first[slot] - 1].id, text) == 0)
                return &r->at[r->first[slot] - 1];
        return NULL;
    }
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->at[i].id, text) == 0)
            return &r->at[i];
    return NULL;
}

const struct result *result_find(const struct results *r, struct result_id id)
{
    if (is_indexed(r)) {
        for (size_t slot = first_slot(r, id.text); r->first[slot] != 0; slot = next_slot(r, slot))
            if (id_same(&r->at[r->first[slot] - 1].name, &id))
                return &r->at[r->first[slot] - 1];
        return NULL;
    }
    for (size_t i = 0; i < r->n; i++)
        if (id_same(&r->at[i].name, &id))
            return &r->at[i];
    return NULL;
}

struct result *result_change(struct results *r, struct result_id id)
{
    const struct result *found = result_find(r, id);

    return found != NULL ? &r->at[found - r->at] : NULL;
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

static bool is_streams(const char *name)
{
    return strncmp(name, "streams_", strlen("streams_")) == 0;
}

const char query_by_lines[] = "lines";

bool cache_counts_lines(const struct results *r, unsigned level)
{
    const struct result *size = result_find(r, id_at(CACHE_SIZE, level));

    return size != NULL && strcmp(size->method, query_by_lines) == 0;
}

bool kernel_is_same(const char *name, const char *other)
{
    return strcmp(name, other) == 0 || (is_streams(name) && is_streams(other));
}
