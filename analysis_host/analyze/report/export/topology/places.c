/* Places contexts in the order of the tree, and around them its groups, caches and cores. */
#include "places.h"
#include "report/export/kind.h"
#include "report/export/values.h"
#include "report/format/remedy.h"
#include "result/nodes.h"
#include "result/query.h"
#include "result/topology.h"
#include "series/point.h"
#include "stats/stats.h"
#include "topology.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memories ---- */

#define BYTES_OF_MIB (1024.0 * 1024.0)

/* ---- one for all ---- */

static unsigned long long mib_per_s(double gb_per_s)
{
    return gb_per_s > 0 ? (unsigned long long)(gb_per_s * 1e9 / BYTES_OF_MIB + 0.5) : 0;
}

/* MiB/s that all contexts together do OP at; 0: not known. */
static unsigned long long together(const struct exporter *e, const struct export_topology *t,
                                   const char *op)
{
    struct result_id id = id_together(MEMORY_LEVEL, op, (unsigned)t->contexts);
    const struct result *r = result_find(e->results, id);

    return r != NULL && r->kind == RESULT_NUMBER ? mib_per_s(r->gb_per_s) : 0;
}

/* Reading and writing by all contexts together. */
static void one_memory(struct exporter *e, struct export_topology *t)
{
    const struct result *latency = result_find(e->results, id_of(MEMORY_LATENCY));

    t->n_memories = 1;
    t->memory[0] = (struct export_memory){ .count = t->contexts };
    if (latency != NULL && latency->kind == RESULT_NUMBER && latency->ns >= 1)
        t->memory[0].ns[0] = (unsigned long long)(latency->ns + 0.5);
    t->memory[0].mib_per_s[0] = together(e, t, "read");
    t->memory[0].write_mib_per_s[0] = together(e, t, "write");
    if (t->memory[0].ns[0] > 0)
        export_tell(t, "PontoonMemoryLatency",
                    "ns of a load that nothing waits for, of one context");
    if (t->memory[0].mib_per_s[0] > 0)
        export_tell(t, "PontoonMemoryBandwidth",
                    "MiB/s, all contexts reading; ReadBandwidth the "
                    "same, WriteBandwidth all contexts writing");
}

/* ---- several ---- */

enum { UNKNOWN = NODES_TOUCHERS };

/* The node whose memory is nearest to reader R. */
static unsigned nearest(const struct memory_nodes *m, unsigned r)
{
    unsigned best = UNKNOWN;

    for (unsigned node = 0; node < m->n; node++)
        if (m->load_ticks[r][node] > 0 &&
            (best == UNKNOWN || m->load_ticks[r][node] < m->load_ticks[r][best]))
            best = node;
    return best;
}

/* Fills NODE as measured: of those contexts that were asked, UNKNOWN of the others. */
static void fill_asked(const struct memory_nodes *m, size_t contexts, unsigned *node)
{
    for (size_t c = 0; c < contexts; c++)
        node[c] = UNKNOWN;
    for (unsigned r = 0; r < m->n_readers; r++)
        if (m->reader[r] < contexts)
            node[m->reader[r]] = nearest(m, r);
    for (unsigned i = 0; i < m->n_touchers; i++)
        if (m->toucher[i] < contexts)
            node[m->toucher[i]] = m->node[i];
}

/* The one node of all in GROUP of whom it is known; UNKNOWN: there are none, or several. */
static unsigned node_of_group(const struct topology *l, const struct topology_node *group,
                              const unsigned *node)
{
    unsigned found = UNKNOWN;

    for (size_t i = group->first; i < group->first + group->count; i++) {
        unsigned here = node[l->order[i]];

        if (here != UNKNOWN && found != UNKNOWN && here != found)
            return UNKNOWN;
        found = here != UNKNOWN ? here : found;
    }
    return found;
}

/* Those who were not asked have what the innermost group around them has that was. */
static void complete_from_groups(const struct topology *l, unsigned *node)
{
    for (size_t g = l != NULL ? l->n_nodes : 0; g-- > 0;) { /* inner ones first */
        unsigned found = node_of_group(l, &l->nodes[g], node);

        for (size_t i = 0; found != UNKNOWN && i < l->nodes[g].count; i++)
            node[l->order[l->nodes[g].first + i]] = found;
    }
}

