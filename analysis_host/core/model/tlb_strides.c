/* Reads the edges off pages a stride apart. */
#include "tlb_strides.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* A miss costs at least this part of a load: of one of few pages, and, beside fillers, of one of
 * those that the TLB holds. */
static const double least_miss = 1.0 / 6, least_filled = 0.5;
/* Beside fillers: what a page adds at the edge is at least this part of what many add. */
static const double least_share = 1.0 / 6;
/* Of the entries, that a fully associative TLB holds at least at any stride. */
static const double nearly_all = 0.85;
/* Of these, what is left where others hold one or two. */
static const double few_taken = 0.97;

static int by_stride(const void *a, const void *b)
{
    const struct tlb_stride_point *p = a, *q = b;

    if (p->stride != q->stride)
        return p->stride > q->stride ? 1 : -1;
    return (p->n > q->n) - (p->n < q->n);
}

/* Noise only adds: fewer pages cost no more than many. */
static void make_monotone(struct tlb_stride_point *at, size_t n)
{
    for (size_t i = n; i-- > 1;)
        at[i - 1].cost = fmin(at[i - 1].cost, at[i].cost);
}

/* What each page at P adds to a load of BASE, fillers' part taken out. */
static double added(const struct tlb_stride_point *p, double base, double fillers)
{
    return (p->cost - base) * (p->n + fillers) / p->n;
}

/* The cost of the N points where nothing misses. With one page the first TLB may still hold all;
 * two numbers that cost the same miss nothing. */
static double usual_cost(const struct tlb_stride_point *at, size_t n)
{
    static const double same = 1.03;

    return n > 2 && at[2].cost <= same * at[1].cost ? at[1].cost : at[0].cost;
}

/* The edge of the N points of one stride. */
static struct tlb_stride_edge edge_of(struct tlb_stride_point *at, size_t n, double fillers)
{
    struct tlb_stride_edge edge = { .stride = at[0].stride };
    double base, least;
    size_t i = 0;

    make_monotone(at, n);
    base = usual_cost(at, n);
    least = least_miss * base;
    if (fillers > 0)
        least = fmax(least_filled * base, least_share * added(&at[n - 1], base, fillers));
    while (i < n && added(&at[i], base, fillers) <= least)
        i++;
    edge.most = i > 0 ? at[i - 1].n : 0;
    edge.least = i < n ? at[i].n : 0;
    return edge;
}

size_t tlb_stride_edges(struct tlb_stride_edge *edges, size_t room, struct tlb_stride_point *at,
                        size_t n, double fillers)
{
    size_t found = 0;

    qsort(at, n, sizeof *at, by_stride);
    for (size_t i = 0, end; i < n && found < room; i = end) {
        for (end = i + 1; end < n && at[end].stride == at[i].stride;)
            end++;
        edges[found++] = edge_of(at + i, end - i, fillers);
    }
    return found;
}

static bool is_exact(const struct tlb_stride_edge *edge)
{
    return edge->most > 0 && edge->least == edge->most + 1;
}

/* Strides at which exactly MOST pages fit. */
static size_t count_same(const struct tlb_stride_edge *edges, size_t n, double most)
{
    size_t same = 0;

    for (size_t i = 0; i < n; i++)
        same += is_exact(&edges[i]) && edges[i].most == most;
    return same;
}

/* The fewest pages that exactly fit at two strides or more; 0: there are none. */
static double fewest(const struct tlb_stride_edge *edges, size_t n)
{
    double least = 0;

    for (size_t i = 0; i < n; i++)
        if (count_same(edges, n, edges[i].most) > 1 && (least == 0 || edges[i].most < least))
            least = edges[i].most;
    return least;
}

/* Of numbers of pages that fit exactly at a stride, less than half as many again as WAYS, the one
 * that is closest to a power of two: sets are doubled from stride to stride, and what else is kept
 * in a set makes fewer pages fit, never more. */
static double undisturbed(const struct tlb_stride_edge *edges, size_t n, double ways)
{
    double best = ways;

    for (size_t i = 0; i < n; i++)
        if (is_exact(&edges[i]) && edges[i].most > ways && edges[i].most < 1.5 * ways &&
            stats_odd_part(edges[i].most) < stats_odd_part(best))
            best = edges[i].most;
    return best;
}

/* The fewest of three numbers of pages or more that fit exactly at strides, none half as many
 * again: what else is kept in the sets differs from stride to stride. 0: there are none. */
static double fewest_disturbed(const struct tlb_stride_edge *edges, size_t n)
{
    enum { SEVERAL = 3 };
    double least = 0;
    size_t near = 0;

    for (size_t i = 0; i < n; i++)
        if (is_exact(&edges[i]) && (least == 0 || edges[i].most < least))
            least = edges[i].most;
    for (size_t i = 0; i < n; i++)
        near += is_exact(&edges[i]) && edges[i].most < 1.5 * least;
    return near >= SEVERAL ? least : 0;
}

