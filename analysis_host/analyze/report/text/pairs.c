/* Section of the text: groups of hardware threads with all that was measured of them, and a map of
 * pairs in their order. */
#include "report/format/groups.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/topology.h"
#include "sections.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDE_PLACES = 16, /* up to so many contexts the map has numbers */
    MOST_PLACES = 64, /* beyond so many, a place stands for several */
    MEMBER_BYTES = 400,
};

static void block_rates(char *to, size_t room, const struct topology *l,
                        const struct topology_node *node)
{
    size_t used = 0;

    *to = '\0';
    for (size_t i = l->n_blocks; i-- > 0 && used < room;) {
        char size[FORMAT_CELL];

        if (isnan(node->rate[i]))
            continue;
        format_number(size, l->block_bytes[i], "B");
        used += (size_t)snprintf(to + used, room - used, "%s%.3g at %s", used ? ", " : "",
                                 node->rate[i], size);
    }
}

/* "0-3: 60.1 c (25 ns)" ...: N groups from AT on, which are alike. */
static void group_lines(FILE *out, const struct topology *l, size_t at, size_t n)
{
    const struct topology_node *node = &l->nodes[at];
    char lead[64], who[MEMBER_BYTES], line[2000], part[600];
    size_t used = 0;

    for (size_t i = 0; i < n && used < sizeof line / 2; i++) {
        format_members(who, sizeof who, l, &l->nodes[at + i]);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? " | " : "", who);
    }
    used += (size_t)snprintf(line + used, sizeof line - used, ":");
    if (!isnan(node->cycles))
        used += (size_t)snprintf(line + used, sizeof line - used, " %.3g %s", node->cycles,
                                 l->in_ns ? "ns" : "c");
    if (!isnan(node->cycles) && l->cycle_ns > 0 && !l->in_ns)
        used += (size_t)snprintf(line + used, sizeof line - used, " (%.3g ns)",
                                 node->cycles * l->cycle_ns);
    if (node->by_distance) {
        format_distance(part, sizeof part, l, node);
        used += (size_t)snprintf(line + used, sizeof line - used, ", %s by distance (ring or mesh)",
                                 part);
    }
    block_rates(part, sizeof part, l, node);
    if (*part)
        used += (size_t)snprintf(line + used, sizeof line - used, "; %s B/c", part);
    format_shared_caches(part, sizeof part, node->caches);
    if (*part)
        snprintf(line + used, sizeof line - used, "; share %s", part);
    snprintf(lead, sizeof lead, "%*s", (int)(2 + 2 * (node->depth < 20 ? node->depth : 20)), "");
    format_wrap(out, lead, line);
}

/* ---- the map ---- */

/* The mean over the pairs of places of two strides of the order; NaN: none was measured. */
static double mean_of_pairs(const struct topology *l, size_t row, size_t column, size_t stride)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = row * stride; i < (row + 1) * stride && i < l->n; i++)
        for (size_t k = column * stride; k < (column + 1) * stride && k < l->n; k++) {
            double y = l->cycles[l->order[i] * l->n + l->order[k]];

            if (i != k && !isnan(y)) {
                sum += y;
                n++;
            }
        }
    return n > 0 ? sum / (double)n : NAN;
}

static void pair_bounds(const struct topology *l, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < l->n * l->n; i++)
        if (!isnan(l->cycles[i])) {
            *least = fmin(*least, l->cycles[i]);
            *most = fmax(*most, l->cycles[i]);
        }
}

/* Darker is farther. */
static char shade(double y, double least, double most)
{
    static const char shades[] = ".:-=+*%#@";
    const double steps = sizeof shades - 2;

    if (isnan(y))
        return ' ';
    return shades[most > least ? lround((y - least) / (most - least) * steps) : 0];
}

static void print_map(FILE *out, const struct topology *l)
{
    size_t stride = (l->n + MOST_PLACES - 1) / MOST_PLACES;
    size_t places = (l->n + stride - 1) / stride;
    double least, most;

    pair_bounds(l, &least, &most);
    format_wrapf(out, "  ",
                 "core-to-core latency, threads in the order of the tree, %s: %c %.4g to %c %.4g%s",
                 l->in_ns ? "ns" : "c", shade(least, least, most), least, shade(most, least, most),
                 most, stride > 1 ? "; each is the mean of several threads" : "");
    for (size_t i = 0; i < places; i++) {
        fprintf(out, "  %4u ", l->order[i * stride]);
        for (size_t k = 0; k < places; k++) {
            double y = mean_of_pairs(l, i, k, stride);

            if (l->n > WIDE_PLACES)
                fputc(shade(y, least, most), out);
            else if (isnan(y))
                fputs("   -", out);
            else
                fprintf(out, "%4.0f", fmin(y, 9999));
        }
        fputc('\n', out);
    }
}

void text_pairs(FILE *out, const struct results *results)
{
    const struct topology *l = results->topology;

    if (l == NULL)
        return;
    format_wrap(out, "PAIRS  ", "core-to-core latency one way; bandwidth by size of block");
    for (size_t i = 0, n; i < l->n_nodes; i += n) {
        n = format_after_group(l, i) == i + 1 ? format_alike_groups(l, i) : 1;
        group_lines(out, l, i, n);
    }
    if (l->n > 2)
        print_map(out, l);
}