/* Finds the run of places of each node's contexts; false where they are no run. */
static bool find_runs(struct export_topology *t, const unsigned *node)
{
    for (size_t i = 0; i < t->contexts; i++) {
        unsigned here = node[t->order[i]];

        if (here == UNKNOWN)
            return false;
        struct export_memory *memory = &t->memory[here];
        if (memory->count > 0 && memory->first + memory->count != i)
            return false;
        memory->first = memory->count > 0 ? memory->first : i;
        memory->count++;
    }
    for (unsigned i = 0; i < t->n_memories; i++)
        if (t->memory[i].count == 0)
            return false;
    return true;
}

/* The place of CONTEXT. */
static size_t place_of(const struct export_topology *t, uint64_t context)
{
    size_t at = 0;

    while (at < t->contexts && t->order[at] != context)
        at++;
    return at;
}

/* The median of what OF says about those readers who have memory FROM nearest, to memory TO. */
static double typical(const struct memory_nodes *m, const struct export_topology *t, unsigned from,
                      unsigned to, const double (*of)[NODES_TOUCHERS])
{
    const struct export_memory *own = &t->memory[from];
    double y[NODES_READERS];
    size_t n = 0;

    for (unsigned r = 0; r < m->n_readers; r++)
        if (place_of(t, m->reader[r]) - own->first < own->count && of[r][to] > 0)
            y[n++] = of[r][to];
    return n > 0 ? stats_median(y, n) : 0;
}

static void measure_ways(const struct memory_nodes *m, struct export_topology *t, double hz)
{
    for (unsigned from = 0; from < m->n; from++)
        for (unsigned to = 0; to < m->n; to++) {
            double ns = typical(m, t, from, to, m->load_ticks) * 1e9 / hz;

            t->memory[from].ns[to] = ns >= 1 ? (unsigned long long)(ns + 0.5) : 0;
            t->memory[from].mib_per_s[to] =
                mib_per_s(typical(m, t, from, to, m->bytes_a_tick) * hz / 1e9);
        }
    export_tell(t, "PontoonMemoryLatency", "ns of a load that nothing waits for, of one context");
    export_tell(t, "PontoonMemoryBandwidth", "MiB/s, one context reading");
}

static bool has_box(const struct export_topology *t, const struct export_memory *memory)
{
    for (size_t i = 0; i < t->n_boxes; i++)
        if (t->box[i].first == memory->first && t->box[i].count == memory->count)
            return true;
    return false;
}

/* Gives each a group where the tree has none. */
static bool make_room(struct export_topology *t)
{
    for (unsigned i = 0; i < t->n_memories; i++) {
        if (has_box(t, &t->memory[i]))
            continue;
        struct export_box *box =
            export_box(t, EXPORT_GROUP, 0, t->memory[i].first, t->memory[i].count);
        if (box == NULL)
            return false;
        snprintf(box->title, sizeof box->title, "same memory near");
    }
    return true;
}

static bool several_memories(struct exporter *e, struct export_topology *t)
{
    const struct memory_nodes *m = e->results->nodes;
    const struct log_run *run = &e->log->run;
    double hz = point_tick_hz(run);
    unsigned *node = calloc(t->contexts, sizeof *node);

    if (node == NULL)
        return false;
    fill_asked(m, t->contexts, node);
    complete_from_groups(e->results->topology, node);
    t->n_memories = m->n;
    bool fits = find_runs(t, node) && make_room(t);
    if (fits && hz > 0)
        measure_ways(m, t, hz);
    free(node);
    return fits;
}

/* Fills the memories of *T, and what is known of ways to them. */
static void export_memories(struct exporter *e, struct export_topology *t)
{
    const struct memory_nodes *m = e->results->nodes;

    if (m != NULL && m->n > 1 && m->n <= EXPORT_MEMORIES) {
        if (several_memories(e, t))
            return;
        for (unsigned i = 0; i < EXPORT_MEMORIES; i++)
            t->memory[i] = (struct export_memory){ 0 };
        export_tell(t, "PontoonLeftOut",
                    "nodes of memory: those who have the same one near are not near each other");
    }
    one_memory(e, t);
}

enum { MOST_CONTEXTS = 4096, MOST_LEVELS = 5 };

static int outer_first(const void *a, const void *b)
{
    const struct export_box *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->level > y->level ? -1 : 1;
}

/* printf-like, as NAME of BOX. */
static void __attribute__((format(printf, 3, 4)))
tell_box(struct export_box *box, const char *name, const char *text, ...)
{
    struct export_info *info = &box->info[box->n_info++];
    va_list args;

    info->name = name;
    va_start(args, text);
    vsnprintf(info->text, sizeof info->text, text, args);
    va_end(args);
}

/* ---- contexts ---- */

