/* Looks up the values that kinds of export write, and refuses where one is missing. */
#include "values.h"
#include "kind.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool export_known(const struct exporter *e, const char *id, double *value)
{
    const struct result *r = results_find(e->results, id);

    if (r == NULL || r->kind != RESULT_NUMBER || !isfinite(r->value))
        return false;
    *value = e->values == EXPORT_NOMINAL && r->has_nominal ? r->nominal : r->value;
    return true;
}

double export_need(struct exporter *e, const char *id)
{
    const struct result *r = results_find(e->results, id);
    double value;

    if (export_known(e, id, &value) && value > 0)
        return value;
    if (r == NULL)
        export_refuse(e, "%s is needed and was not measured", id);
    else if (r->kind == RESULT_NUMBER)
        export_refuse(e, "%s is needed, and %.6g is no use", id, r->value);
    else
        export_refuse(e, "%s is needed and not determined: %s", id, r->note);
    return 0;
}

unsigned export_levels(struct exporter *e)
{
    double levels = 0;

    if (export_known(e, "cache.levels", &levels) && levels < 1)
        export_refuse(e, "the machine has no data cache");
    else
        levels = export_need(e, "cache.levels");
    return (unsigned)levels;
}

struct export_cache export_cache(struct exporter *e, unsigned level)
{
    struct export_cache c = { 0 };
    char id[40];

    snprintf(id, sizeof id, "cache.%u.size", level);
    c.bytes = export_need(e, id);
    snprintf(id, sizeof id, "cache.%u.line", level);
    c.line_bytes = export_need(e, id);
    snprintf(id, sizeof id, "cache.%u.ways", level);
    if (e->refused[0] != '\0' || !export_known(e, id, &c.ways) || c.ways < 1)
        return c;
    double sets = c.bytes / (c.line_bytes * c.ways);
    c.sets = exp2(round(log2(fmax(sets, 1))));
    c.rounded = c.sets != sets;
    return c;
}

struct export_cache export_whole_cache(struct exporter *e, unsigned level)
{
    struct export_cache c = export_cache(e, level);
    char id[40];

    snprintf(id, sizeof id, "cache.%u.ways", level);
    if (c.ways < 1)
        export_need(e, id);
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
