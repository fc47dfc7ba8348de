/* Looks answers up by their ids. */
#include "query.h"
#include <string.h>

/* Of BEST and the answer AT, which comes after it and answers the same question: the one that
 * stands.
 */
static const struct result *stands(const struct results *r, const struct result *best,
                                   const struct result *at)
{
    if (r->source.from.hidden >> at->from.analysis & 1)
        return best;
    return best == NULL || at->revises ? at : best;
}

/* The answer spelt TEXT, and, where NAME is not NULL, named so, or NULL. */
static const struct result *find(const struct results *r, const char *text,
                                 const struct result_id *name)
{
    const struct result *best = NULL;

    if (r->slots != NULL && r->n_indexed == r->n) {
        size_t slot = result_hash(text) & (r->n_slots - 1);

        for (; r->slots[slot] != 0; slot = (slot + 1) & (r->n_slots - 1)) {
            const struct result *at = &r->at[r->slots[slot] - 1];

            if (name != NULL ? id_same(&at->name, name) : strcmp(at->id, text) == 0)
                best = stands(r, best, at);
        }
        return best;
    }
    for (size_t i = 0; i < r->n; i++) /* where memory was short */
        if (name != NULL ? id_same(&r->at[i].name, name) : strcmp(r->at[i].id, text) == 0)
            best = stands(r, best, &r->at[i]);
    return best;
}

const struct result *result_find_text(const struct results *r, const char *text)
{
    return find(r, text, NULL);
}

const struct result *result_find(const struct results *r, struct result_id id)
{
    return find(r, id.text, &id);
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

double nominal_of(const struct result *r)
{
    if (!result_is_number(r))
        return 0;
    return r->has_nominal ? r->nominal : r->value;
}

double result_nominal(const struct results *r, struct result_id id)
{
    return nominal_of(result_find(r, id));
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
