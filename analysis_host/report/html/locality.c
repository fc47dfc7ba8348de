/* Section of the page: the tree of contexts as boxes within boxes. */
#include "result/locality.h"
#include "sections.h"
#include <math.h>
#include <stdio.h>

static void box_label(FILE *out, const struct locality *l, const struct locality_node *node)
{
    fprintf(out, "<b>%zu contexts</b>", node->count);
    if (isfinite(node->cycles))
        fprintf(out, " hand a line over in %.4g cycles", node->cycles);
    if (isfinite(node->cycles) && l->cycle_ns > 0)
        fprintf(out, ", %.3g ns", node->cycles * l->cycle_ns);
    for (unsigned i = 0; node->caches >> i != 0; i++)
        if (node->caches >> i & 1)
            fprintf(out, "; share L%u", i + 1);
}

static void put_leaves(FILE *out, const struct locality *l, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        fprintf(out, "<span class=\"leaf\">%u</span>", l->order[i]);
}

/* The node AT and all below it; the index of the first that is not. */
static size_t put_box(FILE *out, const struct locality *l, size_t at)
{
    const struct locality_node *node = &l->nodes[at];
    size_t place = node->first, next = at + 1;

    fputs("<div class=\"box\"><p>", out);
    box_label(out, l, node);
    fputs("</p>", out);
    while (next < l->n_nodes && l->nodes[next].depth > node->depth) {
        put_leaves(out, l, place, l->nodes[next].first);
        place = l->nodes[next].first + l->nodes[next].count;
        next = put_box(out, l, next);
    }
    put_leaves(out, l, place, node->first + node->count);
    fputs("</div>\n", out);
    return next;
}

void html_locality(FILE *out, const struct results *results)
{
    const struct locality *l = results->locality;

    fputs("<section id=\"locality\"><h2>Locality tree</h2>\n", out);
    if (l == NULL || l->n_nodes == 0)
        fputs("<p class=\"missing\">not measured: no table of pairs</p>", out);
    else
        put_box(out, l, 0);
    fputs("</section>\n", out);
}
