/* Finds the plateaus of a latency curve: the curve is made monotone, plateaus are found, the
 * longest first, several chains are asked, and plateaus of one level are joined. */
#include "latency_plateaus.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 3 };

/* Where a value is from: "realboards", the sparse curves of 96 real boards (accuracy_realboards);
 * "chains", tables of real boards with several chains at once; "chosen", nothing is known. Names in
 * snake case are tests of the case. */
static const struct {
    double fault;
    double dense_growth, dense_octaves, sparse_growth, sparse_octaves, gap;
    double support, most_noise, noisy;
    double shelf_growth, shelf_octaves, shelf_before, shelf_after, shelf_noise;
    size_t shelf_points;
    double rise, rise_noise, gentle, gentle_contiguous, part, even;
    double steep;
    double end_octaves, end_rise;
    double level, level_noise, settled, settled_quiet, quiet;
} tuned = {
    /* ---- faults of the clock ---- */
    /* A point of this share of the medians of its three neighbours on either side is a fault.
     * Chosen; one_low_point_erases_nothing. */
    .fault = 0.8,

    /* ---- plateaus ---- */
    /* Most growth from the first point to the last, and shortest length, octaves, with many points
     * an octave. Chosen; planted_levels_are_recovered. */
    .dense_growth = 1.12,
    .dense_octaves = 0.6,
    /* The same with a point an octave, where the tail of one rise reaches into the plateau.
     * realboards. */
    .sparse_growth = 1.2,
    .sparse_octaves = 0.9,
    /* Neighbours further apart, octaves, are sparse. Chosen, between the two kinds of sweep. */
    .gap = 0.7,
    /* Half of the timings of a plateau lie within dense_growth times this of its first point by
     * themselves: on a ramp under noise one lucky point draws the others down. Chosen. */
    .support = 1.1,
    /* Most noise that a point counts with, and how many times its noise a plateau must be longer.
     * Chosen; noise_that_adds_time_changes_nothing. */
    .most_noise = 0.5,
    .noisy = 4,

    /* ---- shelves: levels too short for a plateau ---- */
    /* Growth, octaves, steps before and after, noise and points of a shelf: what a policy keeps of
     * too large a working set costs nearly as much as the next level. half-as-large-again.machine;
     * a_level_half_as_large_again_is_told, a_shelf_below_the_next_level_is_none. */
    .shelf_growth = 1.01,
    .shelf_octaves = 0.25,
    .shelf_before = 1.4,
    .shelf_after = 2,
    .shelf_noise = 0.01,
    .shelf_points = 3,

    /* ---- joining plateaus of one level ---- */
    /* Least ratio of two levels' latencies, as a lower step is as likely a TLB's, and how many
     * times the noise is added. Chosen; planted machine "near latencies". */
    .rise = 1.12,
    .rise_noise = 3,
    /* Up to this ratio a step must be steep, too, as drift and translations spread a rise. Chosen;
     * less in contiguous frames. */
    .gentle = 1.6,
    .gentle_contiguous = 1.2,
    /* A step is even when no part of so many octaves has this share of its rise. Chosen. */
    .part = 0.26,
    .even = 0.7,

    /* ---- several chains at once ---- */
    /* A plateau of several chains over which one chain's cost grows so much is none, as chains that
     * wait for one port hide a step. chains. */
    .steep = 2,

    /* ---- the ends of the curve ---- */
    /* The last point is a level so many octaves after the last plateau and this ratio above it: one
     * or two high points at the end are noise. Chosen; end_in_a_rise_stands_for_what_lies_behind.
     */
    .end_octaves = 0.4,
    .end_rise = 1.5,
    /* Growth that ends a level, and how many times the noise is added; octaves after which the last
     * level is one. Simulated boards with noise, guests and real boards' tables, each damaged in
     * one place (damaged_levels). */
    .level = 1.12,
    .level_noise = 3,
    .settled = 0.6,
    /* The same octaves where the noise is no more than this. Short sweeps (infer_cache_levels). */
    .settled_quiet = 0.4,
    .quiet = 0.01,
};

