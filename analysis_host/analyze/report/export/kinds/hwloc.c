/* --export hwloc: the machine's topology as XML of hwloc. */
#include "report/export/kind.h"
#include "report/export/topology/hwloc_xml.h"
#include "report/export/topology/places.h"
#include "report/export/topology/topology.h"
#include "report/export/values.h"
#include "result/query.h"
#include <stdio.h>

/* Tells the confidence of the answers that the drawing rests on. */
static void say_how_sure(struct exporter *e, struct export_topology *t)
{
    static const enum quantity rests_on[] = { CORE_TO_CORE_LATENCY, CACHE_LEVELS, MEMORY_LATENCY,
                                              CONTEXTS_SMT, NUMA_NODES };
    char text[160] = "";
    size_t used = 0;

    for (unsigned i = 0; i < sizeof rests_on / sizeof rests_on[0]; i++) {
        const struct result *r = result_find(e->results, id_of(rests_on[i]));

        if (r != NULL && r->kind == RESULT_NUMBER && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %.0f %%",
                                     used > 0 ? ", " : "", r->id, 100 * r->confidence);
    }
    if (used > 0)
        export_tell(t, "PontoonSure", "%s", text);
}

static void write_hwloc(struct exporter *e)
{
    struct export_topology t = { 0 };

    export_tell(&t, "PontoonTarget", "%s", export_run_text(e, "target", "unknown"));
    export_tell(&t, "PontoonValues", "%s", export_values_name(e->values));
    export_tell(&t, "lstopoLegend", "measured by Pontoon on %s, effective sizes",
                export_run_text(e, "target", "a board"));
    say_how_sure(e, &t);
    export_places(e, &t);
    if (e->refused[0] == '\0') {
        const char *why = export_topology_xml(e->out, &t);

        if (why != NULL)
            export_refuse(e, "%s", why);
    }
    export_places_free(&t);
}

const struct export_kind export_hwloc = {
    "hwloc: HWLOC_XMLFILE=FILE HWLOC_THISSYSTEM=1, or lstopo -i FILE", EXPORT_EFFECTIVE,
    COMMENT_OWN, write_hwloc
};
