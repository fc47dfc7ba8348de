/* Why answers are doubtful. */
#include "doubts.h"
#include "result/confidence.h"
#include "result/query.h"
#include <math.h>
#include <string.h>

struct doubt_machine doubt_machine_of(const struct log_run *run, const struct results *results)
{
    const char *os = log_key_text(run->keys, run->n_keys, "os");

    return (struct doubt_machine){ cache_levels(results), os != NULL && strcmp(os, "none") != 0 };
}

/* True where other programs or virtual machines may share what R measures: the last cache level
 * and memory. */
static bool is_shared(const struct result *r, const struct doubt_machine *m)
{
    const struct quantity_row *row = quantity_row(r->name.quantity);
    bool place = strstr(row->id, "{place}") != NULL;
    bool memory = strncmp(row->id, "memory.", 7) == 0 || strncmp(row->id, "numa.", 5) == 0 ||
                  (place && r->name.level == MEMORY_LEVEL);
    bool level = strstr(row->id, "cache.{level}") != NULL || place;

    return m->has_system &&
           (memory || r->name.quantity == CONTEXT_LATENCY || r->name.quantity == ROOFLINE_RIDGE ||
            (level && m->last > 1 && r->name.level == m->last));
}

bool doubt_is_derived(const struct result *r)
{
    return r->name.quantity < QUANTITIES && quantity_row(r->name.quantity)->kind == ID_DERIVED;
}

enum doubt_cause doubt_cause_of(const struct result *r, const struct doubt_machine *m)
{
    if (!result_is_known(r) || !confidence_is_low(r) || r->name.quantity >= QUANTITIES ||
        doubt_is_derived(r))
        return DOUBT_NONE;
    if (r->damaged)
        return DOUBT_DAMAGED;
    if (r->contradicts)
        return DOUBT_CONTRADICTS;
    if (r->kind == RESULT_NUMBER && r->has_bounds &&
        r->high - r->low > CONFIDENCE_WIDE_FROM * fabs(r->value))
        return is_shared(r, m)              ? DOUBT_SHARED
               : strcmp(r->unit, "ns") == 0 ? DOUBT_SYSTEM
                                            : DOUBT_SCATTER;
    return quantity_row(r->name.quantity)->kind == ID_UNCOUNTED ? DOUBT_UNCOUNTED : DOUBT_FEW;
}