/* Counts the contexts of the log; 1 where it tells of one alone. */
static size_t count_contexts(struct exporter *e, struct export_topology *t)
{
    const struct log_run *run = &e->log->run;
    double several = 0, cores = (double)log_key_number(run->keys, run->n_keys, "cores", 0);
    bool any = e->results->topology != NULL || e->results->processor != NULL ||
               export_known(e, id_of(CONTEXTS_INT), &several) ||
               result_find(e->results, id_at(CACHE_SHARED_BY, 1)) != NULL;
    double n = cores >= 1 ? cores : several;

    if (n > 1 && !any) {
        export_tell(t, "PontoonLeftOut",
                    "all but one of %.0f contexts: nothing was measured of them", n);
        n = 1;
    }
    if (n > MOST_CONTEXTS)
        export_refuse(e, "there are %.0f contexts, more than %d", n, MOST_CONTEXTS);
    return n >= 1 ? (size_t)n : 1;
}

/* The tree's order; without a tree each processor's contexts one after the other. */
static void put_in_order(const struct results *results, struct export_topology *t)
{
    const unsigned *processor = results->n_processor == t->contexts ? results->processor : NULL;

    for (unsigned c = 0; c < t->contexts; c++) {
        size_t at = c;

        for (; processor != NULL && at > 0 && processor[t->order[at - 1]] > processor[c]; at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = c;
    }
    if (results->topology != NULL)
        memcpy(t->order, results->topology->order, t->contexts * sizeof *t->order);
}

/* Places from FIRST on that are of the same processor. */
static size_t run_of(const unsigned *processor, const struct export_topology *t, size_t first)
{
    size_t n = 1;

    while (first + n < t->contexts && processor[t->order[first + n]] == processor[t->order[first]])
        n++;
    return n;
}

/* True when no processor's places lie apart, or across what has been placed. */
static bool cores_fit(const unsigned *processor, const struct export_topology *t)
{
    for (size_t at = 0, n; at < t->contexts; at += n) {
        n = run_of(processor, t, at);
        for (size_t i = at + n; i < t->contexts; i++)
            if (processor[t->order[i]] == processor[t->order[at]])
                return false;
        for (size_t i = 0; i < t->n_boxes; i++)
            if (export_box_crosses(&t->box[i], at, n))
                return false;
    }
    return true;
}

static void place_cores(const struct results *results, struct export_topology *t)
{
    const unsigned *processor = results->n_processor == t->contexts ? results->processor : NULL;

    if (processor != NULL && !cores_fit(processor, t)) {
        export_tell(t, "PontoonLeftOut",
                    "cores: the contexts that share a processor are not near each other");
        return;
    }
    if (processor == NULL && t->contexts > 1)
        export_tell(t, "PontoonCores", "one a context: whether some share one was not measured");
    for (size_t at = 0, n; at < t->contexts; at += n) {
        n = processor != NULL ? run_of(processor, t, at) : 1;
        (void)export_box(t, EXPORT_CORE, 0, at, n);
    }
}

/* ---- the tree ---- */

/* "24.7 ns", or cycles where the clock is not known; "" where CYCLES is NaN. */
static void hand_over(char *to, size_t size, const struct topology *l, double cycles)
{
    *to = '\0';
    if (isfinite(cycles) && l->cycle_ns > 0)
        snprintf(to, size, "%.3g ns", cycles * l->cycle_ns);
    else if (isfinite(cycles))
        snprintf(to, size, "%.4g cycles", cycles);
}

/* "0.326 of 16 KiB, 0.286 of 128 KiB": as many as fit. */
static void blocks(char *to, size_t size, const struct topology *l,
                   const struct topology_node *node)
{
    size_t used = 0;

    *to = '\0';
    for (size_t i = l->n_blocks; i-- > 0;) {
        char one[48];

        snprintf(one, sizeof one, "%s%.3g of %.6g KiB", used > 0 ? ", " : "", node->rate[i],
                 l->block_bytes[i] / 1024);
        if (!isfinite(node->rate[i]) || used + strlen(one) >= size)
            continue;
        strcpy(to + used, one);
        used += strlen(one);
    }
}

static void place_groups(const struct topology *l, struct export_topology *t)
{
    char took[32], moved[290];

    for (size_t i = 0; l != NULL && i < l->n_nodes; i++) {
        const struct topology_node *node = &l->nodes[i];

        hand_over(took, sizeof took, l, node->cycles);
        blocks(moved, sizeof moved, l, node);
        if (i == 0) { /* the machine */
            export_tell(t, "PontoonHandOver", "%s", *took ? took : "not measured");
            export_tell(t, "lstopoLegend", "hand-over between groups: %s",
                        *took ? took : "not measured");
            continue;
        }
        struct export_box *box = export_box(t, EXPORT_GROUP, 0, node->first, node->count);
        if (box == NULL)
            continue;
        snprintf(box->title, sizeof box->title, "hand-over %.28s", *took ? took : "not measured");
        tell_box(box, "PontoonHandOver", "%s", *took ? took : "not measured");
        if (*moved)
            tell_box(box, "PontoonBlocks", "bytes per cycle one way: %s", moved);
    }
}

/* ---- caches ---- */

static const struct result *at_level(const struct exporter *e, enum quantity quantity,
                                     unsigned level)
{
    return result_find(e->results, id_at(quantity, level));
}

/* As far as it is known; bytes are 0 where not even that is. */
static struct export_cache cache_of(const struct exporter *e, unsigned level)
{
    static const enum quantity part[] = { CACHE_SIZE, CACHE_LINE, CACHE_WAYS };
    double number[3] = { 0 };

    for (unsigned i = 0; i < 3; i++) {
        const struct result *r = at_level(e, part[i], level);

        if (r != NULL && r->kind == RESULT_NUMBER && r->value >= 1)
            number[i] = r->value;
    }
    return (struct export_cache){ .bytes = number[0], .line_bytes = number[1], .ways = number[2] };
}

static void place_cache(const struct exporter *e, struct export_topology *t, unsigned level,
                        size_t first, size_t count)
{
    const struct result *size = at_level(e, CACHE_SIZE, level);
    const struct result *latency = at_level(e, CACHE_LATENCY, level);
    struct export_box *box = export_box(t, EXPORT_CACHE, level, first, count);

    if (box == NULL)
        return;
    box->cache = cache_of(e, level);
    if (size != NULL)
        tell_box(box, "PontoonSize", "effective, %.0f %% sure", 100 * size->confidence);
    if (latency != NULL && latency->kind == RESULT_NUMBER && latency->ns > 0)
        tell_box(box, "PontoonLatency", "%.4g ns", latency->ns);
    else if (latency != NULL && latency->kind == RESULT_NUMBER)
        tell_box(box, "PontoonLatency", "%.4g cycles", latency->value);
}

/* At the groups of the tree that have an instance each; how many contexts these serve. */
static size_t place_at_groups(const struct exporter *e, struct export_topology *t, unsigned level)
{
    const struct topology *l = e->results->topology;
    size_t served = 0;

    for (size_t i = 0; l != NULL && i < l->n_nodes; i++)
        if (l->nodes[i].caches >> (level - 1) & 1) {
            place_cache(e, t, level, l->nodes[i].first, l->nodes[i].count);
            served += l->nodes[i].count;
        }
    return served;
}

static void say_unplaced(const struct exporter *e, struct export_topology *t, unsigned level)
{
    const struct result *r = at_level(e, CACHE_SHARED_BY, level);

    if (r == NULL)
        export_tell(t, "PontoonLeftOut", "cache %u: who shares it was not measured", level);
    else if (r->kind != RESULT_NUMBER)
        export_tell(t, "PontoonLeftOut", "cache %u: %s", level, format_note(r).text);
    else
        export_tell(t, "PontoonLeftOut", "cache %u: which %.0f contexts share one is not known",
                    level, r->value);
}

static void place_level(const struct exporter *e, struct export_topology *t, unsigned level)
{
    const struct result *shared = at_level(e, CACHE_SHARED_BY, level);
    bool known = shared != NULL && shared->kind == RESULT_NUMBER;

    if (!(cache_of(e, level).bytes >= 1))
        export_tell(t, "PontoonLeftOut", "cache %u: its size is not known", level);
    else if (t->contexts == 1 || (known && shared->value == (double)t->contexts))
        place_cache(e, t, level, 0, t->contexts);
    else if (known && shared->value == 1)
        for (size_t i = 0; i < t->contexts; i++)
            place_cache(e, t, level, i, 1);
    else if (place_at_groups(e, t, level) < t->contexts)
        say_unplaced(e, t, level);
}

static void place_caches(const struct exporter *e, struct export_topology *t)
{
    const struct result *levels = result_find(e->results, id_of(CACHE_LEVELS));

    if (levels == NULL)
        export_tell(t, "PontoonLeftOut", "caches: %s was not measured", id_of(CACHE_LEVELS).text);
    else if (levels->kind != RESULT_NUMBER)
        export_tell(t, "PontoonLeftOut", "caches: %s", format_note(levels).text);
    for (unsigned i = 1; levels != NULL && levels->kind == RESULT_NUMBER && i <= levels->value; i++)
        if (i <= MOST_LEVELS)
            place_level(e, t, i);
        else
            export_tell(t, "PontoonLeftOut", "cache %u: hwloc knows %d levels", i, MOST_LEVELS);
}

/* ---- distances ---- */

/* Units in a cycle, such that the LEAST cycles come to 10 of them at the least; says which. */
static double distance_unit(const struct topology *l, double least, struct export_topology *t)
{
    bool clock = l->cycle_ns > 0;
    bool ns = clock && least * l->cycle_ns >= 10;

    export_tell(t, "PontoonDistances",
                "CoreToCoreLatency: to hand a line over, the median of pairs in the same smallest "
                "group; in %s; 0 to oneself",
                ns      ? "ns"
                : clock ? "ps"
                        : "thousandths of a cycle");
    return ns ? l->cycle_ns : clock ? 1000 * l->cycle_ns : 1000;
}

/* The first place of each core, or every place where there are none. */
static size_t ends(const struct export_topology *t, size_t *place)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n_boxes; i++)
        if (t->box[i].kind == EXPORT_CORE)
            place[n++] = t->box[i].first;
    for (size_t i = 0; n == 0 && i < t->contexts; i++)
        place[i] = i;
    return n > 0 ? n : t->contexts;
}

