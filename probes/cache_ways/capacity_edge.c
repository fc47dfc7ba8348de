/* Searches the number of lines at which a set overflows, and sends what it timed. */
#include "capacity_edge.h"
#include "lib/measure.h"
#include <stdbool.h>

enum {
    POINTS = 64, /* most numbers of lines in one series */
    ROUNDS = 8,  /* of refinement: halving a gap of 128 takes 7 */
    LEAST_OPS = 128,
    WARM_LOADS = 1024,
    MOST_WARM_LAPS = 16,
    MOST_SETTLING_LAPS = 256,
    SAMPLES_A_SECOND = 250000, /* 4 us: the shorter a sample, the likelier no interrupt hits it */
};

struct point {
    unsigned n; /* lines a set */
    struct cost {
        uint64_t ops; /* in one timing; 0: not measured yet */
        unsigned n_ticks;
        uint64_t ticks[EDGE_PASSES];
    } cost[CONFLICT_KINDS];
};

static struct point points[POINTS]; /* ascending n up to n_sorted, later ones as they came */
static unsigned n_points;
static struct plan quick; /* the run's, with shorter samples */

static const unsigned first_lines[] = {
    1,  2,  3,  4,  5,  6,  8,   10,  12,  14,  16,  18,  20,  24,  28,  32,  36,  40,
    48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320, 384, 448, 512, 640
};
enum { FIRST_LINES = sizeof first_lines / sizeof first_lines[0] };

static void shorten_samples(const struct plan *plan)
{
    uint64_t least = measure_least_sample_ticks(plan);
    uint64_t ticks = measure_second_ticks() / SAMPLES_A_SECOND;

    quick = *plan;
    quick.sample_ticks = ticks > least ? ticks : least;
}

static uint64_t enough_ops(const struct measure_kernel *kernel, uint64_t ops, unsigned times)
{
    for (; times > 0 && ops > 0; times--)
        ops = measure_enough_ops(&quick, kernel, ops, 0);
    return ops;
}

/* Returns true when timings disagree as they do while random replacement still misses a line now
 * and then. */
static bool unsettled(const struct cost *cost)
{
    uint64_t least = MEASURE_NONE, most = 0;

    for (unsigned k = 0; k < cost->n_ticks; k++) {
        least = cost->ticks[k] < least ? cost->ticks[k] : least;
        most = cost->ticks[k] > most ? cost->ticks[k] : most;
    }
    return cost->n_ticks > 1 && most - least > least / 16;
}

/* Laps until the caches have settled: the last line of a set that a random choice has to bring in
 * takes as many laps as there are lines. */
static uint64_t warm_laps(const struct cost *cost, uint64_t lap)
{
    uint64_t warm = WARM_LOADS / lap + 2;

    if (unsettled(cost) && lap > MOST_WARM_LAPS)
        return lap < MOST_SETTLING_LAPS ? lap : MOST_SETTLING_LAPS;
    return warm < MOST_WARM_LAPS ? warm : MOST_WARM_LAPS;
}

/* Lays a chain, lets the caches settle, times it once into COST. */
static void visit(struct conflict_set *c, unsigned n, enum conflict_kind kind, struct cost *cost)
{
    uint64_t lap = conflict_lay(c, quick.seed, n, kind);
    struct measure_kernel kernel = { chase_walk, &c->chase };

    chase_walk(&c->chase, lap * warm_laps(cost, lap));
    /* Three times over: an interrupt makes too few look enough. */
    if (cost->ops == 0)
        cost->ops = enough_ops(&kernel, lap * (LEAST_OPS / lap + 1), 3);
    if (cost->ops == 0 || cost->n_ticks == EDGE_PASSES)
        return;
    uint64_t ticks = measure_ticks(&kernel, cost->ops);

    if (ticks != MEASURE_NONE)
        cost->ticks[cost->n_ticks++] = ticks;
}

/* The lowest timing of COST, or the second lowest where there are two, in 1/256 ticks a load. */
static uint64_t lowest(const struct cost *cost, bool second)
{
    uint64_t least = MEASURE_NONE, next = MEASURE_NONE;

    for (unsigned k = 0; k < cost->n_ticks; k++) {
        uint64_t ticks = cost->ticks[k];

        if (ticks < least) {
            next = least;
            least = ticks;
        } else if (ticks < next) {
            next = ticks;
        }
    }
    return ((second && next != MEASURE_NONE ? next : least) << 8) / cost->ops;
}

static bool measured(const struct point *p)
{
    return p->cost[CONFLICT_SET].n_ticks > 0 && p->cost[CONFLICT_CONTROL].n_ticks > 0;
}

/* Returns what the sets add to a load of P, TLB taken off: 0 when the control chain costs as much.
 */
static uint64_t added(const struct point *p)
{
    uint64_t set = lowest(&p->cost[CONFLICT_SET], false);
    uint64_t control = lowest(&p->cost[CONFLICT_CONTROL], false);

    return set > control ? set - control : 0;
}

static uint64_t unsure(const struct point *p)
{
    uint64_t sum = 0;

    for (unsigned kind = 0; kind < CONFLICT_KINDS; kind++)
        sum += lowest(&p->cost[kind], true) - lowest(&p->cost[kind], false);
    return sum;
}

