/* Looks up the values that kinds of export write, and refuses where one is missing. */
#include "values.h"
#include "kind.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "result/os_reported.h"
#include "result/query.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool export_known(const struct exporter *e, struct result_id id, double *value)
{
    const struct result *r = result_find(e->results, id);

    if (r == NULL || r->kind != RESULT_NUMBER || !isfinite(r->value))
        return false;
    *value = e->values == EXPORT_NOMINAL && r->has_nominal ? r->nominal : r->value;
    return true;
}

double export_need(struct exporter *e, struct result_id id)
{
    const struct result *r = result_find(e->results, id);
    double value;

    if (export_known(e, id, &value) && value > 0)
        return value;
    if (r == NULL)
        export_refuse(e, "%s is needed and was not measured", id.text);
    else if (r->kind == RESULT_NUMBER)
        export_refuse(e, "%s is needed, and %.6g is no use", id.text, r->value);
    else
        export_refuse(e, "%s is needed and not determined: %s", id.text, format_note(r).text);
    return 0;
}

/* "8 MiB to 16 MiB". */
static void bounds_text(char *to, size_t size, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL];

    format_number(low, r->low, r->unit);
    format_number(high, r->high, r->unit);
    if (strcmp(low, high) == 0)
        snprintf(to, size, "%s", low);
    else
        snprintf(to, size, "%s to %s", low, high);
}

double export_have(struct exporter *e, struct result_id id)
{
    const struct result *r = result_find(e->results, id);
    char seen[2 * FORMAT_CELL + 8], said[FORMAT_CELL + 40] = "", claim[FORMAT_CELL];
    double value;

    if (export_known(e, id, &value) && value > 0)
        return value;
    if (e->strict)
        return export_need(e, id);
    if (r != NULL && os_reported_value(&e->log->run, id.text, &value)) {
        format_number(claim, value, r->unit);
        snprintf(said, sizeof said, "; %.20s reports %s", os_reported_source(&e->log->run), claim);
    }
    if (r == NULL || r->kind != RESULT_NULL || !r->has_bounds || !(r->low > 0)) {
        export_note(e, id.text, "%s, left out%s", r == NULL ? "not measured" : "not known", said);
        return 0;
    }
    bounds_text(seen, sizeof seen, r);
    export_note(e, id.text, "low bound, %s seen%s", seen, said);
    return r->low;
}

/* Levels in a row, from the first, whose size is known or bounded. */
static unsigned sized_levels(const struct exporter *e)
{
    unsigned level = 0;

    for (;; level++) {
        const struct result *r = result_find(e->results, id_at(CACHE_SIZE, level + 1));
        if (r == NULL || !(result_is_number(r) || (r->kind == RESULT_NULL && r->has_bounds)))
            return level;
    }
}

unsigned export_levels(struct exporter *e)
{
    double levels = 0;

    if (export_known(e, id_of(CACHE_LEVELS), &levels)) {
        if (levels < 1)
            export_refuse(e, "the machine has no data cache");
        return (unsigned)levels;
    }
    levels = sized_levels(e);
    if (e->strict || levels < 1)
        return (unsigned)export_need(e, id_of(CACHE_LEVELS));
    export_note(e, id_of(CACHE_LEVELS).text, "not known, %.0f whose size is known", levels);
    return (unsigned)levels;
}

unsigned export_last_sized(struct exporter *e, unsigned levels)
{
    while (levels > 0 && !(export_have(e, id_at(CACHE_SIZE, levels)) > 0))
        levels--;
    if (levels == 0)
        export_refuse(e, "the size of a cache is needed, and none is known");
    return levels;
}

struct export_cache export_cache(struct exporter *e, unsigned level)
{
    struct export_cache c = { 0 };

    c.bytes = export_have(e, id_at(CACHE_SIZE, level));
    c.line_bytes = export_have(e, id_at(CACHE_LINE, level));
    if (!export_known(e, id_at(CACHE_WAYS, level), &c.ways) || c.ways < 1 || !(c.bytes > 0) ||
        !(c.line_bytes > 0))
        return c;
    double sets = c.bytes / (c.line_bytes * c.ways);
    c.sets = exp2(round(log2(fmax(sets, 1))));
    c.rounded = c.sets != sets;
    return c;
}

struct export_cache export_whole_cache(struct exporter *e, unsigned level)
{
    struct export_cache c = export_cache(e, level);

    if (c.ways < 1)
        (void)export_have(e, id_at(CACHE_WAYS, level));
    return c;
}

const char *export_run_text(const struct exporter *e, const char *key, const char *otherwise)
{
    static const char fine[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+ ";
    static char text[64];
    const char *found = log_key_text(e->log->run.keys, e->log->run.n_keys, key);

    snprintf(text, sizeof text, "%s", found != NULL ? found : otherwise);
    for (char *p = text + strspn(text, fine); *p != '\0'; p += strspn(p, fine))
        *p = '_';
    return text;
}

double export_tile(double bytes)
{
    return floor(sqrt(bytes / (3 * 8)));
}
