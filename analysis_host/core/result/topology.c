/* Makes the table of pairs and the tree of contexts. */
#include "topology.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

static double *table(size_t n)
{
    double *t = malloc((n * n + 1) * sizeof *t);

    for (size_t i = 0; t && i < n * n; i++)
        t[i] = NAN;
    return t;
}

struct topology *topology_new(size_t n)
{
    struct topology *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->n = l->levels.n = n;
    l->cycles = table(n);
    if (l->cycles)
        return l;
    free(l);
    return NULL;
}

void topology_free(struct topology *l)
{
    if (!l)
        return;
    free(l->cycles);
    for (size_t i = 0; i < l->n_blocks; i++)
        free(l->rate[i]);
    group_tree_levels_free(&l->levels);
    free(l->order);
    free(l->nodes);
    free(l);
}

double *topology_block(struct topology *l, double bytes)
{
    size_t at = 0;

    while (at < l->n_blocks && l->block_bytes[at] > bytes)
        at++;
    if (at < l->n_blocks && l->block_bytes[at] == bytes)
        return l->rate[at];
    double *made = l->n_blocks < TOPOLOGY_BLOCKS ? table(l->n) : NULL;
    if (!made)
        return NULL;
    for (size_t i = l->n_blocks++; i > at; i--) {
        l->block_bytes[i] = l->block_bytes[i - 1];
        l->rate[i] = l->rate[i - 1];
    }
    l->block_bytes[at] = bytes;
    l->rate[at] = made;
    return made;
}

static int refine_block(struct topology *l, size_t block)
{
    struct group_tree_costs costs = { l->n, NULL };
    double *cost = table(l->n);
    int refined = -1;

    if (!cost)
        return -1;
    for (size_t i = 0; i < l->n * l->n; i++)
        cost[i] = 1 / l->rate[block][i];
    costs.cost = cost;
    refined = group_tree_is_whole(&l->levels, &costs) ? group_tree_refine(&l->levels, &costs) : 0;
    free(cost);
    return refined;
}

int topology_cluster(struct topology *l)
{
    const struct group_tree_costs lines = { l->n, l->cycles };

    for (size_t i = 0; i < l->n_blocks; i++)
        if (refine_block(l, i) != 0)
            return -1;
    return group_tree_refine(&l->levels, &lines);
}

/* ---- the tree ---- */

static bool together(const struct topology *l, size_t level, unsigned a, unsigned b)
{
    return l->levels.group[level][a] == l->levels.group[level][b];
}

/* Contexts in an order in which every group is a run: by their groups from the outermost in. */
static void put_in_order(struct topology *l)
{
    for (unsigned c = 0; c < l->n; c++) {
        size_t at = c;

        for (; at > 0; at--) {
            unsigned before = l->order[at - 1];
            size_t level = 0;

            while (level < l->levels.n_levels && together(l, level, before, c))
                level++;
            if (level == l->levels.n_levels ||
                l->levels.group[level][before] < l->levels.group[level][c])
                break;
            l->order[at] = before;
        }
        l->order[at] = c;
    }
}

/* Whether places A and B have no group below NODE in common. LEVEL: that of its children. */
static bool apart(const struct topology *l, size_t level, unsigned a, unsigned b)
{
    for (; level < l->levels.n_levels; level++)
        if (together(l, level, a, b))
            return false;
    return true;
}

/* Fills TO with what TABLE has of the pairs of NODE that are apart below it; returns their number.
 */
static size_t values_of(const struct topology *l, const struct topology_node *node, size_t level,
                        const double *values, double *to)
{
    size_t n = 0;

    for (size_t i = node->first; i < node->first + node->count; i++)
        for (size_t k = node->first; k < i; k++) {
            double y = values[l->order[i] * l->n + l->order[k]];

            if (!isnan(y) && apart(l, level, l->order[i], l->order[k]))
                to[n++] = y;
        }
    return n;
}

/* The median of those. */
static double typical(const struct topology *l, const struct topology_node *node, size_t level,
                      const double *values, double *scratch)
{
    size_t n = values_of(l, node, level, values, scratch);

    return n > 0 ? stats_median(scratch, n) : NAN;
}

/* ---- distance ---- */

/* The least spread of a gradient, and the least correlation that shows one. */
static const double least_spread = 1.1, least_likeness = 0.5;

enum { LEAST_PAIRS = 6, NEIGHBOURS = 3 };

/* The mean latency from context A to those that are nearest to B and no parts of its groups (LEVEL
 * is that of NODE's children); NAN: there are none. */
static double as_neighbours(const struct topology *l, const struct topology_node *node,
                            size_t level, unsigned a, unsigned b)
{
    double nearest[NEIGHBOURS], cost[NEIGHBOURS], sum = 0;
    size_t n = 0;

    for (size_t i = node->first; i < node->first + node->count; i++) {
        unsigned c = l->order[i];
        double to_b = l->cycles[c * l->n + b], to_a = l->cycles[c * l->n + a];
        size_t at = n < NEIGHBOURS ? n : NEIGHBOURS - 1;

        if (c == a || c == b || isnan(to_a) || isnan(to_b) || !apart(l, level, a, c) ||
            !apart(l, level, b, c) || (n == NEIGHBOURS && to_b >= nearest[at]))
            continue;
        for (; at > 0 && nearest[at - 1] > to_b; at--) {
            nearest[at] = nearest[at - 1];
            cost[at] = cost[at - 1];
        }
        nearest[at] = to_b;
        cost[at] = to_a;
        n += n < NEIGHBOURS;
    }
    for (size_t i = 0; i < n; i++)
        sum += cost[i];
    return n > 0 ? sum / (double)n : NAN;
}