static double least_cycles(const struct topology *l)
{
    double least = INFINITY;

    for (size_t i = 0; i < l->n_nodes; i++)
        if (!(l->nodes[i].cycles > 0))
            return NAN;
        else
            least = fmin(least, l->nodes[i].cycles);
    return least;
}

static void fill_distances(const struct topology *l, struct export_topology *t, const size_t *place,
                           double unit)
{
    size_t n = t->n_distances;

    for (size_t i = 0; i < l->n_nodes; i++) { /* inner ones come later */
        const struct topology_node *node = &l->nodes[i];

        for (size_t k = 0; k < n * n; k++)
            if (place[k / n] - node->first < node->count &&
                place[k % n] - node->first < node->count)
                t->distance[k] =
                    k / n == k % n ? 0 : (unsigned long long)llround(node->cycles * unit);
    }
}

static void measure_distances(const struct topology *l, struct export_topology *t)
{
    if (l == NULL)
        return;
    double least = least_cycles(l);
    size_t *place = calloc(t->contexts, sizeof *place);
    size_t n = place != NULL ? ends(t, place) : 0;
    if (isnan(least))
        export_tell(t, "PontoonLeftOut", "distances: not all kinds of pairs were measured");
    else if (n > 1 && (t->distance = calloc(n * n, sizeof *t->distance)) != NULL) {
        t->n_distances = n;
        fill_distances(l, t, place, distance_unit(l, least, t));
    }
    free(place);
}

