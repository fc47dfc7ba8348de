/* Right answers about who is near whom, from a machine file. */
#include "truth_topology.h"
#include "coherence.h"
#include "result/topology.h"
#include "state.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The right tree, and the cycles of each pair that it was made of. */
struct tree {
    struct group_tree_levels levels;
    double *cycles; /* n * n */
};

/* Joins contexts by pairs of at most LIMIT cycles: GROUP[i] is that of context i. */
static void join_within(const struct tree *t, double limit, unsigned *group)
{
    size_t n = t->levels.n;

    for (size_t i = 0; i < n; i++)
        group[i] = (unsigned)i;
    for (size_t i = 0; i < n * n; i++)
        if (i / n != i % n && t->cycles[i] <= limit) {
            unsigned from = group[i % n], to = group[i / n];

            for (size_t k = 0; k < n; k++)
                if (group[k] == from)
                    group[k] = to;
        }
}

static bool splits(const unsigned *group, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (group[i] != group[0])
            return true;
    return false;
}

/* Returns the least cycles of any pair above FLOOR; INFINITY: none. */
static double next_above(const struct tree *t, double floor_cycles)
{
    double best = INFINITY;
    size_t n = t->levels.n;

    for (size_t i = 0; i < n * n; i++)
        if (i / n != i % n && t->cycles[i] > floor_cycles)
            best = fmin(best, t->cycles[i]);
    return best;
}

static void add_groups(struct tree *t, const struct sim_machine *m)
{
    unsigned group[4096], depth;

    for (double at = next_above(t, -1); isfinite(at); at = next_above(t, at)) {
        join_within(t, at, group);
        if (splits(group, t->levels.n))
            (void)group_tree_insert(&t->levels, group, &depth);
    }
    for (unsigned c = 0; c < m->n_caches; c++) {
        uint64_t by = m->cache[c].shared_by;

        for (size_t i = 0; i < t->levels.n; i++)
            group[i] = (unsigned)(i / by);
        if (by > 1 && splits(group, t->levels.n))
            (void)group_tree_insert(&t->levels, group, &depth);
    }
}

/* Returns the tree of MACHINE as in its file, without spread; empty for one context. */
static void make_tree(struct tree *t, const struct sim_machine *machine)
{
    struct sim_machine even = *machine;
    size_t n = (size_t)machine->cores;

    even.spread_ppb = 0;
    *t = (struct tree){ .levels = { .n = n } };
    struct sim_coherence *c = n > 1 ? sim_coherence_new(&even) : NULL;
    t->cycles = calloc(n * n, sizeof *t->cycles);
    if (c && t->cycles) {
        for (size_t i = 0; i < n * n; i++)
            t->cycles[i] = (double)c->hand_over_16ths[i] / SIM_16THS;
        add_groups(t, machine);
    }
    sim_coherence_free(c);
}

static void free_tree(struct tree *t)
{
    group_tree_levels_free(&t->levels);
    free(t->cycles);
}

/* Returns the median of CYCLES over pairs that are in one group of level D - 1 and in none of level
 * D. */
static double between(const struct group_tree_levels *levels, const double *cycles, unsigned d)
{
    size_t n = levels->n, kept = 0;
    double *y = calloc(n * n, sizeof *y), median = NAN;

    for (size_t i = 0; y && i < n * n; i++) {
        size_t a = i / n, b = i % n;
        bool above = d == 0 || levels->group[d - 1][a] == levels->group[d - 1][b];
        bool below = d < levels->n_levels && levels->group[d][a] == levels->group[d][b];

        if (a < b && above && !below && !isnan(cycles[i]))
            y[kept++] = cycles[i];
    }
    if (kept > 0)
        median = stats_median(y, kept);
    free(y);
    return median;
}

static void add(struct truth *t, enum truth_kind kind, double value, const char *what, unsigned d)
{
    *t = (struct truth){ .kind = kind, .value = value, .also = value };
    snprintf(t->id, sizeof t->id, what, d);
}

size_t truth_topology(const struct sim_machine *machine, struct truth *truths)
{
    struct tree t;
    size_t n = 0;

    if (machine->cores < 2 || !machine->far_16ths)
        return 0;
    make_tree(&t, machine);
    add(&truths[n++], TRUTH_COUNT, t.levels.n_levels, "topology.depth", 0);
    for (unsigned d = 0; d <= t.levels.n_levels; d++) {
        add(&truths[n++], TRUTH_CYCLES, between(&t.levels, t.cycles, d), "topology.%u.latency", d);
        if (d > 0)
            add(&truths[n++], TRUTH_COUNT, (double)machine->cores, "topology.%u.members", d);
    }
    for (unsigned i = 0; i < machine->n_caches; i++)
        add(&truths[n++], TRUTH_COUNT, (double)machine->cache[i].shared_by, "cache.%u.shared_by",
            i + 1);
    for (size_t i = 0; i < n; i++)
        truth_expect(&truths[i], machine);
    free_tree(&t);
    return n;
}

/* ---- answers ---- */

static double right_members(const unsigned *truth, const unsigned *answer, size_t n)
{
    double right = 0;

    for (size_t i = 0; i < n; i++) {
        bool same = true;

        for (size_t k = 0; k < n; k++)
            same &= (truth[i] == truth[k]) == (answer[i] == answer[k]);
        right += same;
    }
    return right;
}

static void answer(struct results *r, double value, const char *unit, const char *id, unsigned d)
{
    char name[48];

    snprintf(name, sizeof name, id, d);
    struct result *one = result_add(r, id_read(name));
    snprintf(one->unit, sizeof one->unit, "%s", unit);
    one->value = value;
    one->confidence = 0.9;
}

void truth_topology_answers(const struct sim_machine *machine, struct results *results)
{
    const struct topology *l = results->topology;
    struct tree t;

    if (!l || l->n != machine->cores)
        return;
    make_tree(&t, machine);
    answer(results, l->levels.n_levels, "count", "topology.depth", 0);
    for (unsigned d = 0; d <= l->levels.n_levels; d++) {
        answer(results, between(&l->levels, l->cycles, d), "cycle", "topology.%u.latency", d);
        if (d > 0 && d <= t.levels.n_levels)
            answer(results, right_members(t.levels.group[d - 1], l->levels.group[d - 1], l->n),
                   "count", "topology.%u.members", d);
    }
    free_tree(&t);
}
