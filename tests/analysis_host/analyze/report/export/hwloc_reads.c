/* hwloc_reads <report.json> <topology.xml>: holds what hwloc reads from an export against the
 * report of the same log: contexts, the tree's groups, caches, distances, ways to memory. */
#include <hwloc.h>
#include <hwloc/distances.h>
#include <hwloc/memattrs.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    hwloc_topology_t topology;
    json_t *report, *tree;
    unsigned wrong, compared;
} now;

static void __attribute__((format(printf, 2, 3))) check(bool right, const char *rule, ...)
{
    va_list args;

    now.compared++;
    if (right)
        return;
    now.wrong++;
    va_start(args, rule);
    vprintf(rule, args);
    va_end(args);
    putchar('\n');
}

/* ---- the report ---- */

static json_t *result(const char *id)
{
    json_t *all = json_object_get(now.report, "results"), *one;
    size_t i;

    json_array_foreach(all, i, one) if (strcmp(json_string_value(json_object_get(one, "id")), id) ==
                                        0) return one;
    return NULL;
}

/* KEY of result ID; 0: it has none. */
static double number(const char *id, const char *key)
{
    return json_number_value(json_object_get(result(id), key));
}

static unsigned contexts(void)
{
    json_t *n = json_object_get(json_object_get(now.report, "locality"), "contexts");

    return n != NULL ? (unsigned)json_integer_value(n) : 1;
}

static hwloc_bitmap_t members(const json_t *node)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    json_t *member;
    size_t i;

    json_array_foreach(json_object_get(node, "members"), i, member)(void)
        hwloc_bitmap_set(set, (unsigned)json_integer_value(member));
    return set;
}

static bool has(const json_t *node, unsigned context)
{
    json_t *member;
    size_t i;

    json_array_foreach(json_object_get(node, "members"), i,
                       member) if (json_integer_value(member) == context) return true;
    return false;
}

/* The smallest node of the tree below NODE that has both. */
static const json_t *common(const json_t *node, unsigned a, unsigned b)
{
    json_t *child;
    size_t i;

    json_array_foreach(json_object_get(node, "children"), i,
                       child) if (has(child, a) && has(child, b)) return common(child, a, b);
    return node;
}

/* ---- the tree ---- */

/* The object of TYPE that has exactly the contexts of SET. */
static hwloc_obj_t exactly(hwloc_obj_type_t type, hwloc_const_bitmap_t set)
{
    for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(now.topology, type, o)) != NULL;)
        if (hwloc_bitmap_isequal(o->cpuset, set))
            return o;
    return NULL;
}

/* Groups are at several depths, each a type of its own to the function above. */
static hwloc_obj_t group_of(hwloc_const_bitmap_t set, unsigned *groups)
{
    hwloc_obj_t found = NULL;

    *groups = 0;
    for (int depth = 0; depth < hwloc_topology_get_depth(now.topology); depth++)
        for (hwloc_obj_t o = NULL;
             (o = hwloc_get_next_obj_by_depth(now.topology, depth, o)) != NULL;) {
            if (o->type != HWLOC_OBJ_GROUP)
                continue;
            ++*groups;
            found = hwloc_bitmap_isequal(o->cpuset, set) ? o : found;
        }
    return found;
}

static const hwloc_obj_type_t cache_types[] = { HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,
                                                HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE,
                                                HWLOC_OBJ_L5CACHE };

static void check_node(const json_t *node, bool root, unsigned *nodes)
{
    hwloc_bitmap_t set = members(node);
    char name[200] = "";
    json_t *item;
    size_t i;
    unsigned groups;

    hwloc_bitmap_list_snprintf(name, sizeof name, set);
    hwloc_obj_t group = group_of(set, &groups);
    check(root || group != NULL, "no group of %s", name);
    *nodes += !root;
    double ns = json_number_value(json_object_get(node, "ns"));
    const char *text = group != NULL ? hwloc_obj_get_info_by_name(group, "PontoonHandOver") : NULL;
    if (!root && ns > 0)
        check(text != NULL && fabs(atof(text) / ns - 1) < 0.01 && strstr(text, " ns") != NULL,
              "%s hands over in %s, not %g ns", name, text != NULL ? text : "nothing", ns);
    json_array_foreach(json_object_get(node, "shares"), i, item)
    {
        unsigned level = (unsigned)atoi(json_string_value(item) + strlen("cache."));

        check(exactly(cache_types[level - 1], set) != NULL, "%s has no cache %u", name, level);
    }
    json_array_foreach(json_object_get(node, "children"), i, item) check_node(item, false, nodes);
    hwloc_bitmap_free(set);
}

static void check_tree(void)
{
    unsigned nodes = 0, groups;
    json_t *place;
    size_t i;

    if (now.tree == NULL)
        return;
    check_node(now.tree, true, &nodes);
    hwloc_bitmap_t none = hwloc_bitmap_alloc();
    (void)group_of(none, &groups);
    hwloc_bitmap_free(none);
    check(groups == nodes, "%u groups, not %u", groups, nodes);
    json_array_foreach(json_object_get(json_object_get(now.report, "locality"), "order"), i, place)
    {
        hwloc_obj_t pu = hwloc_get_obj_by_type(now.topology, HWLOC_OBJ_PU, (unsigned)i);

        check(pu != NULL && pu->os_index == json_integer_value(place),
              "place %zu is not context %d", i, (int)json_integer_value(place));
    }
}