double curve_octaves(const struct curve *curve, size_t i, size_t j)
{
    return log2(curve->at[j].x / curve->at[i].x);
}

bool curve_is_sparse(const struct curve *curve, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (curve_octaves(curve, i, i + 1) > tuned.gap)
            return true;
    return false;
}

const struct curve_point *plateau_middle(const struct curve *curve, const struct plateau *p)
{
    return &curve->at[p->first + (p->last - p->first) / 2];
}

double plateau_noise(const struct curve *curve, const struct plateau *p)
{
    double sum = 0, all = 0;

    for (size_t i = p->first; i <= p->last; i++) {
        const struct curve_point *at = &curve->at[i];
        /* Tables of other tools have one timing a point, and few points: what lies between is
         * slope. */
        bool repeated = i < p->last && at->n > 1;
        double apart = repeated ? fabs(log(at[1].x2 / at->x2)) : 0;
        double weight = (double)(repeated && at[1].n < at->n ? at[1].n : at->n);

        sum += weight * fmin(fmax(at->spread, apart), tuned.most_noise);
        all += weight;
    }
    return sum / all;
}

/* Returns the points that are kept, made monotone from the right (BlackjackBench section 4.1); NULL
 * when memory is short. A point that costs less than 0.8 times the medians of the three points on
 * either side, of fewer where the curve ends, is left out: noise only adds time, so the clock was
 * at fault, and monotonicity would erase every level before such a point. The first three points
 * erase nothing. */
static struct curve_point *monotone(const struct curve *curve, size_t *n)
{
    struct curve_point *kept = malloc(curve->n * sizeof *kept);

    *n = 0;
    for (size_t i = 0; kept && i < curve->n; i++) {
        double before[AROUND], after[AROUND], y = curve->at[i].y / tuned.fault;
        size_t b = 0, a = 0;

        for (; b < AROUND && b < i; b++)
            before[b] = curve->at[i - 1 - b].y;
        for (; a < AROUND && i + 1 + a < curve->n; a++)
            after[a] = curve->at[i + 1 + a].y;
        if (b == AROUND && y < stats_median(before, b) && (a == 0 || y < stats_median(after, a)))
            continue;
        kept[*n] = curve->at[i];
        kept[*n].x2 = kept[*n].y;
        ++*n;
    }
    for (size_t i = *n; kept && i-- > 1;) {
        kept[i - 1].y = fmin(kept[i - 1].y, kept[i].y);
        kept[i - 1].typical = fmin(kept[i - 1].typical, kept[i].typical);
        kept[i - 1].mean = fmin(kept[i - 1].mean, kept[i].mean);
    }
    return kept;
}

/* Returns the longest run of points within GROWTH of its first, among points FROM to TO. */
static struct plateau longest_plateau(const struct curve *c, size_t from, size_t to, double growth)
{
    struct plateau best = { from, from, from };

    for (size_t i = from, j = from; i <= to; i++) {
        while (j < to && c->at[j + 1].y <= c->at[i].y * growth)
            j++;
        if (curve_octaves(c, i, j) > curve_octaves(c, best.first, best.last))
            best = (struct plateau){ i, j, j };
    }
    return best;
}

/* Returns true and fills *SHELF with the longest run of points FROM to TO that is a level too short
 * for a plateau, as where the next level holds half as much again: several points that cost the
 * same, between two steep steps. */
static bool find_shelf(const struct curve *c, size_t from, size_t to, struct plateau *shelf)
{
    if (from == 0 || to + 1 >= c->n)
        return false;
    struct plateau p = longest_plateau(c, from, to, tuned.shelf_growth);
    double cost = plateau_middle(c, &p)->y;

    *shelf = p;
    return cost > tuned.shelf_before * c->at[from - 1].y &&
           c->at[to + 1].y > tuned.shelf_after * cost &&
           p.last - p.first + 1 >= tuned.shelf_points &&
           curve_octaves(c, p.first, p.last) >= tuned.shelf_octaves &&
           plateau_noise(c, &p) <= tuned.shelf_noise;
}

