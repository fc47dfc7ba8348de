/* Nested groups from what pairs cost each other: UPGMA, then levels by minimum description length.
 */
#include "group_tree.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Prior on noise: as if 4 pairs had scattered by 10 %. */
static const double prior_pairs = 4, prior_scatter = 0.1;
/* Equal pairs differ by 2 % however often they are timed: a waiting thread looks at even intervals.
 */
static const double least_deviation = 0.02;
/* The price of a level: 6 + N log N, in twice the logarithm of likelihood. */
static const double price_fixed = 6, price_each = 1;

/* A merge of two clusters: the pairs between them. */
struct merge {
    double height;              /* no less than of those that it merges */
    double pairs, sum, squares; /* of logarithms of cost */
    size_t a, b;                /* a member of either */
};

/* Sums over the pairs between two clusters. */
struct between {
    double pairs, sum, squares;
};

struct clusters {
    size_t n;
    struct between *between; /* n * n */
    const unsigned *within;  /* numbers of groups that no merge leaves; NULL: all are one */
    bool *gone;
    size_t *nearest; /* of each: the nearest later one that it may be merged with; N: none */
    double *height;  /* of the last merge into each */
    struct merge *merges;
    size_t n_merges;
};

static void add_pairs(struct between *to, const struct between *from)
{
    to->pairs += from->pairs;
    to->sum += from->sum;
    to->squares += from->squares;
}

static double mean_of(const struct between *b)
{
    return b->sum / b->pairs;
}

/* Returns the mean cost between I and K; INFINITY when they may not be merged. */
static double distance(const struct clusters *c, size_t i, size_t k)
{
    const struct between *x = &c->between[i * c->n + k];

    if (c->gone[i] || c->gone[k] || x->pairs == 0 || (c->within && c->within[i] != c->within[k]))
        return INFINITY;
    return mean_of(x);
}

static double distance_to_nearest(const struct clusters *c, size_t i)
{
    return c->nearest[i] < c->n ? distance(c, i, c->nearest[i]) : INFINITY;
}

/* Finds the nearest of all clusters after I; of equal ones the first. */
static void find_nearest_of(struct clusters *c, size_t i)
{
    double best = INFINITY;

    c->nearest[i] = c->n;
    for (size_t k = i + 1; k < c->n && !c->gone[i]; k++) {
        double here = distance(c, i, k);

        if (here < best) {
            best = here;
            c->nearest[i] = k;
        }
    }
}

/* Finds the two clusters whose pairs cost least on average, of equal ones the first; false when no
 * two may be merged. */
static bool find_nearest(const struct clusters *c, size_t *a, size_t *b)
{
    double best = INFINITY;

    *a = *b = 0;
    for (size_t i = 0; i < c->n; i++) {
        double here = distance_to_nearest(c, i);

        if (here < best) {
            best = here;
            *a = i;
            *b = c->nearest[i];
        }
    }
    return best < INFINITY;
}

/* Finds the nearest anew of A, which was merged with B, and of those that had one of them as such;
 * others before A may have come nearer to it. */
static void update_nearest(struct clusters *c, size_t a, size_t b)
{
    for (size_t i = 0; i < b; i++) {
        if (i == a || c->nearest[i] == a || c->nearest[i] == b) {
            find_nearest_of(c, i);
        } else if (i < a) {
            double here = distance(c, i, a), least = distance_to_nearest(c, i);

            if (here < least || (here == least && here < INFINITY && a < c->nearest[i]))
                c->nearest[i] = a;
        }
    }
}

static void merge_clusters(struct clusters *c, size_t a, size_t b)
{
    const struct between *x = &c->between[a * c->n + b];
    double height = fmax(mean_of(x), fmax(c->height[a], c->height[b]));

    c->merges[c->n_merges++] = (struct merge){ height, x->pairs, x->sum, x->squares, a, b };
    c->height[a] = height;
    c->gone[b] = true;
    for (size_t i = 0; i < c->n; i++) {
        if (i == a || c->gone[i])
            continue;
        add_pairs(&c->between[a * c->n + i], &c->between[b * c->n + i]);
        c->between[i * c->n + a] = c->between[a * c->n + i];
    }
    update_nearest(c, a, b);
}

static int by_height(const void *a, const void *b)
{
    const struct merge *x = a, *y = b;

    return (x->height > y->height) - (x->height < y->height);
}