/* Sums for a correlation. */
struct likeness {
    double n, x, y, xx, yy, xy;
};

static double correlation(const struct likeness *s)
{
    double of_x = s->n * s->xx - s->x * s->x, of_y = s->n * s->yy - s->y * s->y;

    return of_x > 0 && of_y > 0 ? (s->n * s->xy - s->x * s->y) / sqrt(of_x * of_y) : 0;
}

/* Sets NODE's distance: latencies differ, and those of a context to two that are near each other
 * are alike (Pearson's correlation), which noise does not make. At most about MOST pairs. */
static void find_distance(const struct topology *l, struct topology_node *node, size_t level,
                          double *scratch)
{
    enum { MOST = 4096 };
    struct likeness s = { 0 };
    size_t n = 0, pairs = node->count * (node->count - 1) / 2, step = pairs / MOST + 1, at = 0;

    for (size_t i = node->first; i < node->first + node->count; i++)
        for (size_t k = node->first; k < i; k++) {
            unsigned a = l->order[i], b = l->order[k];
            double y = l->cycles[a * l->n + b];

            if (isnan(y) || !apart(l, level, a, b) || at++ % step != 0)
                continue;
            scratch[n++] = y;
            double x = as_neighbours(l, node, level, a, b);
            if (isnan(x))
                continue;
            s = (struct likeness){ s.n + 1,      s.x + x,      s.y + y,
                                   s.xx + x * x, s.yy + y * y, s.xy + x * y };
        }
    if (n < LEAST_PAIRS)
        return;
    node->nearest = stats_quantile(scratch, n, 0.05);
    node->farthest = stats_quantile(scratch, n, 0.95);
    node->by_distance =
        node->farthest >= least_spread * node->nearest && correlation(&s) >= least_likeness;
}

/* Whether the contexts of NODE are all that GROUP has of one instance. */
static bool is_instance(const struct topology *l, const struct topology_node *node,
                        const unsigned *group)
{
    unsigned number = group[l->order[node->first]];
    size_t inside = 0, all = 0;

    for (size_t i = 0; i < l->n; i++) {
        bool here = group[l->order[i]] == number;

        all += here;
        inside += here && i >= node->first && i < node->first + node->count;
    }
    return inside == node->count && all == node->count;
}

/* The first level from LEVEL on that parts the COUNT places from FIRST. */
static size_t parted(const struct topology *l, size_t level, size_t first, size_t count)
{
    for (; level < l->levels.n_levels; level++)
        for (size_t i = first + 1; i < first + count; i++)
            if (!together(l, level, l->order[first], l->order[i]))
                return level;
    return level;
}

static void add_node(struct topology *l, size_t from_level, size_t first, size_t count,
                     double *scratch)
{
    size_t level = parted(l, from_level, first, count);
    struct topology_node *node = &l->nodes[l->n_nodes++];

    *node = (struct topology_node){ .first = first, .count = count };
    for (size_t i = 0; i + 1 < l->n_nodes; i++)
        node->depth +=
            l->nodes[i].first <= first && first + count <= l->nodes[i].first + l->nodes[i].count;
    node->cycles = typical(l, node, level, l->cycles, scratch);
    find_distance(l, node, level, scratch);
    for (size_t i = 0; i < l->n_blocks; i++)
        node->rate[i] = typical(l, node, level, l->rate[i], scratch);
}

/* Nodes for the groups of LEVEL that lie within places FIRST to FIRST + COUNT - 1, and below. */
static void add_nodes(struct topology *l, size_t level, size_t first, size_t count, double *scratch)
{
    if (level == l->levels.n_levels)
        return;
    for (size_t from = first, to; from < first + count; from = to) {
        for (to = from + 1; to < first + count && together(l, level, l->order[from], l->order[to]);)
            to++;
        if (to - from > 1 && to - from < count)
            add_node(l, level + 1, from, to - from, scratch);
        if (to - from > 1)
            add_nodes(l, level + 1, from, to - from, scratch);
    }
}

int topology_make_tree(struct topology *l, const unsigned *const *cache_group, size_t n_caches)
{
    double *scratch = table(l->n);

    l->order = calloc(l->n, sizeof *l->order);
    /* Each node but the leaves parts some contexts: at most n - 1, and the root. */
    l->nodes = calloc(l->n + 1, sizeof *l->nodes);
    if (!scratch || !l->order || !l->nodes) {
        free(scratch);
        return -1;
    }
    put_in_order(l);
    add_node(l, 0, 0, l->n, scratch);
    add_nodes(l, 0, 0, l->n, scratch);
    for (size_t i = 0; i < l->n_nodes; i++)
        for (size_t c = 0; c < n_caches; c++)
            if (cache_group[c] && is_instance(l, &l->nodes[i], cache_group[c]))
                l->nodes[i].caches |= 1u << c;
    free(scratch);
    return 0;
}

size_t topology_node_rates(const struct topology *l, const struct topology_node *node, size_t block,
                           double *rates)
{
    return values_of(l, node, parted(l, 0, node->first, node->count), l->rate[block], rates);
}