/* Finds disjoint plateaus among points FROM to TO, the longest first, and lists them in order, at
 * most ROOM. Returns their number. A plateau is dropped where its noise asks for a longer one, or
 * where half of its timings lie far above its first point. */
static size_t find_plateaus(const struct curve *c, size_t from, size_t to, bool sparse,
                            struct plateau *plateaus, size_t room)
{
    if (room == 0)
        return 0;
    struct plateau p =
        longest_plateau(c, from, to, sparse ? tuned.sparse_growth : tuned.dense_growth);
    double length = curve_octaves(c, p.first, p.last);
    double shortest = sparse ? tuned.sparse_octaves : tuned.dense_octaves;
    size_t supporting = 0, all = 0, n = 0;

    if (length < shortest)
        return !sparse && find_shelf(c, from, to, plateaus);
    for (size_t i = p.first; i <= p.last; i++) {
        double most = c->at[p.first].y * tuned.dense_growth * tuned.support;

        all += c->at[i].n;
        supporting += c->at[i].x2 <= most ? c->at[i].n : 0;
    }
    if (p.first > from)
        n = find_plateaus(c, from, p.first - 1, sparse, plateaus, room - 1);
    if (length >= shortest * (1 + tuned.noisy * plateau_noise(c, &p)) &&
        (sparse || 2 * supporting > all))
        plateaus[n++] = p;
    if (p.last < to)
        n += find_plateaus(c, p.last + 1, to, sparse, plateaus + n, room - n);
    return n;
}

/* Ends each plateau before the step of a cache that one chain hardly shows; an octave of it is
 * left. What is cut off belongs to the next plateau where that is as flat. */
static void cut_plateaus(const struct curve *c, const struct chain_walks *walks,
                         struct plateau *plateaus, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        struct plateau *p = &plateaus[k], *next = p + 1;
        size_t last = p->last;

        while (last > p->first && chain_walks_end_cache(walks, c, p->first, last))
            last--;
        if (last == p->last || curve_octaves(c, p->first, last) < tuned.sparse_octaves)
            continue;
        p->last = last;
        while (k + 1 < n && next->first > p->last + 1 &&
               c->at[next->last].y <= tuned.sparse_growth * c->at[next->first - 1].y)
            next->first--;
    }
}

/* Adds plateaus that MANY, several chains at once, show after those of one chain, where
 * translations make a slope of a level. Returns the number of plateaus, at most ROOM. */
static size_t add_plateaus_of_chains(const struct curve *c, const struct curve *many,
                                     struct plateau *plateaus, size_t n, size_t room)
{
    struct plateau all[2 * LATENCY_PLATEAUS_MOST];
    size_t n_all = 0;

    for (size_t k = 0; k < n && n_all < room; k++) {
        size_t from = plateaus[k].last + 1, end = k + 1 < n ? plateaus[k + 1].first : c->n;

        all[n_all++] = plateaus[k];
        if (from >= end)
            continue;
        size_t found = n_all + find_plateaus(many, from, end - 1, true, all + n_all, room - n_all);
        for (size_t i = n_all; i < found; i++)
            if (c->at[all[i].last].y < tuned.steep * c->at[all[i].first].y)
                all[n_all++] = all[i];
    }
    memcpy(plateaus, all, n_all * sizeof *all);
    return n_all;
}

/* Returns true when no quarter octave holds 70 % of the rise from A to B: drift and translation
 * misses spread a rise, a capacity is a step. */
static bool rises_evenly(const struct curve *c, const struct plateau *a, const struct plateau *b)
{
    size_t from = a->first + (a->last - a->first) / 2;
    size_t to = b->first + (b->last - b->first) / 2;
    double total = log(c->at[to].y / c->at[from].y), most = 0;

    for (size_t i = from, j = from; i < to; i++) {
        while (j < to && (j <= i || curve_octaves(c, i, j + 1) <= tuned.part))
            j++;
        most = fmax(most, log(c->at[j].y / c->at[i].y));
    }
    return most < tuned.even * total;
}

/* Joins plateaus that are one level: steps too low or too even for a capacity, and translations,
 * which several chains at once tell. Returns how many are left. */
