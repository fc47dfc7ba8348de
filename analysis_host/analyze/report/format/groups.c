/* Groups of contexts that are near each other, in words. */
#include "groups.h"
#include "result/topology.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Two numbers of contexts, what stands between them, and that there are more. */
enum { MEMBERS_BYTES = 28 };

void format_members(char *to, size_t size, const struct topology *l,
                    const struct topology_node *node)
{
    size_t used = 0, end = node->first + node->count;
    bool *member = calloc(l->n + 1, sizeof *member);

    *to = '\0';
    for (size_t i = node->first; member != NULL && i < end; i++)
        member[l->order[i]] = true;
    for (size_t from = 0, to_end; member != NULL && from < l->n; from = to_end) {
        for (to_end = from; member[to_end];) /* the last one, member[n], is false */
            to_end++;
        if (to_end == from) {
            to_end++;
            continue;
        }
        if (used + MEMBERS_BYTES >= size) {
            snprintf(to + used, size - used, "...");
            break;
        }
        used += (size_t)snprintf(to + used, size - used, "%s%zu", used ? "," : "", from);
        if (to_end - from > 1)
            used += (size_t)snprintf(to + used, size - used, "-%zu", to_end - 1);
    }
    free(member);
}

void format_shared_caches(char *to, size_t size, unsigned caches)
{
    size_t used = 0;

    *to = '\0';
    for (unsigned i = 0; caches >> i != 0 && used < size; i++)
        if (caches >> i & 1)
            used += (size_t)snprintf(to + used, size - used, "%s%u", used ? ", L" : "L", i + 1);
}

void format_distance(char *to, size_t size, const struct topology *l,
                     const struct topology_node *node)
{
    double unit = l->cycle_ns > 0 ? l->cycle_ns : 1;

    snprintf(to, size, "%.3g-%.3g %s", node->nearest * unit, node->farthest * unit,
             l->cycle_ns > 0 ? "ns" : "c");
}

static bool is_leaf(const struct topology *l, size_t at)
{
    return at + 1 == l->n_nodes || l->nodes[at + 1].depth <= l->nodes[at].depth;
}

size_t format_alike_groups(const struct topology *l, size_t at)
{
    const struct topology_node *first = &l->nodes[at];
    size_t n = 1;

    for (; is_leaf(l, at) && at + n < l->n_nodes && is_leaf(l, at + n); n++) {
        const struct topology_node *node = &l->nodes[at + n];

        if (node->depth != first->depth || node->by_distance != first->by_distance ||
            node->count != first->count || node->caches != first->caches ||
            !(fabs(node->cycles - first->cycles) <= first->cycles / 10))
            break;
    }
    return n;
}
