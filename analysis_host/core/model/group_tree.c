/* Nested groups from what pairs cost each other: UPGMA, then a test of each merge. */
#include "group_tree.h"
#include "stats/stats.h"
#include "stats/values.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What a group must show, as ratios of costs. The documented groups of real machines have gaps of
 * 1.47 and more; neighbours in the meshes and rings of real machines have gaps of up to 1.13. */
static const struct {
    double gap;       /* median of the pairs that leave a group over that of the pairs within */
    double clear_gap; /* the same of a group that leaves out one member, or has few twins */
    double order;     /* share of comparisons of such pairs in which the pair within costs less */
    double own_gap;   /* share of the gap that each member has, by mean */
    double chance;    /* evidence beyond what the choice of members gives by chance */
    double twin_gap;  /* gap of a group whose twins show a gap */
    double far_twin;  /* the pairs within a twin that shows none cost at most so much more */
    double covered;   /* share of members that are in some twin */
    double balance;   /* UPGMA: of distances that differ by less, smaller clusters merge first */
    double prior_pairs, prior_scatter; /* noise: as if so many pairs had scattered so much */
} rule = { 1.2, 1.5, 0.9, 0.4, 6, 1.03, 1.15, 0.5, 0.02, 4, 0.04 };

enum { NONE = -1 };

/* A cluster of UPGMA: a member, or a merge of two. Its members are places FIRST to FIRST + SIZE - 1
 * of the order. */
struct cluster {
    int left, right, parent;
    size_t first, size;
    double gap; /* logarithm; NAN: not measured */
    bool group;
};

/* Sums over the pairs between two clusters, of logarithms of cost. */
struct between {
    double pairs, sum, squares;
};

/* The clusters of members of one outer group. Until judge_twins() a cluster's parent is what it was
 * merged into; AROUND is the narrowest group around it, or the root. */
struct tree {
    size_t n;             /* members; clusters 0 to n - 1 are these */
    const size_t *member; /* n: their indices in the whole */
    const struct group_tree_costs *costs;
    struct cluster *at;        /* 3 * n: merges follow members, twins without a gap follow both */
    size_t n_clusters;         /* several have no parent where pairs are missing */
    struct between *between;   /* n * n: of clusters, by slot */
    int *cluster_in, *nearest; /* n: the cluster in each slot, and its nearest later slot */
    int *order;                /* n: the member at each place */
    double *cost;              /* n * n: logarithms by place; NAN: not measured */
    int *owner;                /* n: of each place the widest group found so far */
    double *within, *leaving;  /* n * n: room for costs of pairs */
    double noise;              /* variance of equal pairs */
    int *around;               /* 3 * n */
    uint64_t *shape;           /* 3 * n: of groups; see shape_of() */
    bool *rest;                /* n: see add_complement() */
    unsigned by_twins;         /* groups of add_complement() */
};

/* ---- UPGMA ---- */

/* The distance of the clusters in slots I and K; INFINITY: none was measured. */
static double distance(const struct tree *t, size_t i, size_t k)
{
    const struct between *x = &t->between[i * t->n + k];

    if (t->cluster_in[i] == NONE || t->cluster_in[k] == NONE || x->pairs == 0)
        return INFINITY;
    double size = (double)(t->at[t->cluster_in[i]].size + t->at[t->cluster_in[k]].size);
    return x->sum / x->pairs + rule.balance * log2(size);
}

static double distance_to_nearest(const struct tree *t, size_t i)
{
    return t->nearest[i] == NONE ? INFINITY : distance(t, i, (size_t)t->nearest[i]);
}

/* Finds the nearest of all slots after I; of equal ones the first. */
static void find_nearest_of(struct tree *t, size_t i)
{
    double best = INFINITY;

    t->nearest[i] = NONE;
    for (size_t k = i + 1; k < t->n && t->cluster_in[i] != NONE; k++) {
        double here = distance(t, i, k);

        if (here < best) {
            best = here;
            t->nearest[i] = (int)k;
        }
    }
}

