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

size_t format_after_group(const struct topology *l, size_t at)
{
    size_t end = at + 1;

    while (end < l->n_nodes && l->nodes[end].depth > l->nodes[at].depth)
        end++;
    return end;
}

/* True where the groups A and B have as many threads, share as much, and are divided alike, with
 * latencies that differ by a tenth at most; within them by a third, where single pairs weigh more.
 */
static bool are_alike(const struct topology *l, size_t a, size_t b)
{
    size_t n = format_after_group(l, a) - a;
    double most = 1.0 / 10;

    if (format_after_group(l, b) - b != n ||
        (n == 1 && l->nodes[a].by_distance != l->nodes[b].by_distance))
        return false;
    for (size_t i = 0; i < n; i++, most = 1.0 / 3) {
        const struct topology_node *x = &l->nodes[a + i], *y = &l->nodes[b + i];

        if (x->depth != y->depth || x->count != y->count || x->caches != y->caches ||
            !(fabs(x->cycles - y->cycles) <= most * x->cycles))
            return false;
    }
    return true;
}

size_t format_alike_groups(const struct topology *l, size_t at)
{
    size_t n = 1;

    for (size_t next = format_after_group(l, at);
         next < l->n_nodes && l->nodes[next].depth == l->nodes[at].depth && are_alike(l, at, next);
         next = format_after_group(l, next))
        n++;
    return n;
}
