#include "exports.h"
#include <string.h>

/* Contexts that share a cache of LEVEL; with one context there is nothing to share. */
static unsigned sharers(struct exporter *e, unsigned level, unsigned contexts)
{
    char id[40];

    snprintf(id, sizeof id, "cache.%u.shared_by", level);
    if (contexts == 1)
        return 1;
    double n = export_need(e, id);
    if (n > contexts || contexts % (n >= 1 ? (unsigned)n : 1) != 0)
        export_refuse(e, "%s is %.6g, which does not part %u contexts evenly", id, n, contexts);
    return e->refused[0] == '\0' ? (unsigned)n : 1;
}

static void write(struct exporter *e)
{
    struct export_topology t = { .contexts = 1, .levels = export_levels(e) };
    const struct result *memory = results_find(e->results, "memory.latency");
    enum { MOST = sizeof t.cache / sizeof t.cache[0] };
    char target[64];
    double contexts;

    if (t.levels > MOST)
        export_refuse(e, "there are %u levels of cache, and hwloc knows %d", t.levels, 5);
    if (export_known(e, "contexts.int", &contexts) && contexts >= 1 && contexts <= 4096)
        t.contexts = (unsigned)contexts;
    for (unsigned n = 1; n <= t.levels && e->refused[0] == '\0'; n++) {
        t.cache[n - 1] = export_cache(e, n);
        t.shared_by[n - 1] = sharers(e, n, t.contexts);
    }
    if (e->refused[0] != '\0')
        return;
    snprintf(target, sizeof target, "%s", export_run_text(e, "target", "unknown"));
    t.target = target;
    t.values = export_values_name(e->values);
    t.memory_ns = memory != NULL && memory->kind == RESULT_NUMBER ? memory->ns : 0;
    const char *why = export_topology(e->out, &t);
    if (why != NULL)
        export_refuse(e, "%s", why);
}

const struct export_kind export_hwloc = {
    "hwloc: HWLOC_XMLFILE=FILE HWLOC_THISSYSTEM=1, or lstopo -i FILE", EXPORT_EFFECTIVE,
    COMMENT_OWN, write
};
