/* Grows a cluster from every start at once. README.md tells why that gives what the pseudocode
 * gives. */
#include "qt.h"
#include "stats.h"
#include <stdlib.h>

/* The points lo ... hi, which a cluster that crosses the gap has taken before it leaves them. */
struct qt_join {
    size_t lo, hi;
    size_t outer; /* the join around this one, STATS_NONE for the outermost */
};

/* One call's input. */
struct view {
    const struct qt_growth *g;
    const double *y;
    size_t n;
    double fraction;
};

bool qt_growth_init(struct qt_growth *g, size_t n)
{
    g->sum = calloc(n + 1, sizeof *g->sum);
    g->join = calloc(n, sizeof *g->join);
    g->result = calloc(n, sizeof *g->result);
    g->order = calloc(n, sizeof *g->order);
    g->stack = calloc(n, sizeof *g->stack);
    return g->sum && g->join && g->result && g->order && g->stack;
}

void qt_growth_free(struct qt_growth *g)
{
    free(g->sum);
    free(g->join);
    free(g->result);
    free(g->order);
    free(g->stack);
}

static void fill_sums(double *sum, const double *y, size_t n)
{
    sum[0] = 0;
    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + y[i];
}

/* As wide as a cluster of lo ... hi may become. */
static double limit(const struct view *v, size_t lo, size_t hi)
{
    return v->fraction * ((v->g->sum[hi + 1] - v->g->sum[lo]) / (double)(hi - lo + 1));
}

static double gap(const double *y, size_t k)
{
    return y[k + 1] - y[k];
}

/* The joins as a tree: the widest gap is outermost, and of equal gaps the higher one, because a
 * cluster takes the lower neighbour first. */
static void build_joins(const struct qt_growth *g, const double *y, size_t n)
{
    size_t depth = 0, ordered = 0;

    for (size_t k = 0; k < n; k++) {
        bool end = k == n - 1; /* no gap: closes all that is open */
        size_t lo = k;
        while (depth > 0 && (end || gap(y, g->stack[depth - 1]) <= gap(y, k))) {
            size_t inner = g->stack[--depth];
            bool around = depth > 0 && (end || gap(y, g->stack[depth - 1]) <= gap(y, k));
            g->join[inner].hi = k;
            g->join[inner].outer = around ? g->stack[depth - 1] : end ? STATS_NONE : k;
            g->order[ordered++] = inner;
            lo = g->join[inner].lo;
        }
        if (!end) {
            g->join[k].lo = lo;
            g->stack[depth++] = k;
        }
    }
}

/* The first place in from ... to that is more than WIDTH above place lo, or to + 1. Doubles its
 * stride first, because the answer is most often near. */
static size_t first_beyond(const double *y, size_t lo, size_t from, size_t to, double width)
{
    size_t stride = 1, within = from, beyond = to + 1;

    if (y[from] - y[lo] > width)
        return from;
    while (stride <= to - within && y[within + stride] - y[lo] <= width) {
        within += stride;
        stride *= 2;
    }
    if (stride <= to - within)
        beyond = within + stride;
    while (beyond - within > 1) {
        size_t middle = within + (beyond - within) / 2;
        if (y[middle] - y[lo] > width)
            beyond = middle;
        else
            within = middle;
    }
    return beyond;
}

/* The first place in from ... to that a cluster from lo up to it does not take, or to + 1. Taking a
 * higher point raises the mean, so all that the limit of now allows is taken in one go. */
static size_t refused_above(const struct view *v, size_t lo, size_t from, size_t to)
{
    while (from <= to) {
        size_t next = first_beyond(v->y, lo, from, to, limit(v, lo, from - 1));
        if (next == from)
            return from;
        from = next;
    }
    return from;
}

static bool takes_below(const struct view *v, size_t hi, size_t place)
{
    return v->y[hi] - v->y[place] <= limit(v, place + 1, hi);
}

/* The last place that a cluster from hi down takes, in FROM (taken) down to TO. Each lower point
 * widens the cluster and lowers the mean, so once refused is refused for good. */
static size_t lowest_taken(const struct view *v, size_t hi, size_t from, size_t to)
{
    size_t stride = 1, taken = from;

    while (stride <= taken - to && takes_below(v, hi, taken - stride)) {
        taken -= stride;
        stride *= 2;
    }
    size_t refused = stride <= taken - to ? taken - stride : to; /* to: not known to be refused */
    while (taken > refused) {
        size_t middle = refused + (taken - refused) / 2;
        if (takes_below(v, hi, middle))
            taken = middle;
        else
            refused = middle + 1;
    }
    return taken;
}

/* Returns the places of the cluster that lo ... hi, all of one side of the join OUTER, grows into.
 */
static struct qt_range reach_from(const struct view *v, size_t lo, size_t hi, size_t outer)
{
    const struct qt_join *join = &v->g->join[outer];

    if (hi == outer) {
        size_t refused = refused_above(v, lo, hi + 1, join->hi);
        if (refused <= join->hi)
            return (struct qt_range){ lo, refused - 1 };
    } else {
        size_t taken = lowest_taken(v, hi, lo, join->lo);
        if (taken > join->lo)
            return (struct qt_range){ taken, hi };
    }
    return v->g->result[outer];
}

/* The join that a point meets first: its nearer neighbour's, the lower one's when both are equal.
 */
static size_t nearest_join(const struct view *v, size_t i)
{
    if (i == 0)
        return 0;
    if (i == v->n - 1)
        return i - 1;
    return gap(v->y, i - 1) <= gap(v->y, i) ? i - 1 : i;
}

void qt_grow(struct qt_growth *g, const double *y, size_t n, double fraction,
             struct qt_range *reach)
{
    const struct view v = { .g = g, .y = y, .n = n, .fraction = fraction };

    reach[0] = (struct qt_range){ 0, 0 };
    if (n == 1)
        return;
    fill_sums(g->sum, y, n);
    build_joins(g, y, n);
    for (size_t i = n - 1; i-- > 0;) { /* outer joins first */
        size_t k = g->order[i];
        const struct qt_join *join = &g->join[k];
        g->result[k] = join->outer == STATS_NONE ? (struct qt_range){ 0, n - 1 }
                                                 : reach_from(&v, join->lo, join->hi, join->outer);
    }
    for (size_t i = 0; i < n; i++)
        reach[i] = reach_from(&v, i, i, nearest_join(&v, i));
}