/* Returns true when the cost rises from A to B by a thirty-second, and by more than repetitions
 * differ. */
static bool rises(const struct point *a, const struct point *b)
{
    uint64_t low = added(a), high = added(b);
    uint64_t least = lowest(&a->cost[CONFLICT_SET], false) / 32;

    return high > low + least && high - low > 3 * (unsure(a) + unsure(b));
}

static void sort(void)
{
    static struct point p;

    for (unsigned i = 1; i < n_points; i++) {
        unsigned k = i;

        p = points[i];
        for (; k > 0 && points[k - 1].n > p.n; k--)
            points[k] = points[k - 1];
        points[k] = p;
    }
}

static void add_point(unsigned n)
{
    if (n_points < POINTS)
        points[n_points++] = (struct point){ .n = n };
}

/* Times points FIRST and later, both kinds of each side by side. */
static void measure_from(struct probe_run *run, struct conflict_set *c, unsigned first,
                         unsigned passes)
{
    uint8_t order[POINTS];

    for (unsigned pass = 0; pass < passes; pass++) {
        for (unsigned i = first; i < n_points; i++) {
            unsigned j = first + (unsigned)((probe_random(run) >> 33) % (i - first + 1));

            order[i] = order[j];
            order[j] = (uint8_t)i;
        }
        for (unsigned i = first; i < n_points; i++)
            for (unsigned kind = 0; kind < CONFLICT_KINDS; kind++) {
                struct point *p = &points[order[i]];

                visit(c, p->n, (enum conflict_kind)kind, &p->cost[kind]);
            }
    }
}

/* Returns what half of the step adds to a load of the first level. */
static uint64_t half_way(const struct edge_costs *costs)
{
    return (costs->within + costs->beyond) / 2 - costs->nearest;
}

/* A little more than the power of two from which on half of the step is seen, at most MOST. */
static unsigned enough_lines(struct conflict_set *c, const struct edge_costs *costs, unsigned most)
{
    enum { TIMINGS = 3 };
    uint64_t half = half_way(costs);
    unsigned n = 2;

    for (; n < most; n *= 2) {
        struct point p = { .n = n };

        for (unsigned i = 0; i < TIMINGS * CONFLICT_KINDS; i++)
            visit(c, n, (enum conflict_kind)(i % 2), &p.cost[i % 2]);
        if (measured(&p) && added(&p) > half)
            break;
    }
    return n + n / 4 < most ? n + n / 4 : most;
}

/* One round: a point in the middle of each gap where the cost begins to rise. Whether there was
 * any. */
static bool refine(struct probe_run *run, struct conflict_set *c, const struct edge_costs *costs,
                   unsigned passes)
{
    unsigned n = n_points;

    for (unsigned i = 0; i + 1 < n; i++) {
        const struct point *a = &points[i], *b = &points[i + 1];

        if (b->n > a->n + 1 && measured(a) && measured(b) && rises(a, b) &&
            added(a) <= half_way(costs))
            add_point(a->n + (b->n - a->n) / 2);
    }
    measure_from(run, c, n, passes);
    sort();
    return n_points > n;
}

static void send(struct probe_run *run)
{
    for (unsigned i = 0; i < n_points; i++)
        for (unsigned kind = 0; kind < CONFLICT_KINDS; kind++) {
            const struct cost *cost = &points[i].cost[kind];
            uint64_t x[] = { points[i].n, kind };

            if (cost->n_ticks > 0)
                probe_sample(run, x, 2, cost->ops, cost->ticks, cost->n_ticks);
        }
}

static struct capacity_edge read_edge(const struct edge_costs *costs)
{
    struct capacity_edge edge = { 0 };
    /* The sweep that gave the costs has the TLB's part in them, which may be most of the step. */
    uint64_t low = costs->before + (costs->within - costs->before) / 3;
    uint64_t high = costs->within + costs->within / 8;
    uint64_t rise = costs->within + (costs->beyond - costs->within) / 8;

    for (unsigned i = 0; i < n_points; i++) {
        if (!measured(&points[i]))
            continue;
        uint64_t cost = costs->nearest + added(&points[i]);

        if (cost >= low && cost <= high)
            edge.plateau++;
        if (cost <= (rise > high ? rise : high))
            edge.lines = points[i].n;
    }
    if (n_points == 0 || edge.lines == points[n_points - 1].n || edge.plateau == 0)
        edge.lines = 0;
    return edge;
}

enum record_end edge_measure(struct probe_run *run, struct conflict_set *c,
                             const struct edge_costs *costs, unsigned passes,
                             struct capacity_edge *edge)
{
    shorten_samples(run->plan);
    unsigned most = enough_lines(c, costs, conflict_most(c));

    n_points = 0;
    for (unsigned i = 0; i < FIRST_LINES && first_lines[i] <= most; i++)
        add_point(first_lines[i]);
    measure_from(run, c, 0, passes);
    for (unsigned round = 0; round < ROUNDS && refine(run, c, costs, passes); round++)
        ;
    send(run);
    *edge = read_edge(costs);
    if (n_points == 0)
        return RECORD_END_NO_MEMORY; /* not even the fewest lines of a set lie in it */
    return run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
}
