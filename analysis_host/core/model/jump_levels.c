/* Finds plateaus in costs of jumps. */
#include "model/jump_levels.h"
#include "stats/stats.h"
#include <math.h>

enum { FEWEST = 8, PLATEAUS = 12 };
#define FLAT     0.1  /* a plateau rises by so much at most */
#define FLAT_BY  0.1  /* or by so many cycles */
#define SPAN     1.26 /* the last number of a plateau over the first */
#define APART    1.25 /* costs of neighbouring plateaus */
#define APART_BY 0.3  /* cycles */
#define ON       0.08 /* what is on a plateau, as a share of the way to the next */

struct plateau {
    size_t first, last; /* indices */
    double cost, end;   /* at the beginning, and of its last part */
};

/* Pools costs that fall, so that TO never does; from index FIRST on. */
static void rising(const struct jump_curve *c, size_t first, double *to)
{
    double mean[JUMP_POINTS];
    size_t begin[JUMP_POINTS], pools = 0;

    for (size_t i = first; i < c->n; i++) {
        mean[pools] = c->cost[i];
        begin[pools++] = i;
        for (; pools > 1 && mean[pools - 2] > mean[pools - 1]; pools--) {
            double a = (double)(begin[pools - 1] - begin[pools - 2]);
            double b = (double)(i + 1 - begin[pools - 1]);
            mean[pools - 2] = (a * mean[pools - 2] + b * mean[pools - 1]) / (a + b);
        }
    }
    for (size_t p = 0; p < pools; p++)
        for (size_t i = begin[p]; i < (p + 1 < pools ? begin[p + 1] : c->n); i++)
            to[i] = mean[p];
}

/* Puts P, the next plateau, behind those in AT or, where they differ little, into the last. */
static size_t add(struct plateau *at, size_t n, const struct plateau *p)
{
    if (n > 0 && p->cost < fmax(APART * at[n - 1].cost, at[n - 1].cost + APART_BY)) {
        at[n - 1].last = p->last;
        at[n - 1].end = p->cost;
        return n;
    }
    if (n < PLATEAUS)
        at[n++] = *p;
    return n;
}

static size_t find(const struct jump_curve *c, const double *cost, size_t first,
                   struct plateau at[PLATEAUS])
{
    size_t n = 0;

    for (size_t i = first, j; i < c->n; i = j + 1) {
        double most = fmax(cost[i] * (1 + FLAT), cost[i] + FLAT_BY);

        for (j = i; j + 1 < c->n && cost[j + 1] <= most; j++)
            ;
        if (c->jumps[j] < SPAN * c->jumps[i]) { /* a slope: the plateau may begin one later */
            j = i;
            continue;
        }
        double usual = stats_median(&cost[i], j + 1 - i);
        n = add(at, n, &(struct plateau){ i, j, usual, usual });
    }
    return n;
}

unsigned jump_edges(const struct jump_curve *c, struct jump_edge edge[JUMP_LEVELS_MOST])
{
    double cost[JUMP_POINTS] = { 0 };
    struct plateau at[PLATEAUS];
    size_t first = 0;
    unsigned n = 0;

    while (first < c->n && c->jumps[first] < FEWEST)
        first++;
    rising(c, first, cost);
    size_t plateaus = find(c, cost, first, at);
    for (size_t p = 0; p + 1 < plateaus && n < JUMP_LEVELS_MOST; p++) {
        double most = at[p].end + ON * (at[p + 1].cost - at[p].end);
        size_t last = at[p].last;

        while (last + 1 < at[p + 1].first && cost[last + 1] <= most)
            last++;
        edge[n++] = (struct jump_edge){ c->jumps[last], c->jumps[last + 1], at[p].cost,
                                        at[p + 1].cost, c->jumps[at[p + 1].last] };
    }
    return n;
}