/* Puts the cluster in slot B with that in slot A. */
static void merge(struct tree *t, size_t a, size_t b)
{
    struct cluster *made = &t->at[t->n_clusters], *x = &t->at[t->cluster_in[a]];
    struct cluster *y = &t->at[t->cluster_in[b]];

    *made = (struct cluster){ .left = t->cluster_in[a],
                              .right = t->cluster_in[b],
                              .parent = NONE,
                              .size = x->size + y->size,
                              .gap = NAN };
    x->parent = y->parent = t->cluster_in[a] = (int)t->n_clusters++;
    t->cluster_in[b] = NONE;
    for (size_t i = 0; i < t->n; i++) {
        struct between *to = &t->between[a * t->n + i], *from = &t->between[b * t->n + i];

        if (i == a || t->cluster_in[i] == NONE)
            continue;
        to->pairs += from->pairs;
        to->sum += from->sum;
        to->squares += from->squares;
        t->between[i * t->n + a] = *to;
    }
    for (size_t i = 0; i < t->n; i++)
        if (i == a || t->nearest[i] == (int)a || t->nearest[i] == (int)b)
            find_nearest_of(t, i);
        else if (i < a && distance(t, i, a) < distance_to_nearest(t, i))
            t->nearest[i] = (int)a;
}

static void start_clusters(struct tree *t)
{
    t->n_clusters = t->n;
    for (size_t i = 0; i < t->n; i++) {
        t->at[i] = (struct cluster){ NONE, NONE, NONE, 0, 1, NAN, false };
        t->cluster_in[i] = (int)i;
        t->owner[i] = NONE;
        for (size_t k = 0; k < t->n; k++) {
            double cost = t->costs->cost[t->member[i] * t->costs->n + t->member[k]];
            double y = i != k && cost > 0 ? log(cost) : NAN;

            t->between[i * t->n + k] =
                isnan(y) ? (struct between){ 0, 0, 0 } : (struct between){ 1, y, y * y };
        }
    }
    for (size_t i = 0; i < t->n; i++)
        find_nearest_of(t, i);
}

/* Merges what is nearest on average until no measured pairs are left, and learns the noise from how
 * far the pairs between two merged clusters scatter. */
static void cluster(struct tree *t)
{
    double freedom = rule.prior_pairs;
    double squares = freedom * rule.prior_scatter * rule.prior_scatter;

    start_clusters(t);
    for (;;) {
        double best = INFINITY;
        size_t a = 0;

        for (size_t i = 0; i < t->n; i++)
            if (distance_to_nearest(t, i) < best) {
                best = distance_to_nearest(t, i);
                a = i;
            }
        if (best == INFINITY)
            break;
        size_t b = (size_t)t->nearest[a];
        const struct between x = t->between[a * t->n + b];
        squares += fmax(0, x.squares - x.sum * x.sum / x.pairs);
        freedom += x.pairs - 1;
        merge(t, a, b);
    }
    t->noise = squares / freedom;
}

/* Gives each cluster its run of places, parts after wholes, and each pair of places its cost. */
static void put_in_order(struct tree *t)
{
    size_t next = 0;

    for (size_t i = t->n_clusters; i-- > 0;) {
        struct cluster *c = &t->at[i];

        if (c->parent == NONE) {
            c->first = next;
            next += c->size;
        }
        if (c->left == NONE) {
            t->order[c->first] = (int)i;
            continue;
        }
        t->at[c->left].first = c->first;
        t->at[c->right].first = c->first + t->at[c->left].size;
    }
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->n; k++) {
            double cost =
                t->costs->cost[t->member[t->order[i]] * t->costs->n + t->member[t->order[k]]];

            t->cost[i * t->n + k] = i != k && cost > 0 ? log(cost) : NAN;
        }
}

/* ---- what a group must show ---- */

static bool in_one_group(const struct tree *t, size_t i, size_t k)
{
    return t->owner[i] != NONE && t->owner[i] == t->owner[k];
}

/* The costs of pairs of places FROM to TO - 1 that have no group in common. Returns their number.
 */
