/* Section of the page: caches, cores and memory as boxes within boxes, with what was measured of
 * them, and the latency between cores. */
#include "result/topology.h"
#include "cell.h"
#include "report/format/groups.h"
#include "report/format/value.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "sections.h"
#include "write.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_LEVELS = 9,
    FEW = 8,      /* up to so many cores each has a box with its caches */
    HEAT_FROM = 4 /* from so many hardware threads on there is a heat map */
};

struct drawing {
    const struct html_parts *parts;
    const struct topology *tree; /* NULL: one core, or not measured */
    unsigned shared;             /* bit N - 1: cache N is shared by several cores */
    const char *one;             /* "core", or "thread" where a core may have several */
};

/* "L2 512 KiB (OS: 1 MiB), 12.4 c". False where nothing of LEVEL was measured. */
static bool put_cache(FILE *out, const struct drawing *t, unsigned level)
{
    const struct results *results = t->parts->results;
    const struct result *size = result_find(results, id_at(CACHE_SIZE, level));
    const struct result *latency = result_find(results, id_at(CACHE_LATENCY, level));
    char said[FORMAT_CELL];
    double value;

    if (size == NULL && latency == NULL)
        return false;
    fprintf(out, "<p><b>L%u%s</b> ", level, level == 1 ? "d" : "");
    html_answer(out, size);
    if (size != NULL && os_reported_value(&t->parts->log->run, size->id, &value) &&
        (size->kind == RESULT_NULL || os_reported_contradicts(size, value))) {
        format_number(said, value, size->unit);
        fprintf(out, " (OS: %s)", said);
    }
    fputs(" &middot; ", out);
    html_answer(out, latency);
    fputs("</p>", out);
    return true;
}

/* A core with the caches that it shares with no other. */
static void put_core(FILE *out, const struct drawing *t, const char *name)
{
    fprintf(out, "<div class=\"box core\"><p><b>%s</b></p>", name);
    for (unsigned level = MOST_LEVELS; level-- > 1;)
        if (!(t->shared >> (level - 1) & 1))
            put_cache(out, t, level);
    fputs("</div>", out);
}

/* ---- the tree ---- */

static void put_leaf(FILE *out, const struct drawing *t, unsigned context)
{
    char name[32];

    if (t->tree->n > FEW) {
        fprintf(out, "<span class=\"leaf\">%u</span>", context);
        return;
    }
    snprintf(name, sizeof name, "%s %u", t->one, context);
    put_core(out, t, name);
}

/* "106 ns (330 c) core to core, one way": between the parts of NODE, which are GROUPS or cores. */
static void put_link(FILE *out, const struct drawing *t, const struct topology_node *node,
                     bool groups)
{
    const char *way = groups ? "between the groups, one way" : "core to core, one way";
    char cycles[FORMAT_CELL], ns[FORMAT_CELL];
    const struct topology *l = t->tree;

    if (!isfinite(node->cycles))
        return;
    if (node->by_distance) {
        char range[3 * FORMAT_CELL];

        format_distance(range, sizeof range, l, node);
        fprintf(out, "<p class=\"link\">%s by distance (ring or mesh)</p>", range);
    }
    format_number(cycles, node->cycles, "cycle");
    format_number(ns, node->cycles * l->cycle_ns, "ns");
    if (l->in_ns)
        fprintf(out, "<p class=\"link\">%s %s</p>", ns, way);
    else if (l->cycle_ns > 0)
        fprintf(out, "<p class=\"link\">%s (%s) %s</p>", ns, cycles, way);
    else
        fprintf(out, "<p class=\"link\">%s %s</p>", cycles, way);
}

static void put_leaves(FILE *out, const struct drawing *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        put_leaf(out, t, t->tree->order[i]);
}

