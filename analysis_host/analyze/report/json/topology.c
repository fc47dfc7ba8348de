/* The tree of contexts and the table of pairs as JSON. */
#include "topology.h"
#include "result/id.h"
#include "result/topology.h"
#include <math.h>

/* Appending NULL, which a failed allocation gives, fails: whoever sees a failure gives all up. */
static json_t *all_or_nothing(json_t *whole, int failed)
{
    if (failed == 0)
        return whole;
    json_decref(whole);
    return NULL;
}

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *members_of(const struct topology *l, size_t first, size_t count)
{
    json_t *a = json_array();
    int failed = 0;

    for (size_t i = first; i < first + count; i++)
        failed |= json_array_append_new(a, json_integer(l->order[i]));
    return all_or_nothing(a, failed);
}

static json_t *shared_caches(unsigned caches)
{
    json_t *a = json_array();
    int failed = 0;

    for (unsigned i = 0; caches >> i != 0; i++)
        if (caches >> i & 1) {
            char level[ID_BYTES];

            id_level_text(level, sizeof level, i + 1);
            failed |= json_array_append_new(a, json_string(level));
        }
    return all_or_nothing(a, failed);
}

static json_t *bandwidth_of(const struct topology *l, const struct topology_node *node)
{
    json_t *a = json_array();
    int failed = 0;

    for (size_t i = l->n_blocks; i-- > 0;) {
        json_t *o = json_object();

        failed |= json_object_set_new(o, "block", json_integer((json_int_t)l->block_bytes[i]));
        failed |= json_object_set_new(o, "value", number_or_null(node->rate[i]));
        failed |= json_array_append_new(a, o);
    }
    return all_or_nothing(a, failed);
}

/* The node AT and all below it; *NEXT: the first that is not. */
static json_t *tree_from(const struct topology *l, size_t at, size_t *next)
{
    const struct topology_node *node = &l->nodes[at];
    json_t *o = json_object(), *children = json_array();
    double ns = l->cycle_ns > 0 ? node->cycles * l->cycle_ns : NAN;
    int failed = 0;

    failed |= json_object_set_new(o, "members", members_of(l, node->first, node->count));
    failed |= json_object_set_new(o, "shares", shared_caches(node->caches));
    failed |= json_object_set_new(o, "latency", number_or_null(l->in_ns ? NAN : node->cycles));
    failed |= json_object_set_new(o, "ns", number_or_null(ns));
    if (node->by_distance)
        failed |= json_object_set_new(o, "by_distance",
                                      json_pack("{s:f,s:f,s:s}", "low", node->nearest, "high",
                                                node->farthest, "unit", l->in_ns ? "ns" : "cycle"));
    failed |= json_object_set_new(o, "bandwidth", bandwidth_of(l, node));
    for (at++; at < l->n_nodes && l->nodes[at].depth > node->depth;)
        failed |= json_array_append_new(children, tree_from(l, at, &at));
    failed |= json_object_set_new(o, "children", children);
    *next = at;
    return all_or_nothing(o, failed);
}

json_t *json_topology(const struct topology *l)
{
    if (l == NULL)
        return json_null();
    json_t *o = json_object();
    size_t next;
    int failed = json_object_set_new(o, "contexts", json_integer((json_int_t)l->n));

    failed |= json_object_set_new(o, "order", members_of(l, 0, l->n));
    failed |= json_object_set_new(o, "tree", tree_from(l, 0, &next));
    return all_or_nothing(o, failed);
}

static json_t *pair_row(const struct topology *l, size_t a, size_t b)
{
    json_t *r = json_array();
    int failed = json_array_append_new(r, json_integer((json_int_t)a));

    failed |= json_array_append_new(r, json_integer((json_int_t)b));
    failed |= json_array_append_new(r, number_or_null(l->cycles[a * l->n + b]));
    for (size_t i = l->n_blocks; i-- > 0;)
        failed |= json_array_append_new(r, number_or_null(l->rate[i][a * l->n + b]));
    return all_or_nothing(r, failed);
}

static json_t *pair_rows(const struct topology *l)
{
    json_t *all = json_array();
    int failed = 0;

    for (size_t a = 0; a < l->n; a++)
        for (size_t b = a + 1; b < l->n; b++)
            if (!isnan(l->cycles[a * l->n + b]))
                failed |= json_array_append_new(all, pair_row(l, a, b));
    return all_or_nothing(all, failed);
}

json_t *json_pairs(const struct topology *l)
{
    json_t *o = json_object();
    json_t *columns = json_pack("[sss]", "a", "b", "hand_over");
    json_t *units = json_pack("[sss]", "", "", l->in_ns ? "ns" : "cycle");
    int failed = 0;

    for (size_t i = l->n_blocks; i-- > 0;) {
        failed |= json_array_append_new(columns, json_sprintf("bandwidth.%.0f", l->block_bytes[i]));
        failed |= json_array_append_new(units, json_string("B/cycle"));
    }
    failed |= json_object_set_new(o, "columns", columns);
    failed |= json_object_set_new(o, "units", units);
    failed |= json_object_set_new(o, "rows", pair_rows(l));
    return all_or_nothing(o, failed);
}