static size_t costs_within(const struct tree *t, size_t from, size_t to, double *costs)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        for (size_t k = from; k < i; k++)
            if (!isnan(t->cost[i * t->n + k]) && !in_one_group(t, i, k))
                costs[n++] = t->cost[i * t->n + k];
    return n;
}

static size_t costs_between(const struct tree *t, const struct cluster *a, const struct cluster *b,
                            double *costs)
{
    size_t n = 0;

    for (size_t i = a->first; i < a->first + a->size; i++)
        for (size_t k = b->first; k < b->first + b->size; k++)
            if (!isnan(t->cost[i * t->n + k]))
                costs[n++] = t->cost[i * t->n + k];
    return n;
}

/* The median of at most 2048 of the N costs, evenly picked; overwrites them. */
static double median(double *costs, size_t n)
{
    enum { MOST = 2048 };
    size_t step = n / MOST + 1, kept = 0;

    for (size_t i = 0; i < n; i += step)
        costs[kept++] = costs[i];
    return stats_median(costs, kept);
}

static double mean(const double *costs, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += costs[i];
    return sum / (double)n;
}

/* Returns true when pairs within A cost less than those from A to B that have a member in common,
 * in most comparisons (Goodman and Kruskal's gamma, as Baker and Hubert 1975 use it on clusters, is
 * twice this share less 1), and for each member by a good part of A's gap (as in silhouettes,
 * Rousseeuw 1987; of B as many as A has, the nearest). Members at the rim of a part of a ring or
 * mesh have near ones outside. */
static bool keeps_order(const struct tree *t, const struct cluster *a, const struct cluster *b)
{
    double less = 0, all = 0, *within = t->within, *leaving = t->leaving;

    for (size_t i = a->first; i < a->first + a->size; i++) {
        size_t n_within = 0, n_leaving = 0;

        for (size_t k = a->first; k < a->first + a->size; k++)
            if (!isnan(t->cost[i * t->n + k]) && !in_one_group(t, i, k))
                within[n_within++] = t->cost[i * t->n + k];
        for (size_t k = b->first; k < b->first + b->size; k++)
            if (!isnan(t->cost[i * t->n + k]))
                leaving[n_leaving++] = t->cost[i * t->n + k];
        if (n_within == 0 || n_leaving == 0)
            continue;
        for (size_t k = 0; k < n_within * n_leaving; k++) {
            double x = within[k / n_leaving], y = leaving[k % n_leaving];

            less += x < y ? 1 : x == y ? 0.5 : 0;
        }
        all += (double)(n_within * n_leaving);
        stats_sort(leaving, n_leaving);
        if (mean(leaving, n_leaving < a->size ? n_leaving : a->size) - mean(within, n_within) <
            rule.own_gap * a->gap)
            return false;
    }
    return less >= rule.order * all;
}

/* Sets gap and group of C, whose sibling in the tree is S. */
static void judge(struct tree *t, struct cluster *c, const struct cluster *s)
{
    size_t n_within = costs_within(t, c->first, c->first + c->size, t->within);
    size_t n_leaving = costs_between(t, c, s, t->leaving);

    if (n_within == 0 || n_leaving == 0)
        return;
    c->gap = median(t->leaving, n_leaving) - median(t->within, n_within);
    double pairs = 1 / (1 / (double)n_within + 1 / (double)n_leaving);
    double evidence = c->gap * c->gap / t->noise * pairs;
    double by_chance = 2 * (double)c->size * log((double)t->n) + rule.chance;
    c->group = c->gap >= log(rule.gap) && evidence >= by_chance && keeps_order(t, c, s);
}

static void own(struct tree *t, size_t first, size_t size, int group)
{
    for (size_t i = first; i < first + size; i++)
        t->owner[i] = group;
}

/* Judges both parts of each merge, the narrowest first. */
static void judge_all(struct tree *t)
{
    for (size_t i = t->n; i < t->n_clusters; i++) {
        struct cluster *part[2] = { &t->at[t->at[i].left], &t->at[t->at[i].right] };

        for (unsigned p = 0; p < 2; p++)
            if (part[p]->size > 1)
                judge(t, part[p], part[1 - p]);
        for (unsigned p = 0; p < 2; p++)
            if (part[p]->group)
                own(t, part[p]->first, part[p]->size, (int)(part[p] - t->at));
    }
}