static int make_clusters(struct clusters *c, const struct group_tree_costs *costs,
                         const unsigned *within)
{
    *c = (struct clusters){ .n = costs->n, .within = within };
    c->between = calloc(c->n * c->n, sizeof *c->between);
    c->gone = calloc(c->n, sizeof *c->gone);
    c->nearest = calloc(c->n, sizeof *c->nearest);
    c->height = calloc(c->n, sizeof *c->height);
    c->merges = calloc(c->n, sizeof *c->merges);
    if (!c->between || !c->gone || !c->nearest || !c->height || !c->merges)
        return -1;
    for (size_t i = 0; i < c->n; i++)
        c->height[i] = -INFINITY;
    for (size_t i = 0; i < c->n * c->n; i++)
        if (i / c->n != i % c->n && costs->cost[i] > 0) {
            double y = log(costs->cost[i]);

            c->between[i] = (struct between){ 1, y, y * y };
        }
    for (size_t i = 0; i < c->n; i++)
        find_nearest_of(c, i);
    return 0;
}

static void free_clusters(struct clusters *c)
{
    free(c->between);
    free(c->gone);
    free(c->nearest);
    free(c->height);
    free(c->merges);
}

/* ---- levels among the merges ---- */

/* Returns the squared deviations of the pairs of merges FROM to TO - 1 from their mean. */
static double scatter_within(const struct between *sums, size_t from, size_t to)
{
    double pairs = sums[to].pairs - sums[from].pairs;
    double sum = sums[to].sum - sums[from].sum;

    return fmax(0, sums[to].squares - sums[from].squares - sum * sum / pairs);
}

/* The best cut of the first I merges into K pieces, at [k * (n + 1) + i]. */
struct cuts {
    size_t n;
    double *scatter; /* the least there is; INFINITY: too few merges */
    size_t *last;    /* where its last piece begins */
};

static int make_cuts(struct cuts *c, size_t n, const struct between *sums)
{
    c->n = n;
    c->scatter = calloc((GROUP_TREE_LEVELS + 1) * (n + 1), sizeof *c->scatter);
    c->last = calloc((GROUP_TREE_LEVELS + 1) * (n + 1), sizeof *c->last);
    if (!c->scatter || !c->last)
        return -1;
    for (size_t i = 1; i <= n; i++)
        c->scatter[i] = INFINITY;
    for (size_t k = 1; k <= GROUP_TREE_LEVELS; k++)
        for (size_t i = 0; i <= n; i++) {
            double *best = &c->scatter[k * (n + 1) + i];

            *best = INFINITY;
            for (size_t from = k - 1; from < i; from++) {
                double here = c->scatter[(k - 1) * (n + 1) + from] + scatter_within(sums, from, i);

                if (here < *best) {
                    *best = here;
                    c->last[k * (n + 1) + i] = from;
                }
            }
        }
    return 0;
}

/* Returns the length of a description in PIECES levels: twice the logarithm of its likelihood and
 * the price of the levels (Rissanen 1978). */
static double description_length(double pairs, double least_scatter, size_t pieces, size_t n)
{
    double prior =
        prior_pairs * prior_scatter * prior_scatter + pairs * least_deviation * least_deviation;

    return (pairs + prior_pairs) * log((least_scatter + prior) / (pairs + prior_pairs)) +
           (double)pieces * (price_fixed + price_each * (double)n * log((double)n));
}

/* Fills START with the first merge of each level, the nearest first; returns the number of levels.
 */
static size_t choose_levels(const struct clusters *c, const struct cuts *cuts, double pairs,
                            size_t start[GROUP_TREE_LEVELS])
{
    size_t best = 1, at = cuts->n;

    for (size_t k = 2; k <= GROUP_TREE_LEVELS && k <= cuts->n; k++)
        if (description_length(pairs, cuts->scatter[k * (cuts->n + 1) + cuts->n], k, c->n) <
            description_length(pairs, cuts->scatter[best * (cuts->n + 1) + cuts->n], best, c->n))
            best = k;
    for (size_t k = best; k > 0; k--)
        at = start[k - 1] = cuts->last[k * (cuts->n + 1) + at];
    return best;
}

static size_t cut_merges(const struct clusters *c, size_t start[GROUP_TREE_LEVELS])
{
    struct cuts cuts = { 0 };
    struct between *sums = calloc(c->n_merges + 1, sizeof *sums);
    size_t n = 0;

    for (size_t i = 0; sums && i < c->n_merges; i++) {
        const struct merge *m = &c->merges[i];
        struct between more = { m->pairs, m->sum, m->squares };

        sums[i + 1] = sums[i];
        add_pairs(&sums[i + 1], &more);
    }
    if (sums && make_cuts(&cuts, c->n_merges, sums) == 0)
        n = choose_levels(c, &cuts, sums[c->n_merges].pairs, start);
    free(sums);
    free(cuts.scatter);
    free(cuts.last);
    return n;
}

