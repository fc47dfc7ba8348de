/* Nodes of memory: which contexts each is nearest to, latency and bandwidth from each to each. */
#include "memories.h"
#include "report/export/kind.h"
#include "result/nodes.h"
#include "result/query.h"
#include "result/topology.h"
#include "series/point.h"
#include "stats/stats.h"
#include "topology.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BYTES_OF_MIB (1024.0 * 1024.0)

/* ---- one for all ---- */

static unsigned long long mib_per_s(double gb_per_s)
{
    return gb_per_s > 0 ? (unsigned long long)(gb_per_s * 1e9 / BYTES_OF_MIB + 0.5) : 0;
}

/* Reading by all contexts together. */
static void one_memory(struct exporter *e, struct export_topology *t)
{
    const struct result *latency = result_find(e->results, id_of(MEMORY_LATENCY));
    const struct result *read =
        result_find(e->results, id_together(MEMORY_LEVEL, "read", (unsigned)t->contexts));

    t->n_memories = 1;
    t->memory[0] = (struct export_memory){ .count = t->contexts };
    if (latency != NULL && latency->kind == RESULT_NUMBER && latency->ns >= 1)
        t->memory[0].ns[0] = (unsigned long long)(latency->ns + 0.5);
    if (read != NULL && read->kind == RESULT_NUMBER)
        t->memory[0].mib_per_s[0] = mib_per_s(read->gb_per_s);
    if (t->memory[0].ns[0] > 0)
        export_tell(t, "PontoonMemoryLatency",
                    "ns of a load that nothing waits for, of one context");
    if (t->memory[0].mib_per_s[0] > 0)
        export_tell(t, "PontoonMemoryBandwidth", "MiB/s, all contexts reading");
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

void export_memories(struct exporter *e, struct export_topology *t)
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
