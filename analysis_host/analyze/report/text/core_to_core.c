/* Section of the text: core-to-core latency and the time slice. Hardware threads are a tree; groups
 * that are alike share a line. */
#include "items.h"
#include "report/format/groups.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "result/topology.h"
#include "sections.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WHO_BYTES = 40, MOST_LINES = 10, N_COLUMNS = 5 };

static const struct format_column columns[N_COLUMNS] = {
    { .name = "THREADS", .tree = true },
    { .name = "LATENCY", .right = true },
    { .name = "", .right = true },
    { .name = "BANDWIDTH", .right = true },
    { .name = "SHARE" },
};

/* Of another tool's table, which has latencies alone, in one unit. */
static const struct format_column few_columns[] = {
    { .name = "THREADS", .tree = true },
    { .name = "LATENCY", .right = true },
};

struct cells {
    char who[2 * WHO_BYTES], cycles[FORMAT_CELL], ns[3 * FORMAT_CELL], rate[FORMAT_CELL],
        share[FORMAT_CELL];
};

/* The rate of the best size of block; NaN: none was measured. */
static double best_rate(const struct topology *l, const struct topology_node *node)
{
    double best = NAN;

    for (size_t i = 0; i < l->n_blocks; i++)
        best = fmax(best, node->rate[i]);
    return best;
}

/* "0-3 | 4-7", or "0-3 ... (16 groups)": N groups from AT on. */
static void name_groups(char to[2 * WHO_BYTES], const struct topology *l, size_t at, size_t n)
{
    char one[WHO_BYTES];

    format_members(to, WHO_BYTES, l, &l->nodes[at]);
    for (size_t i = 1; i < n; i++) {
        size_t used = strlen(to);

        at = format_after_group(l, at);
        format_members(one, sizeof one, l, &l->nodes[at]);
        if (used + strlen(" | ") + strlen(one) >= WHO_BYTES) {
            snprintf(to + used, WHO_BYTES, " ... (%zu groups)", n);
            return;
        }
        snprintf(to + used, WHO_BYTES, " | %.*s", WHO_BYTES - 4, one);
    }
}

/* Describes N groups from AT on, which are alike, in one row. */
static void describe_groups(struct cells *c, const struct topology *l, size_t at, size_t n)
{
    const struct topology_node *node = &l->nodes[at];
    double rate = best_rate(l, node);

    name_groups(c->who, l, at, n);
    strcpy(c->cycles, "-");
    strcpy(c->ns, "-");
    strcpy(c->rate, "-");
    strcpy(c->share, "-");
    if (!isnan(node->cycles) && !l->in_ns)
        format_number(c->cycles, node->cycles, "cycle");
    if (!isnan(node->cycles) && l->cycle_ns > 0)
        format_number(c->ns, node->cycles * l->cycle_ns, "ns");
    if (node->by_distance)
        format_distance(c->ns, sizeof c->ns, l, node);
    if (!isnan(rate))
        format_number(c->rate, rate, "B/cycle");
    if (node->caches != 0)
        format_shared_caches(c->share, sizeof c->share, node->caches);
}

/* "0-1: 72.4 ns (216 c) one way", "7.91 B/c", "share L1d"; "0-63: 38-55 ns by distance
 * (ring or mesh), one way". */
static void add_group(struct format_flow *f, const struct topology *l)
{
    struct cells c;

    describe_groups(&c, l, 0, 1);
    if (l->nodes[0].by_distance)
        format_flow_add(f, "", "%s: %s by distance (ring or mesh), one way", c.who, c.ns);
    else if (strcmp(c.ns, "-") != 0 && strcmp(c.cycles, "-") != 0)
        format_flow_add(f, "", "%s: %s (%s) one way", c.who, c.ns, c.cycles);
    else
        format_flow_add(f, "", "%s: %s one way", c.who, l->in_ns ? c.ns : c.cycles);
    if (strcmp(c.rate, "-") != 0)
        format_flow_add(f, ", ", "%s", c.rate);
    if (l->nodes[0].caches != 0)
        format_flow_add(f, "; ", "they share %s", c.share);
}

struct tree {
    const struct topology *l;
    struct libscols_table *table;
    bool few;          /* few_columns */
    size_t lines, cut; /* printed; groups that are not */
    bool distances;    /* a line has the range of a group by distance */
};

/* Prints the N groups from AT on, which are alike, as one line below PARENT, and the groups within
 * the first of them. Returns 0, or -1 without memory. */
static int print_groups(struct tree *t, struct libscols_line *parent, size_t at, size_t n)
{
    const size_t n_columns = t->few ? sizeof few_columns / sizeof few_columns[0] : N_COLUMNS;
    const size_t end = format_after_group(t->l, at);
    struct cells c;
    int err = 0;

    if (t->lines == MOST_LINES) {
        t->cut += n * (end - at);
        return 0;
    }
    t->lines++;
    describe_groups(&c, t->l, at, n);
    t->distances |= t->l->nodes[at].by_distance;
    const char *cells[N_COLUMNS] = { c.who, t->few ? c.ns : c.cycles, c.ns, c.rate, c.share };
    struct libscols_line *line = format_table_below(t->table, parent, cells, n_columns);

    if (line == NULL)
        return -1;
    for (size_t below = at + 1, m; below < end && err == 0;) {
        m = format_alike_groups(t->l, below);
        err = print_groups(t, line, below, m);
        for (; m > 0; m--)
            below = format_after_group(t->l, below);
    }
    return err;
}

static int print_tree(FILE *out, const struct topology *l)
{
    struct tree t = { .l = l, .few = l->in_ns && l->n_blocks == 0 };

    t.table = format_table_new(t.few ? few_columns : columns,
                               t.few ? sizeof few_columns / sizeof few_columns[0] : N_COLUMNS);
    int err = t.table == NULL ? -1 : print_groups(&t, NULL, 0, 1);

    err |= format_table_end(out, t.table);
    if (t.distances)
        fputs("  LOW-HIGH ns: near threads of such a group are faster to reach, as in a ring or "
              "mesh\n",
              out);
    if (t.cut > 0)
        fprintf(out, "  ... and %zu more groups, all with analyze -v\n", t.cut);
    return err;
}

/* Adds what was measured of lines by their state, in the first level of their owner alone; of
 * atomic operations, and of false sharing. */
static void add_states(struct text_items *items, const struct results *results)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        enum quantity q = r->name.quantity;
        bool state = q == CORE_TO_CORE_STATE || q == CORE_TO_CORE_FAR;

        if ((state && r->name.level == 1) || q == ATOMIC_LATENCY || q == ATOMIC_CONTENDED ||
            q == FALSE_SHARING)
            text_item(items, r);
    }
}

int text_core_to_core(FILE *out, const struct results *results)
{
    const struct topology *l = results->topology;
    const struct result *slice = result_find(results, id_of(OS_TIMESLICE));
    bool tree = l != NULL && l->n_nodes > 1;
    struct text_items items = { .between = "    " }, states = { .between = "; " };
    int err = 0;

    if (tree) {
        format_wrap(out, "CORE TO CORE  ",
                    l->n_blocks > 0 ? "latency one way, bandwidth one way" : "latency one way");
        err = print_tree(out, l);
    } else if (l != NULL && l->n_nodes == 1) {
        add_group(&items.flow, l);
    }
    bool pairs = items.flow.n > 0;
    text_item(&items, slice);
    format_flow_print(out, pairs ? "CORE TO CORE  " : "", 2, &items.flow);
    add_states(&states, results);
    format_flow_print(out, tree || pairs ? "  " : "CORE TO CORE  ", 2, &states.flow);
    return err;
}