/* ---- contexts and caches ---- */

static void check_contexts(void)
{
    int n = hwloc_get_nbobjs_by_type(now.topology, HWLOC_OBJ_PU);
    int cores = hwloc_get_nbobjs_by_type(now.topology, HWLOC_OBJ_CORE);
    double smp = number("contexts.smp", "value");

    check(n == (int)contexts(), "%d contexts, not %u", n, contexts());
    for (unsigned i = 0; i < contexts(); i++)
        check(hwloc_get_pu_obj_by_os_index(now.topology, i) != NULL, "no context %u", i);
    check(cores == (smp > 0 ? (int)smp : n), "%d cores, not %g", cores, smp);
}

static void check_caches(void)
{
    unsigned levels = (unsigned)number("cache.levels", "value");

    for (unsigned i = 1; i <= 5; i++) {
        char size[32], shared[32], line[32], ways[32];

        snprintf(size, sizeof size, "cache.%u.size", i);
        snprintf(line, sizeof line, "cache.%u.line", i);
        snprintf(ways, sizeof ways, "cache.%u.ways", i);
        snprintf(shared, sizeof shared, "cache.%u.shared_by", i);
        double by = contexts() > 1 ? number(shared, "value") : 1;
        int n = hwloc_get_nbobjs_by_type(now.topology, cache_types[i - 1]);
        check(n == (i <= levels && by >= 1 ? (int)(contexts() / by) : 0),
              "%d caches %u, for %g contexts each", n, i, by);
        hwloc_obj_t o = n > 0 ? hwloc_get_obj_by_type(now.topology, cache_types[i - 1], 0) : NULL;
        if (o == NULL)
            continue;
        check((double)o->attr->cache.size == floor(number(size, "value") + 0.5),
              "cache %u has %g bytes", i, (double)o->attr->cache.size);
        check(o->attr->cache.linesize == (unsigned)number(line, "value"), "cache %u: lines of %u",
              i, o->attr->cache.linesize);
        check(o->attr->cache.associativity == (int)number(ways, "value"), "cache %u: %d ways", i,
              o->attr->cache.associativity);
    }
}

/* ---- distances ---- */

/* Returns the unit of the matrix in cycles, as the export states it. */
static double unit_cycles(void)
{
    const char *text =
        hwloc_obj_get_info_by_name(hwloc_get_root_obj(now.topology), "PontoonDistances");
    double cycles = json_number_value(json_object_get(now.tree, "latency"));
    double ns = json_number_value(json_object_get(now.tree, "ns"));

    if (text != NULL && strstr(text, "in ns;") != NULL)
        return cycles / ns;
    if (text != NULL && strstr(text, "in ps;") != NULL)
        return cycles / ns / 1000;
    check(text != NULL && strstr(text, "in thousandths of a cycle;") != NULL, "no unit is named");
    return 0.001;
}

static void check_pair(const struct hwloc_distances_s *d, unsigned a, unsigned b, double unit)
{
    unsigned n = d->nbobjs, x = (unsigned)hwloc_bitmap_first(d->objs[a]->cpuset),
             y = (unsigned)hwloc_bitmap_first(d->objs[b]->cpuset);
    double want = json_number_value(json_object_get(common(now.tree, x, y), "latency"));
    double got = (double)d->values[a * n + b] * unit;

    check(d->values[a * n + b] == d->values[b * n + a], "%u to %u is not %u to %u", x, y, y, x);
    check(a == b ? got == 0 : fabs(got - want) <= 0.51 * unit, "%u to %u: %g cycles, not %g", x, y,
          got, want);
    check(a == b || d->values[a * n + b] >= 10, "%u to %u is rounded too much", x, y);
}

/* Of three, the two nearest have the smaller group, which is what near and far is about. */
static void check_near_and_far(const struct hwloc_distances_s *d)
{
    unsigned n = d->nbobjs;
    hwloc_uint64_t least = ~(hwloc_uint64_t)0, most = 0;

    for (unsigned i = 0; i < n * n; i++)
        if (i / n != i % n) {
            least = d->values[i] < least ? d->values[i] : least;
            most = d->values[i] > most ? d->values[i] : most;
        }
    bool nested = json_array_size(json_object_get(now.tree, "children")) > 0;
    bool one_group_a_core = nested && least == most;
    check(nested ? least < most || one_group_a_core : least == most, "near is %llu, far %llu",
          (unsigned long long)least, (unsigned long long)most);
}

