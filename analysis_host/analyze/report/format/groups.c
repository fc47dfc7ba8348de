/* Groups of contexts that are near each other, in words. */
#include "groups.h"
#include "result/topology.h"
#include <math.h>
#include <stdio.h>

/* Two numbers of contexts, what stands between them, and that there are more. */
enum { MEMBERS_BYTES = 28 };

void format_members(char *to, size_t size, const struct topology *l,
                    const struct topology_node *node)
{
    size_t used = 0, end = node->first + node->count;

    *to = '\0';
    for (size_t from = node->first, i; from < end && used + MEMBERS_BYTES < size; from = i) {
        for (i = from + 1; i < end && l->order[i] == l->order[i - 1] + 1;)
            i++;
        used += (size_t)snprintf(to + used, size - used, "%s%u", used ? "," : "", l->order[from]);
        if (i - from > 1)
            used += (size_t)snprintf(to + used, size - used, "-%u", l->order[i - 1]);
        if (used + MEMBERS_BYTES >= size && i < end)
            snprintf(to + used, size - used, "...");
    }
}

void format_shared_caches(char *to, size_t size, unsigned caches)
{
    size_t used = 0;

    *to = '\0';
    for (unsigned i = 0; caches >> i != 0 && used < size; i++)
        if (caches >> i & 1)
            used += (size_t)snprintf(to + used, size - used, "%s%u", used ? ", L" : "L", i + 1);
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

        if (node->depth != first->depth || node->count != first->count ||
            node->caches != first->caches ||
            !(fabs(node->cycles - first->cycles) <= first->cycles / 10))
            break;
    }
    return n;
}
