/* Looks up the values that kinds of export write, and refuses where one is missing. */
#include "values.h"
#include "kind.h"
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
        export_refuse(e, "%s is needed and not determined: %s", id.text, r->note);
    return 0;
}

unsigned export_levels(struct exporter *e)
{
    double levels = 0;

    if (export_known(e, id_of(CACHE_LEVELS), &levels) && levels < 1)
        export_refuse(e, "the machine has no data cache");
    else
        levels = export_need(e, id_of(CACHE_LEVELS));
    return (unsigned)levels;
}

struct export_cache export_cache(struct exporter *e, unsigned level)
{
    struct export_cache c = { 0 };

    c.bytes = export_need(e, id_at(CACHE_SIZE, level));
    c.line_bytes = export_need(e, id_at(CACHE_LINE, level));
    if (e->refused[0] != '\0' || !export_known(e, id_at(CACHE_WAYS, level), &c.ways) || c.ways < 1)
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
        export_need(e, id_at(CACHE_WAYS, level));
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