static void check_distances(void)
{
    struct hwloc_distances_s *d = NULL;
    unsigned n = 1;

    if (hwloc_distances_get_by_name(now.topology, "CoreToCoreLatency", &n, &d, 0) != 0)
        n = 0;
    check(n == (now.tree != NULL), "%u matrices of distances", n);
    if (n != 1 || now.tree == NULL)
        return;
    int cores = hwloc_get_nbobjs_by_type(now.topology, HWLOC_OBJ_CORE);
    check((int)d->nbobjs == cores, "%u are told apart", d->nbobjs);
    check(d->kind == (HWLOC_DISTANCES_KIND_FROM_USER | HWLOC_DISTANCES_KIND_MEANS_LATENCY),
          "of kind %lu", d->kind);
    double unit = unit_cycles();
    for (unsigned i = 0; i < d->nbobjs * d->nbobjs; i++)
        check_pair(d, i / d->nbobjs, i % d->nbobjs, unit);
    check_near_and_far(d);
    hwloc_distances_release(now.topology, d);
}

/* ---- memory ---- */

/* From NEAR's contexts to FAR. 0: not known. */
static double way(hwloc_memattr_id_t what, hwloc_obj_t near, hwloc_obj_t far)
{
    struct hwloc_location from = { .type = HWLOC_LOCATION_TYPE_CPUSET };
    hwloc_uint64_t value = 0;

    from.location.cpuset = near->cpuset;
    return hwloc_memattr_get_value(now.topology, what, far, &from, 0, &value) == 0 ? (double)value
                                                                                   : 0;
}

static void check_way(hwloc_memattr_id_t what, hwloc_obj_t near, hwloc_obj_t far, double want)
{
    double got = way(what, near, far);

    check(want > 0 ? fabs(got / want - 1) < 0.05 : got == 0, "%s from %u to %u: %g, not %g",
          what == HWLOC_MEMATTR_ID_LATENCY || what == HWLOC_MEMATTR_ID_READ_LATENCY ? "latency"
                                                                                    : "bandwidth",
          near->os_index, far->os_index, got, want);
}

static void check_memory(void)
{
    int nodes = number("numa.nodes", "value") > 1 ? (int)number("numa.nodes", "value") : 1;
    const double mib = 1e9 / 1048576;
    char read[48], write[48];

    snprintf(read, sizeof read,
             contexts() > 1 ? "bandwidth.memory.read.%u" : "bandwidth.memory.read", contexts());
    snprintf(write, sizeof write,
             contexts() > 1 ? "bandwidth.memory.write.%u" : "bandwidth.memory.write", contexts());
    check(hwloc_get_nbobjs_by_type(now.topology, HWLOC_OBJ_NUMANODE) == nodes, "not %d memories",
          nodes);
    for (int i = 0; i < nodes * nodes; i++) {
        hwloc_obj_t near = hwloc_get_numanode_obj_by_os_index(now.topology, (unsigned)(i / nodes));
        hwloc_obj_t far = hwloc_get_numanode_obj_by_os_index(now.topology, (unsigned)(i % nodes));
        const char *place = near == far ? "local" : "remote";
        char latency[32], rate[32];

        snprintf(latency, sizeof latency, "numa.%s.latency", place);
        snprintf(rate, sizeof rate, "numa.%s.bandwidth", place);
        check(near != NULL && far != NULL, "no memory %d", i);
        if (near == NULL || far == NULL)
            continue;
        double ns = number(nodes > 1 ? latency : "memory.latency", "ns");
        double mib_per_s = mib * number(nodes > 1 ? rate : read, "gb_per_s");
        check_way(HWLOC_MEMATTR_ID_LATENCY, near, far, ns);
        check_way(HWLOC_MEMATTR_ID_READ_LATENCY, near, far, ns);
        check_way(HWLOC_MEMATTR_ID_WRITE_LATENCY, near, far, 0); /* not measured */
        check_way(HWLOC_MEMATTR_ID_BANDWIDTH, near, far, mib_per_s);
        check_way(HWLOC_MEMATTR_ID_READ_BANDWIDTH, near, far, mib_per_s);
        check_way(HWLOC_MEMATTR_ID_WRITE_BANDWIDTH, near, far,
                  nodes > 1 ? 0 : mib * number(write, "gb_per_s"));
    }
}

int main(int argc, char **argv)
{
    json_error_t why;

    now.report = argc == 3 ? json_load_file(argv[1], 0, &why) : NULL;
    if (now.report == NULL || hwloc_topology_init(&now.topology) != 0 ||
        hwloc_topology_set_all_types_filter(now.topology, HWLOC_TYPE_FILTER_KEEP_ALL) != 0 ||
        hwloc_topology_set_xml(now.topology, argv[2]) != 0 ||
        hwloc_topology_load(now.topology) != 0) {
        fprintf(stderr, "hwloc_reads: needs a report and a topology that can be read\n");
        return 2;
    }
    hwloc_topology_check(now.topology);
    now.tree = json_object_get(json_object_get(now.report, "locality"), "tree");
    check_contexts();
    check_caches();
    check_tree();
    check_distances();
    check_memory();
    printf("%u compared, %u wrong\n", now.compared, now.wrong);
    hwloc_topology_destroy(now.topology);
    json_decref(now.report);
    return now.wrong > 0;
}
