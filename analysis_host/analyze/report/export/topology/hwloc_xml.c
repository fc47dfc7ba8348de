/* Writes a topology as hwloc 2's XML, by libhwloc. Its short descriptions know neither branches of
 * different shape nor lines and ways, so the objects come as a file of its own, which the library
 * reads, checks, completes and writes. Sizes are bytes, latencies whole nanoseconds, bandwidths
 * MiB/s. */
#define _POSIX_C_SOURCE 200809L
#include "hwloc_xml.h"
#include "topology.h"
#include <hwloc.h>
#include <hwloc/distances.h>
#include <hwloc/memattrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* hwloc 2. Its short descriptions know neither branches of different shape nor lines and ways, so
 * the objects come as a file of its own, which the library reads, checks, completes and writes.
 * Sizes are bytes, latencies whole nanoseconds, bandwidths MiB/s. */

/* The file in the making. */
struct draft {
    FILE *out;
    const struct export_topology *t;
    size_t next; /* box */
    unsigned objects;
    bool failed;
};

static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (strchr("<>&\"", *text) != NULL)
            fprintf(out, "&#%d;", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
}

static void put_infos(FILE *out, const struct export_info *info, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        fprintf(out, "<info name=\"%s\" value=\"", info[i].name);
        put_text(out, info[i].text);
        fputs("\"/>\n", out);
    }
}

static void put_set(struct draft *d, const char *name, hwloc_const_bitmap_t set)
{
    char *text = NULL;

    if (hwloc_bitmap_asprintf(&text, set) < 0) {
        d->failed = true;
        return;
    }
    fprintf(d->out, " %s=\"%s\" complete_%s=\"%s\"", name, text, name, text);
    free(text);
}

/* Contexts of the COUNT places from FIRST, and the memories that are near some of them. */
static void put_sets(struct draft *d, size_t first, size_t count)
{
    hwloc_bitmap_t contexts = hwloc_bitmap_alloc(), memories = hwloc_bitmap_alloc();

    if (contexts != NULL && memories != NULL) {
        for (size_t i = first; i < first + count; i++)
            (void)hwloc_bitmap_set(contexts, d->t->order[i]);
        for (unsigned i = 0; i < d->t->n_memories; i++)
            if (d->t->memory[i].first < first + count &&
                first < d->t->memory[i].first + d->t->memory[i].count)
                (void)hwloc_bitmap_set(memories, i);
        put_set(d, "cpuset", contexts);
        put_set(d, "nodeset", memories);
    } else {
        d->failed = true;
    }
    hwloc_bitmap_free(contexts);
    hwloc_bitmap_free(memories);
}

/* <object type=... without its end. */
static void begin(struct draft *d, const char *type, size_t first, size_t count)
{
    fprintf(d->out, "<object type=\"%s\" gp_index=\"%u\"", type, ++d->objects);
    put_sets(d, first, count);
}

static void put_pu(struct draft *d, size_t place)
{
    begin(d, "PU", place, 1);
    fprintf(d->out, " os_index=\"%u\"/>\n", d->t->order[place]);
}

/* The memory of exactly these places, if there is one; the outermost object of them has it. */
static void put_memory(struct draft *d, size_t first, size_t count)
{
    const struct export_topology *t = d->t;

    for (unsigned i = 0; i < t->n_memories; i++)
        if (t->memory[i].first == first && t->memory[i].count == count) {
            begin(d, "NUMANode", first, count);
            fprintf(d->out, " os_index=\"%u\"/>\n", i);
        }
}

static void begin_box(struct draft *d, const struct export_box *b, unsigned core)
{
    char type[16];

    if (b->kind == EXPORT_CACHE) {
        snprintf(type, sizeof type, "L%uCache", b->level);
        begin(d, type, b->first, b->count);
        fprintf(d->out,
                " cache_size=\"%.0f\" depth=\"%u\" cache_linesize=\"%.0f\""
                " cache_associativity=\"%.0f\" cache_type=\"%d\"",
                b->cache.bytes, b->level, b->cache.line_bytes, b->cache.ways,
                b->level == 1 ? HWLOC_OBJ_CACHE_DATA : HWLOC_OBJ_CACHE_UNIFIED);
    } else if (b->kind == EXPORT_GROUP) {
        begin(d, "Group", b->first, b->count);
        fprintf(d->out, " kind=\"0\" subkind=\"0\" dont_merge=\"1\" subtype=\"%s\"", b->title);
    } else {
        begin(d, "Core", b->first, b->count);
        fprintf(d->out, " os_index=\"%u\"", core);
    }
    fputs(">\n", d->out);
}

/* The boxes and contexts within the COUNT places from FIRST, those of the object around them. */
static void put_inside(struct draft *d, size_t first, size_t count)
{
    const struct export_topology *t = d->t;

    for (size_t at = first; at < first + count;) {
        const struct export_box *b = &t->box[d->next];

        if (d->next == t->n_boxes || b->first != at) {
            put_pu(d, at++);
            continue;
        }
        d->next++;
        begin_box(d, b, t->order[at]);
        put_infos(d->out, b->info, b->n_info);
        if (b->first != first || b->count != count)
            put_memory(d, b->first, b->count);
        put_inside(d, b->first, b->count);
        fputs("</object>\n", d->out);
        at += b->count;
    }
}