/* ---- twins ---- */

static size_t places_between(const struct tree *t, int a, int b)
{
    size_t x = t->at[a].size, y = t->at[b].size;

    return x > y ? x - y : y - x;
}

/* Returns true when the sizes of A and B differ by at most a third. */
static bool alike(const struct tree *t, int a, int b)
{
    return 3 * places_between(t, a, b) <= t->at[a].size;
}

/* Finds the narrowest group around each cluster, or the root. */
static void find_groups_around(struct tree *t)
{
    for (size_t i = t->n_clusters; i-- > 0;) {
        int parent = t->at[i].parent;

        t->around[i] = parent == NONE || t->at[parent].group || t->at[parent].parent == NONE
                           ? parent
                           : t->around[parent];
    }
}

/* A number that two groups have in common when they are of one size and so are the groups in them.
 */
static uint64_t shape_of(uint64_t size, uint64_t sum_of_parts)
{
    uint64_t x = (sum_of_parts ^ size) * 0x9e3779b97f4a7c15u;

    return x ^ x >> 29;
}

/* Sets shape of cluster C from the groups right below it, all of which have theirs. IN: the group
 * around these. */
static void set_shape(struct tree *t, int c, int in)
{
    size_t first = t->at[c].first, end = first + t->at[c].size;
    uint64_t sum = 0;

    for (size_t i = t->n; i < t->n_clusters; i++)
        if (t->at[i].group && t->around[i] == in && (int)i != c && t->at[i].first >= first &&
            t->at[i].first < end)
            sum += t->shape[i];
    t->shape[c] = shape_of(t->at[c].size, sum);
}

/* Takes away the groups right in P whose gap is not clear, when they have no twins or when most of
 * P is in none of these. */
static void drop_single(struct tree *t, int p)
{
    for (size_t i = t->n; i < t->n_clusters; i++) {
        size_t n = 0, covered = 0;

        if (!t->at[i].group || t->around[i] != p || t->at[i].gap >= log(rule.clear_gap))
            continue;
        for (size_t k = t->n; k < t->n_clusters; k++)
            if (t->at[k].group && t->around[k] == p && alike(t, (int)i, (int)k)) {
                n++;
                covered += t->at[k].size;
            }
        if (n > 1 && (double)covered > rule.covered * (double)t->at[p].size)
            continue;
        t->at[i].group = false;
        for (size_t k = 0; k < t->n_clusters; k++)
            if (t->around[k] == (int)i)
                t->around[k] = p;
    }
}

/* Returns true when cluster C right in P, which is none, has the shape of group G. */
static bool is_candidate(struct tree *t, size_t c, int p, int g)
{
    if (t->at[c].group || t->around[c] != p || t->at[c].size != t->at[g].size ||
        !(t->at[c].gap >= log(rule.twin_gap)))
        return false;
    set_shape(t, (int)c, p);
    return t->shape[c] == t->shape[g];
}

/* Makes groups of clusters right in P that have a small gap, if at least as many of the same shape
 * have a whole one, and together they have most of P. */
static void add_candidates(struct tree *t, int p)
{
    for (size_t i = t->n; i < t->n_clusters; i++) {
        size_t groups = 0, candidates = 0;

        if (!t->at[i].group || t->around[i] != p)
            continue;
        for (size_t k = t->n; k < t->n_clusters; k++) {
            groups += t->at[k].group && t->around[k] == p && t->shape[k] == t->shape[i];
            candidates += is_candidate(t, k, p, (int)i);
        }
        if (candidates == 0 || candidates > groups ||
            (double)((groups + candidates) * t->at[i].size) <= rule.covered * (double)t->at[p].size)
            continue;
        for (size_t k = t->n; k < t->n_clusters; k++)
            if (is_candidate(t, k, p, (int)i)) {
                t->at[k].group = true;
                for (size_t c = 0; c < k; c++)
                    if (t->around[c] == p && t->at[c].first >= t->at[k].first &&
                        t->at[c].first < t->at[k].first + t->at[k].size)
                        t->around[c] = (int)k;
            }
    }
}

