#include "exports.h"
#include <hwloc.h>
#include <string.h>

/* hwloc 2: a synthetic topology of the right shape, whose caches then get what such descriptions
 * cannot say. Sizes are bytes, latencies whole nanoseconds. */

enum { DESCRIPTION = 400, HWLOC_LEVELS = 5 };

/* Contexts of one cache of level N, from 1; of the whole machine beyond the last. */
static unsigned under(const struct export_topology *t, unsigned n)
{
    return n > t->levels ? t->contexts : t->shared_by[n - 1];
}

/* "l2:1(size=...) l1d:4(size=...) pu:1": outermost first, each as often as the one outside holds.
 * NULL, or why the caches do not lie in each other. */
static const char *describe(char out[DESCRIPTION], const struct export_topology *t)
{
    size_t n = 0;

    for (unsigned level = t->levels; level >= 1; level--) {
        if (under(t, level + 1) % under(t, level) != 0)
            return "a cache is shared by more contexts than the one behind it";
        n += (size_t)snprintf(out + n, DESCRIPTION - n, "l%u%s:%u(size=%.0f) ", level,
                              level == 1 ? "d" : "", under(t, level + 1) / under(t, level),
                              t->cache[level - 1].bytes);
    }
    snprintf(out + n, DESCRIPTION - n, "pu:%u", under(t, 1));
    return NULL;
}

static const hwloc_obj_type_t types[HWLOC_LEVELS] = { HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,
                                                      HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE,
                                                      HWLOC_OBJ_L5CACHE };

static void complete(hwloc_topology_t topology, const struct export_topology *t)
{
    for (unsigned n = 0; n < t->levels; n++)
        for (hwloc_obj_t o = NULL;
             (o = hwloc_get_next_obj_by_type(topology, types[n], o)) != NULL;) {
            o->attr->cache.linesize = (unsigned)t->cache[n].line_bytes;
            o->attr->cache.associativity = (int)t->cache[n].ways;
        }
    hwloc_obj_t node = hwloc_get_obj_by_type(topology, HWLOC_OBJ_NUMANODE, 0);
    if (node != NULL) { /* how much memory there is was not measured */
        node->attr->numanode.local_memory = 0;
        node->attr->numanode.page_types_len = 0;
    }
    hwloc_obj_t machine = hwloc_get_root_obj(topology);
    hwloc_obj_add_info(machine, "PontoonTarget", t->target);
    hwloc_obj_add_info(machine, "PontoonValues", t->values);
}

static int memory_latency(hwloc_topology_t topology, const struct export_topology *t)
{
    hwloc_obj_t node = hwloc_get_obj_by_type(topology, HWLOC_OBJ_NUMANODE, 0);
    struct hwloc_location from = { .type = HWLOC_LOCATION_TYPE_CPUSET };

    if (node == NULL || !(t->memory_ns >= 1))
        return 0;
    from.location.cpuset = node->cpuset;
    return hwloc_memattr_set_value(topology, HWLOC_MEMATTR_ID_LATENCY, node, &from, 0,
                                   (hwloc_uint64_t)(t->memory_ns + 0.5));
}

static const char *put_xml(FILE *out, hwloc_topology_t topology)
{
    char *xml = NULL;
    int n = 0;

    if (hwloc_topology_export_xmlbuffer(topology, &xml, &n, 0) != 0)
        return "hwloc could not make XML of it";
    fwrite(xml, 1, n > 0 && xml[n - 1] == '\0' ? (size_t)n - 1 : (size_t)n, out);
    hwloc_free_xmlbuffer(topology, xml);
    return NULL;
}

const char *export_topology(FILE *out, const struct export_topology *t)
{
    hwloc_topology_t topology;
    char description[DESCRIPTION];
    const char *why = "hwloc refused the topology";

    if (t->levels > HWLOC_LEVELS)
        return "hwloc knows five levels of cache";
    const char *bad = describe(description, t);
    if (bad != NULL)
        return bad;
    if (hwloc_topology_init(&topology) != 0)
        return why;
    if (hwloc_topology_set_synthetic(topology, description) == 0 &&
        hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL) == 0 &&
        hwloc_topology_load(topology) == 0) {
        complete(topology, t);
        why = memory_latency(topology, t) == 0 ? put_xml(out, topology) : "hwloc refused a latency";
    }
    hwloc_topology_destroy(topology);
    return why;
}