static size_t join_plateaus(const struct curve *c, const struct chain_walks *walks,
                            struct plateau *plateaus, size_t n)
{
    const struct curve *many = chain_walks_most(walks);
    double gentle = c->contiguous ? tuned.gentle_contiguous : tuned.gentle;
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        plateaus[i].settled = plateaus[i].last;
    for (size_t i = 1; i < n; i++) {
        struct plateau *p = &plateaus[kept], *next = &plateaus[i];
        double rise = plateau_middle(c, next)->y / plateau_middle(c, p)->y;
        double noise = fmax(plateau_noise(c, p), plateau_noise(c, next));
        struct chain_step step = chain_step_between(c, many, p->last, next->first), into = { 0 };

        if (kept > 0)
            into = chain_step_between(c, many, p[-1].last, p->first);
        if (rise < tuned.rise + tuned.rise_noise * noise ||
            (rise < gentle && rises_evenly(c, p, next) &&
             !chain_walks_end_cache(walks, c, p->last, next->first)))
            p->last = p->settled = next->last;
        else if (chain_step_is_translation(&step, &into))
            p->last = next->last;
        else
            plateaus[++kept] = *next;
    }
    return n > 0 ? kept + 1 : 0;
}

/* Returns true when the curve ends before its last level is one: it costs the same for too few
 * octaves, or what follows the last plateau rises. */
static bool is_open(const struct latency_plateaus *p)
{
    const struct curve *c = &p->curve;
    const struct plateau *last = &p->at[p->n - 1];
    double noise = plateau_noise(c, last);
    bool quiet = last->last >= last->first + 2 && noise <= tuned.quiet;
    size_t level_from = c->n - 1, before = c->n > 2 ? c->n - 2 : 0;

    while (level_from > 0 && tuned.level * c->at[level_from - 1].y >= c->at[c->n - 1].y)
        level_from--;
    if (p->n > 1 &&
        curve_octaves(c, level_from, c->n - 1) < (quiet ? tuned.settled_quiet : tuned.settled))
        return true;
    return before > last->last &&
           c->at[before].y > tuned.level * (1 + tuned.level_noise * noise) * c->at[last->last].y;
}

void latency_plateaus_find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                           struct latency_plateaus *p)
{
    struct curve *c = &p->curve;
    enum { ROOM = sizeof p->at / sizeof p->at[0] };

    *p = (struct latency_plateaus){ .curve = *curve };
    c->at = monotone(curve, &c->n);
    if (c->at == NULL || c->n == 0)
        return;
    bool sparse = curve_is_sparse(c, 0, c->n - 1);
    if (sparse)
        chain_walks_take(&p->walks, c, chains, n_chains);
    if (c->n > 1)
        p->n = find_plateaus(c, 0, c->n - 1, sparse, p->at, ROOM);
    if (p->walks.n > 0) {
        cut_plateaus(c, &p->walks, p->at, p->n);
        p->n = add_plateaus_of_chains(c, chain_walks_most(&p->walks), p->at, p->n, ROOM);
    }
    p->n = join_plateaus(c, &p->walks, p->at, p->n);
    if (p->n == 0)
        p->at[p->n++] = (struct plateau){ 0, 0, 0 };
    if (p->n > LATENCY_PLATEAUS_MOST - 1)
        p->n = LATENCY_PLATEAUS_MOST - 1;
    const struct plateau *first = &p->at[0], *last = &p->at[p->n - 1];
    if (curve_octaves(c, last->last, c->n - 1) > tuned.end_octaves &&
        c->at[c->n - 1].y > plateau_middle(c, last)->y * tuned.end_rise)
        p->at[p->n++] = (struct plateau){ c->n - 1, c->n - 1, c->n - 1 };
    p->open = !sparse && is_open(p);
    p->late = !sparse && p->n > 1 && curve_octaves(c, 0, first->first) > 0 &&
              plateau_middle(c, first)->y >
                  tuned.level * (1 + tuned.level_noise * plateau_noise(c, first)) * c->at[0].y;
}

void latency_plateaus_free(struct latency_plateaus *p)
{
    chain_walks_free(&p->walks);
    free(p->curve.at);
}