/* The node AT and all below it; the index of the first that is not. */
static size_t put_node(FILE *out, const struct drawing *t, size_t at)
{
    const struct topology *l = t->tree;
    const struct topology_node *node = &l->nodes[at];
    size_t place = node->first, next = at + 1;

    fputs("<div class=\"box\">", out);
    for (unsigned level = MOST_LEVELS; level-- > 1;)
        if (node->caches >> (level - 1) & 1)
            put_cache(out, t, level);
    put_link(out, t, node, next < l->n_nodes && l->nodes[next].depth > node->depth);
    fputs("<div class=\"inside\">", out);
    while (next < l->n_nodes && l->nodes[next].depth > node->depth) {
        put_leaves(out, t, place, l->nodes[next].first);
        place = l->nodes[next].first + l->nodes[next].count;
        next = put_node(out, t, next);
    }
    put_leaves(out, t, place, node->first + node->count);
    fputs("</div></div>\n", out);
    return next;
}

/* ---- around the tree ---- */

/* Caches that several cores share, as the tree or their own answer says. */
static unsigned shared_caches(const struct drawing *t)
{
    unsigned shared = 0;

    for (size_t i = 0; t->tree != NULL && i < t->tree->n_nodes; i++)
        shared |= t->tree->nodes[i].caches;
    for (unsigned level = 1; level < MOST_LEVELS; level++)
        if (result_measured(t->parts->results, id_at(CACHE_SHARED_BY, level)) > 1)
            shared |= 1u << (level - 1);
    return shared;
}

/* Shared caches that no node of the tree has, and those whose sharing is not known. */
static void put_unplaced(FILE *out, const struct drawing *t)
{
    unsigned placed = 0;

    for (size_t i = 0; t->tree != NULL && i < t->tree->n_nodes; i++)
        placed |= t->tree->nodes[i].caches;
    for (unsigned level = MOST_LEVELS; level-- > 1;)
        if ((t->shared & ~placed) >> (level - 1) & 1 && put_cache(out, t, level)) {
            fputs("<p class=\"small\">shared by ", out);
            html_answer(out, result_find(t->parts->results, id_at(CACHE_SHARED_BY, level)));
            fputs(" hardware threads</p>", out);
        }
}

static void put_memory(FILE *out, const struct html_parts *p)
{
    const struct result *latency = result_find(p->results, id_of(MEMORY_LATENCY));
    const struct result *read =
        result_find(p->results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"));
    char text[FORMAT_CELL];

    if (latency == NULL && read == NULL)
        return;
    fputs("<p><b>DRAM</b> ", out);
    if (latency != NULL && latency->kind == RESULT_NUMBER && latency->ns > 0) {
        format_number(text, latency->ns, "ns");
        html_answer_text(out, latency, text);
    } else {
        html_answer(out, latency);
    }
    if (read != NULL) {
        fputs(" &middot; read ", out);
        html_bandwidth(out, read);
        fputs(" by one core", out);
    }
    fputs("</p>\n", out);
}

void html_topology(FILE *out, const struct html_parts *p)
{
    const struct topology *l = p->results->topology;
    struct drawing t = { .parts = p, .tree = l != NULL && l->n_nodes > 0 ? l : NULL };

    if (t.tree == NULL && result_find(p->results, id_at(CACHE_LATENCY, 1)) == NULL &&
        result_find(p->results, id_at(CACHE_SIZE, 1)) == NULL)
        return;
    t.shared = shared_caches(&t);
    t.one = strcmp(html_threads(p->results), "cores") == 0 ? "core" : "thread";
    bool heat = t.tree != NULL && t.tree->n >= HEAT_FROM;
    fputs(heat ? "<div class=\"pair\">\n" : "", out);
    fputs("<div class=\"box machine\">", out);
    put_unplaced(out, &t);
    if (t.tree == NULL)
        put_core(out, &t, "core");
    else
        put_node(out, &t, 0);
    if (t.tree != NULL && t.tree->n > FEW)
        put_core(out, &t, strcmp(t.one, "core") == 0 ? "each core" : "each thread");
    put_memory(out, p);
    fputs("</div>\n", out);
    if (heat) {
        html_figure(out, p, "core_to_core");
        fputs("</div>\n", out);
    }
    html_figure(out, p, "core_to_core_states");
    html_figure(out, p, "core_to_core_bandwidth");
}