static void count_strides(struct tlb_strides *t, const struct tlb_stride_edge *edges, size_t n)
{
    double least = t->full ? few_taken * t->ways : t->ways;

    for (size_t i = 0; i < n; i++) {
        bool same = is_exact(&edges[i]) && edges[i].most >= least && edges[i].most <= t->ways;

        t->agree += same;
        t->strides += same || t->agree > 0;
    }
}

/* The most pages that exactly fit at two strides or more, and that a TLB may have; 0: there are
 * none. Others on the core, as the system, take entries, and never give any. */
static double most_of_full(const struct tlb_stride_edge *edges, size_t n)
{
    enum { MOST_ODD = 31 };
    double most = 0;

    for (size_t i = 0; i < n; i++)
        if (edges[i].most > most && stats_odd_part(edges[i].most) <= MOST_ODD &&
            count_same(edges, n, edges[i].most) > 1)
            most = edges[i].most;
    return most;
}

/* The number of pages that fits exactly at most strides. */
static double commonest(const struct tlb_stride_edge *edges, size_t n)
{
    double most = 0;
    size_t same = 0;

    for (size_t i = 0; i < n; i++)
        if (is_exact(&edges[i]) && count_same(edges, n, edges[i].most) > same) {
            most = edges[i].most;
            same = count_same(edges, n, most);
        }
    return most;
}

struct tlb_strides tlb_strides_of(const struct tlb_stride_edge *edges, size_t n, double entries)
{
    struct tlb_strides t = { .most = INFINITY };

    for (size_t i = 0; i < n; i++)
        t.most = fmin(t.most, edges[i].most);
    t.ways = fewest(edges, n);
    if (t.ways == 0)
        t.ways = fewest_disturbed(edges, n);
    if (t.ways == 0)
        return t;
    t.full = t.ways >= nearly_all * entries;
    if (t.full)
        t.ways = most_of_full(edges, n) > 0 ? most_of_full(edges, n) : commonest(edges, n);
    else
        t.ways = undisturbed(edges, n, t.ways);
    count_strides(&t, edges, n);
    if (t.full)
        t.strides = n;
    for (size_t i = 0; i < n; i++)
        t.hashed |= !t.full && edges[i].most > t.ways && edges[i].stride >= entries / t.ways;
    /* Strides that a set-associative one needs to show its ways were not all tried. */
    if (!t.full && n > 0 && edges[n - 1].stride * t.ways < nearly_all * entries / 2)
        t.ways = 0;
    return t;
}

double tlb_strides_entries(double entries, double ways)
{
    static const double least = 0.9;
    double rounded = ways;

    while (rounded < least * entries)
        rounded *= 2;
    return rounded;
}

/* Returns true when about ENTRIES are a power of two of sets of WAYS. */
static bool has_sets(double entries, double ways)
{
    static const double most_off = 1 / 0.9;

    return tlb_strides_entries(entries, ways) <= most_off * entries;
}

/* Returns the share of a power of two of sets of WAYS that what fits at EDGE fills, 0.75 to 1; 0:
 * no such number of sets. One page more than fits in all of them may miss too little to show. */
static double filled(const struct tlb_stride_edge *edge, double ways)
{
    static const double least = 0.75, most = 1 + 1.0 / 16;
    double sets = exp2(ceil(log2(edge->most / ways / most))), share = edge->most / (sets * ways);

    return sets >= 1 && share >= least ? fmin(share, 1) : 0;
}

/* Returns true when what fits exactly at each stride is what sets of WAYS hold. */
static bool explains(const struct tlb_stride_edge *edges, size_t n, double ways)
{
    for (size_t i = 0; i < n; i++)
        if (is_exact(&edges[i]) && filled(&edges[i], ways) == 0)
            return false;
    return true;
}

struct tlb_strides tlb_strides_of_sets(struct tlb_strides t, const struct tlb_stride_edge *edges,
                                       size_t n, double entries)
{
    static const double nearly_full = 1 - 1.0 / 16;
    double told = t.ways;

    if (t.full || !(told > 0) || !(entries > 0) || has_sets(entries, told) ||
        explains(edges, n, told))
        return t;
    t.ways = 0;
    for (double ways = told + 1; t.ways == 0 && ways < 1.5 * told; ways++)
        if (has_sets(entries, ways) && explains(edges, n, ways))
            t.ways = ways;
    t.agree = 0;
    for (size_t i = 0; t.ways > 0 && i < n; i++)
        t.agree += is_exact(&edges[i]) && filled(&edges[i], t.ways) >= nearly_full;
    t.strides = n;
    return t;
}

double tlb_strides_shown(const struct tlb_stride_edge *edges, size_t n, double ways)
{
    static const double least = 0.75;

    for (size_t i = 0; i < n; i++) {
        double sets = exp2(ceil(log2(edges[i].most / ways)));

        if (edges[i].least == 0 || edges[i].stride <= 1 || edges[i].most < ways)
            continue;
        return sets >= 2 && edges[i].most >= least * sets * ways ? edges[i].stride * sets * ways
                                                                 : 0;
    }
    return 0;
}