/* ---- all of it ---- */

static void must_have_something(struct exporter *e, const struct export_topology *t)
{
    for (size_t i = 0; i < t->n_boxes; i++)
        if (t->box[i].kind != EXPORT_CORE)
            return;
    for (unsigned i = 0; i < t->n_info; i++)
        if (e->strict && strcmp(t->info[i].name, "PontoonLeftOut") == 0)
            export_refuse(e, "nothing but cores can be drawn: %s", t->info[i].text);
}

/* Tells in the drawing, too, what was left out. */
static void legend(struct export_topology *t)
{
    unsigned n = t->n_info;

    for (unsigned i = 0; i < n; i++)
        if (strcmp(t->info[i].name, "PontoonLeftOut") == 0)
            export_tell(t, "lstopoLegend", "left out: %.120s", t->info[i].text);
}

void export_places(struct exporter *e, struct export_topology *t)
{
    const struct results *results = e->results;

    t->contexts = count_contexts(e, t);
    t->order = calloc(t->contexts, sizeof *t->order);
    if (t->order == NULL || (results->topology != NULL && results->topology->n != t->contexts))
        export_refuse(e, "%s",
                      t->order == NULL ? "not enough memory"
                                       : "the log has two numbers of contexts");
    if (e->refused[0] != '\0')
        return;
    put_in_order(results, t);
    place_groups(results->topology, t);
    place_caches(e, t);
    must_have_something(e, t);
    export_memories(e, t);
    place_cores(results, t);
    if (t->n_boxes > 0)
        qsort(t->box, t->n_boxes, sizeof *t->box, outer_first);
    measure_distances(results->topology, t);
    legend(t);
}

void export_places_free(struct export_topology *t)
{
    free(t->order);
    free(t->box);
    free(t->distance);
}