/* Returns true when place I is in a group right in P that is of no twin of SHAPE. */
static bool in_rest(const struct tree *t, size_t place, int p, uint64_t shape)
{
    for (size_t i = t->n; i < t->n_clusters; i++)
        if (t->at[i].group && t->around[i] == p && place >= t->at[i].first &&
            place < t->at[i].first + t->at[i].size)
            return t->shape[i] != shape;
    return true;
}

/* Returns true when pairs within the places of REST (true) cost about as much as those that leave
 * it within P, or less. */
static bool is_near_enough(struct tree *t, int p, const bool *rest)
{
    size_t within = 0, leaving = 0, end = t->at[p].first + t->at[p].size;

    for (size_t i = t->at[p].first; i < end; i++)
        for (size_t k = t->at[p].first; k < end; k++) {
            double cost = t->cost[i * t->n + k];

            if (isnan(cost) || !rest[i] || in_one_group(t, i, k))
                continue;
            if (rest[k])
                t->within[within++] = cost;
            else
                t->leaving[leaving++] = cost;
        }
    return within > 0 && leaving > 0 &&
           median(t->within, within) <= median(t->leaving, leaving) + log(rule.far_twin);
}

/* When what the groups right in P of one shape leave is groups that would make another one of the
 * same shape, it is one. On machines of two sockets the memory of the timed lines lies at one: so
 * the pairs of the other cost as much as pairs across. */
static void add_complement(struct tree *t, int p)
{
    for (size_t i = t->n; i < t->n_clusters; i++) {
        size_t size = 0, end = t->at[p].first + t->at[p].size;
        uint64_t sum = 0;

        if (!t->at[i].group || t->around[i] != p)
            continue;
        for (size_t k = t->n; k < t->n_clusters; k++)
            if (t->at[k].group && t->around[k] == p && t->shape[k] == t->shape[i])
                size += t->at[k].size;
            else if (t->at[k].group && t->around[k] == p)
                sum += t->shape[k];
        if (t->at[p].size - size != t->at[i].size || sum == 0 ||
            shape_of(t->at[i].size, sum) != t->shape[i])
            continue;
        for (size_t k = t->at[p].first; k < end; k++)
            t->rest[k] = in_rest(t, k, p, t->shape[i]);
        if (!is_near_enough(t, p, t->rest))
            continue;
        int made = (int)t->n_clusters;
        for (size_t k = 0; k < t->n_clusters; k++)
            if (t->around[k] == p && t->rest[t->at[k].first] && t->at[k].size < t->at[i].size)
                t->around[k] = made;
        t->at[made] = (struct cluster){ NONE, NONE, p, t->at[p].first, t->at[i].size, NAN, true };
        t->around[made] = p;
        t->shape[made] = t->shape[i];
        t->n_clusters++;
        t->by_twins++;
        return;
    }
}

static void judge_twins(struct tree *t)
{
    size_t n = t->n_clusters;

    find_groups_around(t);
    for (size_t p = t->n; p < n; p++) {
        if (!t->at[p].group && t->at[p].parent != NONE)
            continue;
        drop_single(t, (int)p);
        add_candidates(t, (int)p);
        add_complement(t, (int)p);
        set_shape(t, (int)p, (int)p);
    }
}

/* ---- levels ---- */

static void free_tree(struct tree *t)
{
    free(t->at);
    free(t->between);
    free(t->cluster_in);
    free(t->nearest);
    free(t->order);
    free(t->cost);
    free(t->owner);
    free(t->within);
    free(t->leaving);
    free(t->around);
    free(t->shape);
    free(t->rest);
}