/* ---- levels of groups ---- */

static bool same_groups(const unsigned *a, const unsigned *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

/* Returns a copy in which each group's number is its least member, so that equal groupings are
 * equal. */
static unsigned *number_by_least(const unsigned *group, size_t n)
{
    unsigned *copy = calloc(n ? n : 1, sizeof *copy);

    for (size_t i = 0; copy && i < n; i++)
        while (group[copy[i]] != group[i])
            copy[i]++;
    return copy;
}

/* Returns the groups that the first N_MERGES merges make. */
static unsigned *groups_after(const struct clusters *c, size_t n_merges)
{
    unsigned *group = calloc(c->n, sizeof *group);

    for (size_t i = 0; group && i < c->n; i++)
        group[i] = (unsigned)i;
    for (size_t m = 0; group && m < n_merges; m++) {
        unsigned from = group[c->merges[m].b], to = group[c->merges[m].a];

        for (size_t i = 0; i < c->n; i++)
            if (group[i] == from)
                group[i] = to;
    }
    return group;
}

/* Returns true when each group of INNER lies within one of OUTER. */
static bool is_within(const unsigned *inner, const unsigned *outer, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (outer[i] != outer[inner[i]])
            return false;
    return true;
}

int group_tree_insert(struct group_tree_levels *levels, const unsigned *group, unsigned *depth)
{
    unsigned *own = number_by_least(group, levels->n);
    unsigned at = 0;

    if (!own)
        return -1;
    while (at < levels->n_levels && !same_groups(levels->group[at], own, levels->n) &&
           is_within(own, levels->group[at], levels->n))
        at++;
    *depth = at;
    bool there = at < levels->n_levels && same_groups(levels->group[at], own, levels->n);
    bool fits = at == levels->n_levels || is_within(levels->group[at], own, levels->n);
    if (there || !fits || levels->n_levels == GROUP_TREE_LEVELS) {
        free(own);
        return there ? 0 : fits ? -1 : 1;
    }
    memmove(&levels->group[at + 1], &levels->group[at],
            (levels->n_levels - at) * sizeof levels->group[0]);
    levels->group[at] = own;
    levels->n_levels++;
    return 0;
}

/* Returns true for all in one group, or each alone: no level of its own. */
static bool says_nothing(const unsigned *group, size_t n)
{
    bool one = true, alone = true;

    for (size_t i = 1; i < n; i++) {
        one &= group[i] == group[0];
        for (size_t k = 0; k < i; k++)
            alone &= group[i] != group[k];
    }
    return one || alone;
}

static int add_levels(struct group_tree_levels *levels, const struct clusters *c,
                      const size_t start[GROUP_TREE_LEVELS], size_t n)
{
    for (size_t k = n; k-- > 1;) {
        unsigned *group = groups_after(c, start[k]), depth;
        int added = !group                      ? -1
                    : says_nothing(group, c->n) ? 0
                                                : group_tree_insert(levels, group, &depth);

        free(group);
        if (added < 0)
            return -1;
    }
    return 0;
}

int group_tree_refine(struct group_tree_levels *levels, const struct group_tree_costs *costs)
{
    const unsigned *within = levels->n_levels > 0 ? levels->group[levels->n_levels - 1] : NULL;
    struct clusters c;
    size_t start[GROUP_TREE_LEVELS], a, b;
    int made = make_clusters(&c, costs, within);

    if (made == 0) {
        while (find_nearest(&c, &a, &b))
            merge_clusters(&c, a, b);
        qsort(c.merges, c.n_merges, sizeof *c.merges, by_height);
        size_t n = c.n_merges > 0 ? cut_merges(&c, start) : 0;
        made = add_levels(levels, &c, start, n);
    }
    free_clusters(&c);
    return made;
}

bool group_tree_is_whole(const struct group_tree_levels *levels,
                         const struct group_tree_costs *costs)
{
    size_t n = costs->n;
    const unsigned *group = levels->n_levels > 0 ? levels->group[levels->n_levels - 1] : NULL;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if ((!group || group[i] == group[k]) && !(costs->cost[i * n + k] > 0))
                return false;
    return true;
}

void group_tree_levels_free(struct group_tree_levels *levels)
{
    for (unsigned i = 0; i < levels->n_levels; i++)
        free(levels->group[i]);
    *levels = (struct group_tree_levels){ .n = 0 };
}