static void put_machine(struct draft *d)
{
    const struct export_topology *t = d->t;

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<topology version=\"2.0\">\n", d->out);
    begin(d, "Machine", 0, t->contexts);
    fputs(" os_index=\"0\">\n", d->out);
    put_infos(d->out, t->info, t->n_info);
    put_memory(d, 0, t->contexts);
    put_inside(d, 0, t->contexts);
    fputs("</object>\n</topology>\n", d->out);
}

/* The file, to be freed, *N bytes with the end of the string; NULL without memory. */
static char *draft(const struct export_topology *t, size_t *n)
{
    char *text = NULL;
    struct draft d = { .out = open_memstream(&text, n), .t = t };

    if (d.out == NULL)
        return NULL;
    put_machine(&d);
    bool whole = ferror(d.out) == 0 && !d.failed;
    if (fclose(d.out) == 0 && whole) {
        ++*n;
        return text;
    }
    free(text);
    return NULL;
}

/* ---- what the library adds ---- */

/* Between cores, or between contexts where there are none. hwloc is not to group by them: the
 * groups are those of the tree. 0, or -1. */
static int add_distances(hwloc_topology_t topology, const struct export_topology *t)
{
    int cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
    hwloc_obj_type_t type = cores > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    hwloc_obj_t *ends = calloc(t->n_distances, sizeof(hwloc_obj_t));
    int err = ends != NULL ? 0 : -1;

    for (size_t i = 0; ends != NULL && i < t->n_distances; i++) {
        ends[i] = hwloc_get_obj_by_type(topology, type, (unsigned)i);
        err |= ends[i] != NULL ? 0 : -1;
    }
    hwloc_distances_add_handle_t handle =
        err == 0 ? hwloc_distances_add_create(
                       topology, "CoreToCoreLatency",
                       HWLOC_DISTANCES_KIND_FROM_USER | HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0)
                 : NULL;
    hwloc_uint64_t *values = calloc(t->n_distances * t->n_distances, sizeof *values);
    for (size_t i = 0; values != NULL && i < t->n_distances * t->n_distances; i++)
        values[i] = t->distance[i];
    /* What fails frees the handle. */
    if (handle == NULL || values == NULL ||
        hwloc_distances_add_values(topology, handle, (unsigned)t->n_distances, ends, values, 0) !=
            0 ||
        hwloc_distances_add_commit(topology, handle, 0) != 0)
        err = -1;
    free(values);
    free(ends);
    return err;
}

/* Sets attribute ID of memory FAR from START, where VALUE is known. 0, or -1. */
static int set_attribute(hwloc_topology_t topology, hwloc_memattr_id_t id, hwloc_obj_t far,
                         struct hwloc_location *start, unsigned long long value)
{
    return value > 0 ? hwloc_memattr_set_value(topology, id, far, start, 0, value) : 0;
}

/* From the contexts of memory FROM to memory TO. What is timed is a load and reading: the general
 * attributes and those of reading are the same. 0, or -1. */
static int add_way(hwloc_topology_t topology, const struct export_topology *t, unsigned from,
                   unsigned to)
{
    const struct export_memory *m = &t->memory[from];
    const struct {
        hwloc_memattr_id_t id;
        unsigned long long value;
    } attribute[] = { { HWLOC_MEMATTR_ID_LATENCY, m->ns[to] },
                      { HWLOC_MEMATTR_ID_READ_LATENCY, m->ns[to] },
                      { HWLOC_MEMATTR_ID_BANDWIDTH, m->mib_per_s[to] },
                      { HWLOC_MEMATTR_ID_READ_BANDWIDTH, m->mib_per_s[to] },
                      { HWLOC_MEMATTR_ID_WRITE_BANDWIDTH, m->write_mib_per_s[to] } };
    hwloc_obj_t near = hwloc_get_numanode_obj_by_os_index(topology, from);
    hwloc_obj_t far = hwloc_get_numanode_obj_by_os_index(topology, to);
    struct hwloc_location start = { .type = HWLOC_LOCATION_TYPE_CPUSET };
    int err = 0;

    if (near == NULL || far == NULL)
        return -1;
    start.location.cpuset = near->cpuset;
    for (size_t i = 0; i < sizeof attribute / sizeof attribute[0]; i++)
        err |= set_attribute(topology, attribute[i].id, far, &start, attribute[i].value);
    return err;
}

static const char *complete_topology(hwloc_topology_t topology, const struct export_topology *t)
{
    int err = 0;

    for (unsigned from = 0; from < t->n_memories; from++)
        for (unsigned to = 0; to < t->n_memories; to++)
            err |= add_way(topology, t, from, to);
    if (err != 0)
        return "hwloc refused a way to memory";
    if (t->distance != NULL && add_distances(topology, t) != 0)
        return "hwloc refused the distances";
    return NULL;
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

const char *export_topology_xml(FILE *out, const struct export_topology *t)
{
    hwloc_topology_t topology;
    size_t n = 0;
    char *text = draft(t, &n);
    const char *why = "hwloc refused the topology";

    if (text == NULL || hwloc_topology_init(&topology) != 0) {
        free(text);
        return "not enough memory";
    }
    if (hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL) == 0 &&
        hwloc_topology_set_xmlbuffer(topology, text, (int)n) == 0 &&
        hwloc_topology_load(topology) == 0) {
        why = complete_topology(topology, t);
        why = why == NULL ? put_xml(out, topology) : why;
    }
    hwloc_topology_destroy(topology);
    free(text);
    return why;
}