/* Finds the groups among the N members at MEMBER. -1 without memory; free_tree() in any case. */
static int make_tree(struct tree *t, size_t n, const size_t *member,
                     const struct group_tree_costs *costs)
{
    *t = (struct tree){ .n = n, .member = member, .costs = costs };
    t->at = calloc(3 * n, sizeof *t->at);
    t->between = calloc(n * n, sizeof *t->between);
    t->cluster_in = calloc(n, sizeof *t->cluster_in);
    t->nearest = calloc(n, sizeof *t->nearest);
    t->order = calloc(n, sizeof *t->order);
    t->cost = calloc(n * n, sizeof *t->cost);
    t->owner = calloc(n, sizeof *t->owner);
    t->within = calloc(n * n, sizeof *t->within);
    t->leaving = calloc(n * n, sizeof *t->leaving);
    t->around = calloc(3 * n, sizeof *t->around);
    t->shape = calloc(3 * n, sizeof *t->shape);
    t->rest = calloc(n, sizeof *t->rest);
    if (!t->at || !t->between || !t->cluster_in || !t->nearest || !t->order || !t->cost ||
        !t->owner || !t->within || !t->leaving || !t->around || !t->shape || !t->rest)
        return -1;
    cluster(t);
    put_in_order(t);
    judge_all(t);
    judge_twins(t);
    return 0;
}

/* The groups around cluster C, itself included. */
static unsigned depth_of(const struct tree *t, int c)
{
    unsigned depth = 0;

    for (; c != NONE; c = t->around[c])
        depth += t->at[c].group;
    return depth;
}

/* Groups of one level more than there are, at index DEPTH - 1 (from 1) of MORE: a number for each
 * of N, which is its own where nobody has set one. -1 without memory or room. */
static int add_level(unsigned **more, unsigned depth, unsigned room, size_t n)
{
    if (depth > room)
        return -1;
    if (more[depth - 1])
        return 0;
    more[depth - 1] = calloc(n, sizeof *more[0]);
    for (size_t i = 0; more[depth - 1] && i < n; i++)
        more[depth - 1][i] = (unsigned)i;
    return more[depth - 1] ? 0 : -1;
}

/* Enters the groups of T into MORE. */
static int enter_groups(const struct tree *t, unsigned **more, unsigned room)
{
    size_t *first = calloc(t->n_clusters, sizeof *first); /* a member of each group, from 1 */
    int entered = first ? 0 : -1;

    for (size_t i = 0; i < t->n && entered == 0; i++)
        for (int c = t->around[i]; c != NONE && entered == 0; c = t->around[c]) {
            if (!t->at[c].group)
                continue;
            unsigned depth = depth_of(t, c);
            first[c] = first[c] ? first[c] : t->member[i] + 1;
            entered = add_level(more, depth, room, t->costs->n);
            if (entered == 0)
                more[depth - 1][t->member[i]] = (unsigned)(first[c] - 1);
        }
    free(first);
    return entered;
}

/* Fills MEMBER with the members of group NUMBER of WITHIN (NULL: all N are one). Returns how many.
 */
static size_t list_members(const unsigned *within, unsigned number, size_t n, size_t *member)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        if (!within || within[i] == number)
            member[count++] = i;
    return count;
}

int group_tree_refine(struct group_tree_levels *levels, const struct group_tree_costs *costs)
{
    const unsigned *within = levels->n_levels > 0 ? levels->group[levels->n_levels - 1] : NULL;
    unsigned *more[GROUP_TREE_LEVELS] = { NULL }, room = GROUP_TREE_LEVELS - levels->n_levels;
    size_t *member = calloc(levels->n + 1, sizeof *member);
    unsigned by_twins = 0;
    int made = member ? 0 : -1;

    for (unsigned i = 0; i < levels->n && made == 0; i++) {
        size_t n = within && within[i] != i ? 0 : list_members(within, i, levels->n, member);
        struct tree t;

        if (n > 2 && (within || i == 0)) {
            made = make_tree(&t, n, member, costs);
            made = made == 0 ? enter_groups(&t, more, room) : made;
            by_twins += t.by_twins;
            free_tree(&t);
        }
    }
    for (unsigned d = 0; d < room; d++)
        if (made == 0 && more[d])
            levels->group[levels->n_levels++] = more[d];
        else
            free(more[d]);
    levels->by_twins += made == 0 ? by_twins : 0;
    free(member);
    return made;
}

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
