/* Finds plateaus in a latency curve and sizes the cache that ends after each. */
#include "latency_levels.h"
#include "chain_step.h"
#include "miss_ratio.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most growth of a plateau from end to end, before it is joined with its neighbours. With a point
 * an octave the tail of one rise reaches into the plateau. */
static const double dense_growth = 1.12, sparse_growth = 1.2;
/* Least ratio of two levels' latencies: a lower step is as likely a TLB's. */
static const double least_rise = 1.12;
/* Shortest plateau, octaves, on a curve with many points an octave, and on one with a point each.
 */
static const double dense_octaves = 0.6, sparse_octaves = 0.9;
/* Points further apart than this, octaves, locate a capacity only by the miss ratio of one of them.
 */
static const double sparse_gap = 0.7;

/* What a curve must show before it is believed. Origin: curves of simulated boards with noise, of
 * guests and of real boards' tables, each damaged in one place. */
static const struct {
    double fault;   /* a point this share of those before and after it is a fault of the clock */
    double level;   /* growth that ends a level, where nothing is said of noise */
    double settled; /* octaves after which a last level is one */
    double quiet, settled_quiet; /* noise up to which fewer octaves, these, are enough */
    double flat;                 /* most growth of a flat curve, by medians */
} believed = { 0.8, 1.12, 0.6, 0.01, 0.4, 1.25 };

enum { MOST_PLATEAUS = 2 * LATENCY_LEVELS_MOST };

struct plateau {
    size_t first, last; /* points */
    size_t settled;     /* last point before translations miss */
};

static double octaves(const struct curve *curve, size_t i, size_t j)
{
    return log2(curve->at[j].x / curve->at[i].x);
}

/* Returns true when point I costs less than 0.8 times the medians of the three points on either
 * side, of fewer where the curve ends: a fault of the clock, as noise only adds time. Enforcing
 * monotonicity (BlackjackBench section 4.1) with such a point would erase every level before it.
 * Three points before are wanted: the first ones erase nothing. */
static bool low_outlier(const struct curve *curve, size_t i)
{
    enum { AROUND = 3 };
    double before[AROUND], after[AROUND], y = curve->at[i].y / believed.fault;
    size_t n = 0, m = 0;

    if (i < AROUND)
        return false;
    for (; n < AROUND; n++)
        before[n] = curve->at[i - 1 - n].y;
    for (; m < AROUND && i + 1 + m < curve->n; m++)
        after[m] = curve->at[i + 1 + m].y;
    return y < stats_median(before, n) && (m == 0 || y < stats_median(after, m));
}

/* Returns the points that are kept, made monotone from the right; NULL when memory is short. X2
 * becomes the cost that the point had of its own. */
static struct curve_point *monotone(const struct curve *curve, size_t *n)
{
    struct curve_point *kept = malloc(curve->n * sizeof *kept);

    *n = 0;
    for (size_t i = 0; kept && i < curve->n; i++)
        if (!low_outlier(curve, i)) {
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

/* The curve is monotone: this is the median. */
static const struct curve_point *middle(const struct curve *c, const struct plateau *f)
{
    return &c->at[f->first + (f->last - f->first) / 2];
}

static double level_of(const struct curve *c, const struct plateau *f)
{
    return middle(c, f)->y;
}

/* The longest run of points within GROWTH of its first, among points FROM to TO. */
static struct plateau longest_plateau(const struct curve *c, size_t from, size_t to, double growth)
{
    struct plateau best = { from, from, from };

    for (size_t i = from, j = from; i <= to; i++) {
        while (j < to && c->at[j + 1].y <= c->at[i].y * growth)
            j++;
        if (octaves(c, i, j) > octaves(c, best.first, best.last))
            best = (struct plateau){ i, j, j };
    }
    return best;
}

/* Returns true when at least half of the timings of F lie within 23 % of its first point by
 * themselves: on a ramp under noise one lucky point further right draws the others down. */
static bool is_supported(const struct curve *c, const struct plateau *f)
{
    double most = c->at[f->first].y * dense_growth * 1.1;
    size_t there = 0, all = 0;

    for (size_t i = f->first; i <= f->last; i++) {
        all += c->at[i].n;
        there += c->at[i].x2 <= most ? c->at[i].n : 0;
    }
    return 2 * there > all;
}

/* Returns the mean disagreement of the timings of F, relative: the larger of the spread of a point
 * and its distance from the next point, at most 0.5 each. */
static double noise_of(const struct curve *c, const struct plateau *f)
{
    double sum = 0, all = 0;

    for (size_t i = f->first; i <= f->last; i++) {
        /* Tables of other tools have one timing a point, and few points: what lies between is
         * slope. */
        bool repeated = i < f->last && c->at[i].n > 1;
        double apart = repeated ? fabs(log(c->at[i + 1].x2 / c->at[i].x2)) : 0;
        double weight =
            (double)(repeated && c->at[i + 1].n < c->at[i].n ? c->at[i + 1].n : c->at[i].n);

        sum += weight * fmin(fmax(c->at[i].spread, apart), 0.5);
        all += weight;
    }
    return sum / all;
}

/* Returns the shortest plateau that is believed, octaves: 1 + 4 noise times the least. */
static double least_octaves(const struct curve *c, const struct plateau *f, bool sparse)
{
    return (sparse ? sparse_octaves : dense_octaves) * (1 + 4 * noise_of(c, f));
}

/* Returns the longest run of points FROM to TO that is a level too short for a plateau, as where
 * the next one holds half as much again: several points that cost the same, between two steep
 * steps. What a policy keeps of a working set that is too large costs nearly as much as what comes
 * after. Its last point comes before its first where there is none. */
static struct plateau find_shelf(const struct curve *c, size_t from, size_t to)
{
    enum { FEWEST = 3 };
    static const double flat = 1.01, shortest = 0.25, step_to = 1.4, step_from = 2, quiet = 0.01;
    struct plateau f = longest_plateau(c, from, to, flat);
    bool steep = from > 0 && to + 1 < c->n && level_of(c, &f) > step_to * c->at[from - 1].y &&
                 c->at[to + 1].y > step_from * level_of(c, &f);

    if (!steep || f.last - f.first + 1 < FEWEST || octaves(c, f.first, f.last) < shortest ||
        noise_of(c, &f) > quiet)
        return (struct plateau){ 1, 0, 0 };
    return f;
}

/* Finds disjoint plateaus among points FROM to TO, the longest first, and lists them in order. */
static size_t find_plateaus(const struct curve *c, size_t from, size_t to, bool sparse,
                            struct plateau *plateaus, size_t room)
{
    struct plateau f = longest_plateau(c, from, to, sparse ? sparse_growth : dense_growth);

    if (room == 0)
        return 0;
    if (octaves(c, f.first, f.last) < (sparse ? sparse_octaves : dense_octaves)) {
        *plateaus = sparse ? (struct plateau){ 1, 0, 0 } : find_shelf(c, from, to);
        return plateaus->first <= plateaus->last;
    }
    bool firm = octaves(c, f.first, f.last) >= least_octaves(c, &f, sparse) &&
                (sparse || is_supported(c, &f));
    size_t n = f.first > from ? find_plateaus(c, from, f.first - 1, sparse, plateaus, room - 1) : 0;
    if (firm)
        plateaus[n++] = f;
    if (f.last < to)
        n += find_plateaus(c, f.last + 1, to, sparse, plateaus + n, room - n);
    return n;
}

/* Returns true when no quarter octave holds 70 % of the rise from A to B: drift and translation
 * misses spread a rise, a capacity is a step. */
static bool rises_evenly(const struct curve *c, const struct plateau *a, const struct plateau *b)
{
    size_t from = a->first + (a->last - a->first) / 2;
    size_t to = b->first + (b->last - b->first) / 2;
    double total = log(c->at[to].y / c->at[from].y), most = 0;

    for (size_t i = from, j = from; i < to; i++) {
        while (j < to && (j <= i || octaves(c, i, j + 1) <= 0.26))
            j++;
        most = fmax(most, log(c->at[j].y / c->at[i].y));
    }
    return most < 0.7 * total;
}

/* Returns true when the step from plateau K to plateau NEXT is translations that miss. MANY: the
 * same points walked by several chains at once, or none. */
static bool is_translation(const struct curve *c, const struct curve *many,
                           const struct plateau *plateaus, size_t k, const struct plateau *next)
{
    struct chain_step into = { 0 };

    if (k > 0)
        into = chain_step_between(c, many, plateaus[k - 1].last, plateaus[k].first);
    struct chain_step step = chain_step_between(c, many, plateaus[k].last, next->first);
    return chain_step_is_translation(&step, &into);
}

/* Ends plateau P before the step of a cache that one chain hardly shows; an octave of it is left.
 * Returns true when it did. */
static bool cut_plateau(const struct curve *c, const struct chain_walks *walks, struct plateau *p)
{
    size_t last = p->last;

    while (last > p->first && chain_walks_end_cache(walks, c, p->first, last))
        last--;
    if (last == p->last || octaves(c, p->first, last) < sparse_octaves)
        return false;
    p->last = last;
    return true;
}

/* Cuts each plateau; what is cut off belongs to the next one where that is as flat. */
static void cut_plateaus(const struct curve *c, const struct chain_walks *walks,
                         struct plateau *plateaus, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        struct plateau *next = &plateaus[k + 1];

        if (!cut_plateau(c, walks, &plateaus[k]) || k + 1 == n)
            continue;
        while (next->first > plateaus[k].last + 1 &&
               c->at[next->last].y <= sparse_growth * c->at[next->first - 1].y)
            next->first--;
    }
}

/* Returns how many plateaus are left without those over which one chain's cost doubles: several
 * chains that wait for the same port hide a step. */
static size_t drop_steep(const struct curve *c, struct plateau *plateaus, size_t n)
{
    static const double steep = 2;
    size_t kept = 0;

    for (size_t k = 0; k < n; k++)
        if (c->at[plateaus[k].last].y < steep * c->at[plateaus[k].first].y)
            plateaus[kept++] = plateaus[k];
    return kept;
}

/* Adds plateaus that several chains at once show after those of one chain, where translations make
 * a slope of a level. Returns the number of plateaus, at most ROOM. */
static size_t find_between(const struct curve *c, const struct curve *many,
                           struct plateau *plateaus, size_t n, size_t room)
{
    struct plateau all[MOST_PLATEAUS];
    size_t n_all = 0;

    for (size_t k = 0; k < n && n_all < room; k++) {
        size_t from = plateaus[k].last + 1, end = k + 1 < n ? plateaus[k + 1].first : c->n;

        all[n_all++] = plateaus[k];
        if (from >= end)
            continue;
        size_t found = find_plateaus(many, from, end - 1, true, all + n_all, room - n_all);
        n_all += drop_steep(c, all + n_all, found);
    }
    memcpy(plateaus, all, n_all * sizeof *all);
    return n_all;
}

/* Joins plateaus that are one level: steps too low or too even for a capacity, and translations. */
static size_t join_plateaus(const struct curve *c, const struct chain_walks *walks,
                            struct plateau *plateaus, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        plateaus[i].settled = plateaus[i].last;
    for (size_t i = 1; i < n; i++) {
        double rise = level_of(c, &plateaus[i]) / level_of(c, &plateaus[kept]);

        double noise = fmax(noise_of(c, &plateaus[kept]), noise_of(c, &plateaus[i]));

        double most_gentle = c->contiguous ? 1.2 : 1.6;

        if (rise < least_rise + 3 * noise ||
            (rise < most_gentle && rises_evenly(c, &plateaus[kept], &plateaus[i]) &&
             !chain_walks_end_cache(walks, c, plateaus[kept].last, plateaus[i].first)))
            plateaus[kept].last = plateaus[kept].settled = plateaus[i].last;
        else if (is_translation(c, chain_walks_most(walks), plateaus, kept, &plateaus[i]))
            plateaus[kept].last = plateaus[i].last;
        else
            plateaus[++kept] = plateaus[i];
    }
    return n > 0 ? kept + 1 : 0;
}

/* Returns the index of the first point from FROM on whose working set is X or more, c->n where
 * there is none. */
static size_t index_of(const struct curve *c, size_t from, double x)
{
    size_t to = c->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (c->at[middle].x < x)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Returns the miss ratio at point I: the way from cost LOW to the cost at twice its working set, in
 * [0, 1+). */
static double missing_share(const struct curve *c, size_t i, double low)
{
    if (i + 1 >= c->n)
        return 1;
    size_t j = index_of(c, i + 1, 1.9 * c->at[i].x);

    j = j < c->n ? j : c->n - 1;
    return c->at[j].y > low ? (c->at[i].y - low) / (c->at[j].y - low) : 1;
}

static double plateau_minimum(const struct curve *c, double from, double to)
{
    double least = INFINITY;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x >= from && c->at[i].x <= to)
            least = fmin(least, c->at[i].y);
    return least;
}

/* Returns the miss ratio at working set X on curve C, whose least cost on the plateau before is
 * LOW.
 */
static double share_at(const struct curve *c, double low, double x)
{
    size_t i = index_of(c, 0, x);

    return i < c->n ? missing_share(c, i, low) : 1;
}

/* Returns true when the last point of A costs 0.2 % more than the one before, and that at most 2 %
 * more than the first. */
static bool begun_to_miss(const struct curve *c, const struct plateau *a)
{
    static const double begun = 1.002, flat = 1.02;

    return a->last >= a->first + 2 && c->at[a->last].y > begun * c->at[a->last - 1].y &&
           c->at[a->last - 1].y <= flat * c->at[a->first].y;
}

/* Returns true when the cost at twice the working set of point I, which stands for "all missed", is
 * about to rise into the next level, or is the last one, and so far above point I that it may. */
static bool unsure_reference(const struct curve *c, size_t i)
{
    static const double rises = 1.5;
    size_t before = i + 2 < c->n ? i + 1 : i;

    return before + 1 < c->n && c->at[before + 1].y > rises * c->at[before].y;
}

/* Returns true when a cache of which point I MISSED a share cannot hold twice as much: in many
 * random frames a 2-way cache misses 0.26 at half of its size; few frames may all conflict. */
static bool is_past_half(const struct curve *c, size_t i, double missed)
{
    static const double at_half = 0.3, many_pages = 64;

    return missed >= at_half && c->at[i].x >= many_pages * c->page;
}

/* Returns the curve that tells how many loads miss after plateau A: that of the most chains, or C
 * where these wait for one port in either level, and so rise by less than half. */
static const struct curve *miss_curve(const struct curve *c, const struct curve *chains,
                                      size_t n_chains, const struct plateau *a, size_t next_plateau)
{
    static const double least = 1.5;
    const struct curve *most = n_chains > 0 ? &chains[n_chains - 1] : c;
    double low = plateau_minimum(most, c->at[a->first].x, c->at[a->last].x);
    size_t i = index_of(most, 0, c->at[next_plateau].x);

    return i < most->n && most->at[i].y >= least * low ? most : c;
}

/* Sizes a level of a sparse curve, a point an octave. The capacity is the last working set that
 * misses less than 0.66 of what twice its size misses: at its capacity a cache misses some (foreign
 * lines, page colours), at twice its capacity nearly all. The limit is lower in two cases. 0.5
 * where the last point of the plateau has begun to miss: that point is likely the capacity. Half
 * way to 0.92 where one partly missing point was taken: frames are random, and 2-way sets in random
 * frames miss P[Binomial(15, 1/4) >= 2] = 0.92 at twice their size.
 *
 * A full level after the first misses some, as pages share sets with others, and what begins to
 * overflow hits some: where one point misses nothing and the next all, the size may lie between, or
 * be the next point's, less what others take. Of seven such tables of real boards one is.
 *
 * The bounds begin at the share that hits: no policy hits more of a lap than the cache holds. A
 * first point beyond that costs more than twice its working set was disturbed, and is no upper
 * bound. */
static void size_sparse(const struct curve *c, const struct curve *chains, size_t n_chains,
                        const struct plateau *a, size_t next_plateau, struct latency_level *level)
{
    static const double usual = 0.66, after_hint = 0.5, unsure = 0.4, twice = 0.92,
                        disturbed = 1.03, all_missed_at_once = 0.88, missed_of_full = 0.05;
    const struct curve *most = miss_curve(c, chains, n_chains, a, next_plateau);
    double low = plateau_minimum(most, c->at[a->first].x, c->at[a->last].x);
    double limit = begun_to_miss(c, a) ? after_hint : usual, share = 0, margin = 1, missed = 0;
    size_t full = a->last;

    for (size_t i = a->last + 1; i < next_plateau; i++) {
        share = share_at(most, low, c->at[i].x);
        limit = share >= 0.1 && unsure_reference(c, i) ? fmin(limit, unsure) : limit;
        margin = fmin(margin, fabs(share - limit));
        if (share >= limit || is_past_half(c, full, missed))
            break;
        full = i;
        missed = fmax(share, 0);
        limit = share < 0.1 ? usual : unsure_reference(c, i + 1) ? unsure : (share + twice) / 2;
    }
    size_t after = full + 1 < c->n ? full + 1 : full;
    bool all_next = after == next_plateau || share >= all_missed_at_once;
    bool between = all_next && a->first > 0 && full > a->first &&
                   missing_share(c, full, c->at[full - 1].y) < missed_of_full;
    level->size = c->at[full].x;
    level->size_low =
        full > a->last ? fmax(c->at[full - 1].x, (1 - missed) * level->size) : level->size;
    level->size_high = c->at[after].x * 0.999;
    level->evidence = evidence_clamp(margin / fmin(usual, 1 - usual));
    if (between) {
        level->size_high = c->at[after].x;
        level->evidence = evidence_doubted(level->evidence);
    }
    if (c->at[after].x2 > disturbed * c->at[after].y && after + 1 < c->n) {
        level->size_high = c->at[after + 1].x * 0.999;
        level->evidence = evidence_doubted(level->evidence);
    }
    snprintf(level->why, sizeof level->why, "%.0f %% missed at the next point", share * 100);
}

/* Returns the point of plateau B, after A, from which on "all missed": twice the working set of the
 * half-way point, or B's first. */
static size_t where_all_missed(const struct curve *c, const struct plateau *a,
                               const struct plateau *b)
{
    double low = level_of(c, a), high = level_of(c, b);
    size_t half = a->last;

    while (half < b->first && c->at[half].y < (low + high) / 2)
        half++;
    size_t twice = half;
    while (twice < b->last && c->at[twice].x < 2 * c->at[half].x)
        twice++;
    return twice > b->first ? twice : b->first;
}

/* Returns the cost that stands for "all missed" after plateau A: that of plateau B, or of the first
 * point that all miss at where that costs less, as B may rise itself. */
static double all_missed(const struct curve *c, const struct plateau *a, const struct plateau *b)
{
    return fmin(level_of(c, b), c->at[where_all_missed(c, a, b)].y);
}

/* Returns true when R rises as in contiguous frames: the miss ratio is below 0.02 before the edge
 * and above 0.15 an eighth of an octave after it, whatever the policy. In random frames the rise
 * begins slowly. *FITS: the last working set that misses less than BEGUN. *MOST: the largest
 * possible capacity, the next working set, which may be the capacity and miss some already. */
static bool rises_steeply(const struct miss_ratio_rise *r, double begun, double *fits, double *most)
{
    static const double an_eighth = 0.15, further = 1.135, full_misses = 0.3;
    size_t i = 0, at;

    while (i + 1 < r->n && r->share[i + 1] < begun)
        i++;
    if (i + 1 >= r->n)
        return false;
    *most = r->share[i + 1] < full_misses ? r->x[i + 1] : r->x[i + 1] * (1 - 1e-9);
    /* Sets that overflow first may cost less than BEGUN: then the rise is even from point I on. */
    while (i > 0 && r->share[i] > begun / 2 &&
           r->share[i] - r->share[i - 1] > (r->share[i + 1] - r->share[i]) / 4)
        i--;
    *fits = r->x[i];
    for (at = i + 1; at + 1 < r->n && r->x[at] < further * r->x[i]; at++)
        ;
    return r->share[at] > an_eighth && r->share[i] < 0.02;
}

static const char no_memory[] = "not enough memory to analyse";

/* Sets the size of LEVEL by FIT; a fit without a model lacked memory. */
static void set_fit(const struct miss_ratio_fit *fit, struct latency_level *level)
{
    if (fit->name == NULL) {
        level->sized = false;
        snprintf(level->why, sizeof level->why, "%s", no_memory);
        return;
    }
    level->size = fit->capacity;
    level->size_low = fit->capacity_low;
    level->size_high = fit->capacity_high;
    level->ways = fit->ways;
    level->fit = fit->rms;
    snprintf(level->why, sizeof level->why, "%s, rms %.3f of the rise", fit->name, fit->rms);
}

typedef double cost_fn(const struct curve_point *p);

static double lowest_cost(const struct curve_point *p)
{
    return p->y;
}

static double typical_cost(const struct curve_point *p)
{
    return p->typical;
}

static double mean_cost(const struct curve_point *p)
{
    return p->mean;
}

/* Points of a curve that a rise is fitted by: FROM to TO, or RISE_MOST of them evenly apart, as
 * each more costs every candidate. */
struct chosen {
    size_t from, to, n;
};

static struct chosen choose_points(size_t from, size_t to)
{
    enum { RISE_MOST = 256 };
    size_t n = to - from + 1;

    return (struct chosen){ from, to, n < RISE_MOST ? n : RISE_MOST };
}

/* Returns the I-th point of P. */
static const struct curve_point *chosen_point(const struct curve *c, const struct chosen *p,
                                              size_t i)
{
    return &c->at[p->n > 1 ? p->from + i * (p->to - p->from) / (p->n - 1) : p->from];
}

/* Fills SHARE, the miss ratios of the points of R, which are P of C: 0 at cost LOW, 1 at cost HIGH,
 * none above the one to its right. */
static void take_rise(const struct curve *c, const struct chosen *p, double low, double high,
                      cost_fn *cost, double *share, const struct miss_ratio_rise *r)
{
    for (size_t i = r->n; i-- > 0;) {
        double y = high > low ? (cost(chosen_point(c, p, i)) - low) / (high - low) : 0;

        share[i] = fmin(i + 1 < r->n ? share[i + 1] : 1, fmax(0, y));
    }
}

/* Returns the median of five timings or more, else the lowest: the lowest of many is luck of the
 * replacement, the median of few may be disturbed. */
static double settled_cost(const struct curve_point *p)
{
    enum { MANY = 5 };

    return p->n >= MANY ? p->typical : p->y;
}

/* Sizes a level in contiguous frames: between the last working set that fits and the first that
 * does not. Where no point tells the two apart the models decide, with bounds 3 % lower and 10 %
 * higher: random replacement that has not settled begins to miss early. EDGE: miss ratios of
 * settled costs. */
static void size_contiguous(struct miss_ratio_rise *lowest, const struct miss_ratio_rise *edge,
                            double begun, struct latency_level *level)
{
    static const double smeared_low = 0.97, smeared_high = 1.1, fits_well = 0.015;
    struct miss_ratio_fit fit;
    double fits = lowest->x[0], most = lowest->x[lowest->n - 1];

    bool sharp = rises_steeply(edge, begun, &fits, &most);
    lowest->contiguous = true;
    miss_ratio_fit(lowest, &fit);
    if (sharp && fit.rms < fits_well) /* foreign lines make a nearly full cache miss some */
        most = fmax(most, fit.capacity_high);
    if (sharp) {
        fit.capacity_low = fits;
        fit.capacity_high = most;
        fit.capacity = fmin(fmax(fit.capacity, fits), most);
    } else {
        fit.capacity_low *= smeared_low;
        fit.capacity_high *= smeared_high;
    }
    set_fit(&fit, level);
    level->doubtful = !sharp;
}

/* Bounds of LEVEL, which is sized by models of random frames, where draws of frames do not differ
 * and the lowest costs of EDGE rise steeply: pages hide no set of this cache, and its size lies
 * where it begins to miss, however little a model explains of what neighbours add to the rise. Not
 * where the size that the model names lies elsewhere. The 3 and 10 % are those of
 * size_contiguous(). */
static void narrow_to_edge(const struct miss_ratio_rise *edge, double begun,
                           struct latency_level *level)
{
    static const double smeared_low = 0.97, smeared_high = 1.1;
    double fits, most;

    if (!rises_steeply(edge, begun, &fits, &most) || fits > level->size_high ||
        most < level->size_low)
        return;
    double low = fmax(level->size_low, smeared_low * fits);
    double high = fmin(level->size_high, smeared_high * most);
    if (level->nominal > 0 && (level->nominal < low || level->nominal > high))
        return;
    level->size_low = low;
    level->size_high = high;
    level->size = fmin(fmax(level->size, level->size_low), level->size_high);
}

static bool is_odd(double size)
{
    return stats_odd_part(size) > 3;
}

/* Returns true for a ROUND size that caches are made in, by itself or with the lines of a nearer
 * level of BEFORE bytes that they do not hold. Hardly any has another odd factor above 3. */
static bool is_usual(double round, double before)
{
    return round > 0 &&
           (!is_odd(round) || (before > 0 && round > before && !is_odd(round - before)));
}

/* Sizes a level in random frames that are drawn anew in every pass: typical costs are those of the
 * average draw. Bounds: 1 % (3.5 % for random replacement, which takes long to settle) + 1.5 rms of
 * the fit, and up to 6 % / DRAWS; and 18 times what the rms exceeds 0.025: models of other caches
 * then fit as well, and what they say lies a third apart. From an rms of 0.02 on that is so more
 * often than not, and the size is in doubt. */
static void size_drawn(struct miss_ratio_rise *typical, size_t draws, double before,
                       struct latency_level *level)
{
    static const double at_best = 0.01, by_chance = 0.035, few_draws = 0.06, poor = 0.03,
                        doubted = 0.02;
    static const double explained = 0.025, unexplained = 18, most_unexplained = 0.4;
    enum { MANY = 5 };
    struct miss_ratio_fit mid;

    miss_ratio_fit(typical, &mid);
    if (mid.name == NULL) { /* a cache of less than two colours */
        typical->scattered = false;
        miss_ratio_fit(typical, &mid);
    }
    double apart = (mid.replaced_at_random ? by_chance : at_best) + 1.5 * mid.rms;
    apart += few_draws / (double)draws * fmin(1, mid.rms / poor);
    apart += fmin(most_unexplained, unexplained * fmax(0, mid.rms - explained));
    double low = mid.capacity / (1 + apart), high = mid.capacity * (1 + apart);
    mid.capacity_low = fmin(mid.capacity_low, low);
    mid.capacity_high = fmax(mid.capacity_high, high);
    set_fit(&mid, level);
    double round = stats_round_number(mid.capacity, low, high);
    bool usual = is_usual(round, before);
    level->nominal = usual ? round : 0; /* else the roundest that another policy would explain */
    level->doubtful = draws < MANY || mid.rms > doubted || !usual;
}

/* Sizes a level in one draw of random frames, which moves the half-way point by 8 %. Frames that
 * are contiguous in part conflict less, so that the low bound is 16 % lower. The bounds span the
 * fits of typical and of lowest costs: luck of replacement and a neighbour in the cache lie between
 * them. */
static void size_random(struct miss_ratio_rise *lowest, struct miss_ratio_rise *typical,
                        struct latency_level *level)
{
    struct miss_ratio_fit low, mid;

    lowest->one_draw = typical->one_draw = true;
    miss_ratio_fit(lowest, &low);
    miss_ratio_fit(typical, &mid);
    mid.capacity_low = 0.84 * fmin(low.capacity_low, fmax(mid.capacity_low, 0.7 * low.capacity));
    mid.capacity_high = 1.08 * fmax(low.capacity_high, mid.capacity_high);
    mid.capacity = sqrt(mid.capacity_low * mid.capacity_high);
    set_fit(&mid, level);
}

/* Returns true when the miss ratios of TYPICAL costs lie 0.05 above those of LOWEST costs on
 * average: draws of frames differ. */
static bool draws_differ(const struct miss_ratio_rise *lowest,
                         const struct miss_ratio_rise *typical)
{
    static const double noise = 0.05;
    double sum = 0, n = 0;

    for (size_t i = 0; i < typical->n; i++)
        if (typical->share[i] > 0.1 && lowest->share[i] < 0.9) {
            sum += typical->share[i] - lowest->share[i];
            n++;
        }
    return sum > noise * n;
}

/* Returns true when R, a rise of typical costs, is one of contiguous frames: steep, and fitted by
 * their models with at most 1.3 times the rms of models of random frames + 0.01. */
static bool is_contiguous(struct miss_ratio_rise *r, double begun)
{
    struct miss_ratio_fit random, contiguous;
    double fits, most;

    if (!rises_steeply(r, begun, &fits, &most))
        return false;
    miss_ratio_fit(r, &random);
    r->contiguous = true;
    miss_ratio_fit(r, &contiguous);
    r->contiguous = false;
    return contiguous.rms <= 1.3 * random.rms + 0.01;
}

/* Returns true for a direct-mapped or 2-way cache whose size has an odd factor above 3: a cache in
 * random frames, of which one colour overflows early, is likelier. */
static bool is_unlikely(const struct latency_level *level)
{
    double round = stats_round_number(level->size, level->size_low, level->size_high);

    return level->ways > 0 && level->ways <= 2 && is_odd(round);
}

/* Returns the fewest draws of frames of any point FROM to TO. */
static size_t draws_at(const struct curve *c, size_t from, size_t to)
{
    size_t n = c->at[from].n;

    for (size_t i = from; i <= to; i++)
        n = c->at[i].n < n ? c->at[i].n : n;
    return n;
}

/* The rise between plateaus A and B, as three costs of each point show it. */
struct rises {
    struct miss_ratio_rise lowest, typical, edge; /* edge: settled costs, see size_contiguous() */
    double begun;                                 /* miss ratio from which a point misses */
    double *x;                                    /* 4 numbers for each point; owned */
    size_t from, to;                              /* points of the curve */
};

/* Returns false when memory is short; else free R->x. The rise includes up to 6 points of plateau
 * A, and 2 of B. */
static bool take_rises(const struct curve *c, const struct plateau *a, const struct plateau *b,
                       struct rises *r)
{
    double low = level_of(c, a), high = all_missed(c, a, b);
    size_t from = a->last > a->first + 6 ? a->last - 6 : a->first;
    size_t to = b->first + 2 < b->last ? b->first + 2 : b->last;
    struct chosen p = choose_points(from, to);
    size_t n = p.n;
    double *x = malloc(4 * n * sizeof *x);

    if (x == NULL)
        return false;
    double *share = x + n, *share_typical = share + n, *share_settled = share_typical + n;
    for (size_t i = 0; i < n; i++)
        x[i] = chosen_point(c, &p, i)->x;
    *r = (struct rises){ .lowest = { .x = x, .share = share, .n = n, .page = c->page },
                         .typical = { .x = x, .share = share_typical, .n = n, .page = c->page },
                         .edge = { .x = x, .share = share_settled, .n = n, .page = c->page },
                         .begun = fmin(0.05, 0.01 + 2 * noise_of(c, a) * low / (high - low)),
                         .x = x,
                         .from = from,
                         .to = to };
    cost_fn *usual = c->drawn ? mean_cost : typical_cost;
    cost_fn *settled = c->contiguous ? settled_cost : lowest_cost;
    take_rise(c, &p, low, high, lowest_cost, share, &r->lowest);
    /* Where all miss, draws of frames do not differ: what the median has there above the lowest
     * cost, more than at the first such point, others did. */
    const struct curve_point *first = &c->at[where_all_missed(c, a, b)], *mid = middle(c, b);
    double all = fmin(usual(mid), mid->y * typical_cost(first) / first->y);
    take_rise(c, &p, usual(middle(c, a)), all, usual, share_typical, &r->typical);
    take_rise(c, &p, low, high, settled, share_settled, &r->edge);
    r->typical.scattered = c->drawn && draws_differ(&r->lowest, &r->typical);
    return true;
}

/* Evidence of a fitted size: what the fit explains, less the wider its bounds are, half where
 * nothing confirms it. */
static double fit_evidence(const struct latency_level *level)
{
    double evidence =
        evidence_clamp(1 - level->fit) * evidence_near(level->size_low, level->size_high);

    return level->doubtful ? evidence_doubted(evidence) : evidence;
}

/* Sizes a level of a dense curve: the capacity is a parameter of the miss ratio, fitted over the
 * whole rise. BEFORE: bytes of the nearer level; 0: none, or not known. */
static void size_dense(const struct curve *c, const struct plateau *a, const struct plateau *b,
                       double before, struct latency_level *level)
{
    struct rises r;

    if (!take_rises(c, a, b, &r)) {
        level->sized = false;
        snprintf(level->why, sizeof level->why, "%s", no_memory);
        return;
    }
    bool contiguous =
        c->contiguous || (!r.typical.scattered && is_contiguous(&r.typical, fmax(r.begun, 0.05)));
    if (contiguous)
        size_contiguous(&r.lowest, &r.edge, r.begun, level);
    if (!contiguous || (!c->contiguous && is_unlikely(level))) {
        if (c->drawn) {
            size_drawn(&r.typical, draws_at(c, r.from, r.to), before, level);
            if (!r.typical.scattered && level->sized)
                narrow_to_edge(&r.edge, r.begun, level);
        } else
            size_random(&r.lowest, &r.typical, level);
    }
    level->evidence = fit_evidence(level);
    free(r.x);
}

/* Returns the half of plateau F, in octaves, that grows least: its ends may belong to the rises
 * beside it. */
static struct plateau flattest(const struct curve *c, const struct plateau *f)
{
    double least = INFINITY, half = octaves(c, f->first, f->last) / 2;
    struct plateau best = *f;

    for (size_t i = f->first, j = i; i <= f->last; i++) {
        while (j < f->last && octaves(c, i, j) < half)
            j++;
        if (octaves(c, i, j) >= half && c->at[j].y / c->at[i].y < least - 1e-3) {
            least = c->at[j].y / c->at[i].y;
            best = (struct plateau){ i, j, j };
        }
    }
    return best;
}

/* Returns the median latency of the flattest half before translations miss, or of its middle point
 * where memory is short. */
static double latency_of(const struct curve *c, const struct plateau *level)
{
    struct plateau settled = { level->first, level->settled, level->settled };
    struct plateau f = flattest(c, &settled);
    size_t n = f.last - f.first + 1;
    double *fair = malloc(n * sizeof *fair), latency = level_of(c, &f);

    for (size_t i = 0; fair && i < n; i++)
        fair[i] = c->at[f.first + i].fair;
    if (fair)
        latency = stats_median(fair, n);
    free(fair);
    return latency;
}

static void fill_level(const struct curve *c, const struct plateau *f, struct latency_level *level)
{
    *level = (struct latency_level){ .latency = latency_of(c, f),
                                     .latency_low = c->at[f->first].y,
                                     .latency_high = c->at[f->last].y,
                                     .from = c->at[f->first].x,
                                     .to = c->at[f->last].x };
}

static double largest_gap(const struct curve *c, size_t from, size_t to)
{
    double gap = 0;

    for (size_t i = from; i < to; i++)
        gap = fmax(gap, octaves(c, i, i + 1));
    return gap;
}

/* Returns the working set between plateaus A and B whose cost is that of neither, though it holds
 * twice SIZE, which A holds: a level may end there. 0: there is none. Many chains, where there are
 * any, tell it from a slope. */
static double alone_between(const struct curve *c, const struct chain_walks *walks,
                            const struct plateau *a, const struct plateau *b, double size)
{
    static const double unlike = 1.35;
    size_t i = index_of(c, a->last, 1.9 * size);

    if (i >= b->first)
        return 0;
    bool apart = walks->n > 0
                     ? chain_walks_end_cache(walks, c, i, b->first + (b->last - b->first) / 2)
                     : level_of(c, b) > unlike * c->at[i].y;
    return apart ? c->at[i].x : 0;
}

/* Returns true when level B after A is the last point alone, and not far above: it may be on its
 * way, or translations that miss. */
static bool ends_in_rise(const struct curve *c, const struct plateau *a, const struct plateau *b)
{
    static const double far = 1.7;

    return b->first + 1 == c->n && c->at[b->first].y < far * c->at[a->last].y;
}

static void size_levels(const struct curve *c, const struct chain_walks *walks,
                        const struct curve *chains, size_t n_chains, const struct plateau *plateaus,
                        size_t n, struct latency_level *levels)
{
    for (size_t k = 0; k < n; k++)
        fill_level(c, &plateaus[k], &levels[k]);
    for (size_t k = 0; k + 1 < n; k++) {
        levels[k].sized = true;
        bool sparse = largest_gap(c, plateaus[k].last, plateaus[k + 1].first) > sparse_gap;
        if (sparse && ends_in_rise(c, &plateaus[k], &plateaus[k + 1])) {
            levels[k].sized = false;
        } else if (sparse) {
            size_sparse(c, chains, n_chains, &plateaus[k], plateaus[k + 1].first, &levels[k]);
            levels[k + 1].alone =
                alone_between(c, walks, &plateaus[k], &plateaus[k + 1], levels[k].size);
        } else {
            size_dense(c, &plateaus[k], &plateaus[k + 1],
                       k > 0 && levels[k - 1].sized ? levels[k - 1].nominal : 0, &levels[k]);
        }
        if (levels[k].alone > 0)
            levels[k].sized = false;
        if (levels[k].sized && levels[k].nominal == 0)
            levels[k].nominal =
                stats_round_number(levels[k].size, levels[k].size_low, levels[k].size_high);
    }
}

/* Appends the last point as a level where the curve ends 0.4 octaves after its last plateau and 50
 * % above it; one or two high points at the end of a dense curve are noise. */
static size_t append_last_point(const struct curve *c, struct plateau *plateaus, size_t n)
{
    const struct plateau *last = &plateaus[n - 1];

    if (n < LATENCY_LEVELS_MOST && octaves(c, last->last, c->n - 1) > 0.4 &&
        c->at[c->n - 1].y > level_of(c, last) * 1.5)
        plateaus[n++] = (struct plateau){ c->n - 1, c->n - 1, c->n - 1 };
    return n;
}

/* Plateaus of a curve, and what they were found in. */
struct found {
    struct curve c; /* monotone; its points are owned */
    struct chain_walks walks;
    struct plateau plateau[MOST_PLATEAUS];
    size_t n;
    bool sparse, appended; /* the last plateau is the last point alone */
};

/* Fills *F; F->n is 0 without points or memory. find_free() in either case. */
static void find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                 struct found *f)
{
    *f = (struct found){ .c = *curve, .walks = { .n = 0 } };
    f->c.at = monotone(curve, &f->c.n);
    if (f->c.at == NULL || f->c.n == 0)
        return;
    f->sparse = largest_gap(&f->c, 0, f->c.n - 1) > sparse_gap;
    if (f->sparse)
        chain_walks_take(&f->walks, &f->c, chains, n_chains);
    if (f->c.n > 1)
        f->n = find_plateaus(&f->c, 0, f->c.n - 1, f->sparse, f->plateau, MOST_PLATEAUS);
    if (f->walks.n > 0) {
        cut_plateaus(&f->c, &f->walks, f->plateau, f->n);
        f->n = find_between(&f->c, chain_walks_most(&f->walks), f->plateau, f->n, MOST_PLATEAUS);
    }
    f->n = join_plateaus(&f->c, &f->walks, f->plateau, f->n);
    if (f->n == 0)
        f->plateau[f->n++] = (struct plateau){ 0, 0, 0 };
    if (f->n > LATENCY_LEVELS_MOST - 1)
        f->n = LATENCY_LEVELS_MOST - 1;
    size_t n = append_last_point(&f->c, f->plateau, f->n);
    f->appended = n > f->n;
    f->n = n;
}

static void find_free(struct found *f)
{
    chain_walks_free(&f->walks);
    free(f->c.at);
}

/* Returns over how many octaves at its end curve C costs about as much as its last point. */
static double level_at_end(const struct curve *c)
{
    size_t from = c->n - 1;

    while (from > 0 && believed.level * c->at[from - 1].y >= c->at[c->n - 1].y)
        from--;
    return octaves(c, from, c->n - 1);
}

/* Returns true when the curve ends before its last level is one: it costs the same for too few
 * octaves, or what follows the last plateau rises. */
static bool is_open(const struct found *f)
{
    const struct curve *c = &f->c;
    const struct plateau *last = &f->plateau[f->n - 1];
    size_t before = c->n > 2 ? c->n - 2 : 0;

    if (f->sparse || f->n == 0)
        return false;
    bool quiet = last->last >= last->first + 2 && noise_of(c, last) <= believed.quiet;
    double settled = quiet ? believed.settled_quiet : believed.settled;
    if (f->n > 1 && level_at_end(c) < settled)
        return true;
    return before > last->last &&
           c->at[before].y > believed.level * (1 + 3 * noise_of(c, last)) * c->at[last->last].y;
}

/* Returns true when the curve begins before its first level, and lower: a level may end there, of
 * which too few points are left. */
static bool is_late(const struct found *f)
{
    const struct curve *c = &f->c;
    const struct plateau *first = &f->plateau[0];

    return f->n > 1 && !f->sparse && octaves(c, 0, first->first) > 0 &&
           level_of(c, first) > believed.level * (1 + 3 * noise_of(c, first)) * c->at[0].y;
}

size_t latency_levels_find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                           struct latency_level *levels)
{
    struct found f;

    find(curve, chains, n_chains, &f);
    if (f.n > 0) {
        size_levels(&f.c, &f.walks, chains, n_chains, f.plateau, f.n, levels);
        levels[f.n - 1].open = is_open(&f);
        levels[0].late = is_late(&f);
        if (f.n > 1 && levels[f.n - 1].open) { /* nothing says where the step before it ends */
            levels[f.n - 2].sized = false;
            *levels[f.n - 2].why = '\0';
        }
    }
    find_free(&f);
    return f.n;
}

/* Returns the working set, between points, at which C costs half way between plateaus A and B. */
static double half_way(const struct curve *c, const struct plateau *a, const struct plateau *b)
{
    double half = (level_of(c, a) + all_missed(c, a, b)) / 2;
    size_t i = a->last;

    while (i < b->first && c->at[i].y < half)
        i++;
    if (i == a->last || c->at[i].y <= c->at[i - 1].y)
        return c->at[i].x;
    double share = (half - c->at[i - 1].y) / (c->at[i].y - c->at[i - 1].y);
    return c->at[i - 1].x * pow(c->at[i].x / c->at[i - 1].x, fmin(1, share));
}

struct latency_outline latency_levels_outline(const struct curve *curve, const struct curve *chains,
                                              size_t n_chains)
{
    struct latency_outline o = { 0 };
    struct found f;

    find(curve, chains, n_chains, &f);
    o.n = f.n;
    for (size_t k = 0; k < f.n; k++) {
        o.latency[k] = latency_of(&f.c, &f.plateau[k]);
        if (k + 1 < f.n)
            o.half[k] = half_way(&f.c, &f.plateau[k], &f.plateau[k + 1]);
    }
    o.open = f.n > 0 && is_open(&f);
    o.late = f.n > 0 && is_late(&f);
    find_free(&f);
    return o;
}

bool latency_levels_flat(const struct curve *curve)
{
    double *y = malloc((curve->n + 1) * sizeof *y);
    bool flat = false;

    for (size_t i = 0; y && i < curve->n; i++)
        y[i] = curve->at[i].typical;
    if (y && curve->n > 0)
        flat =
            stats_quantile(y, curve->n, 0.95) <= believed.flat * stats_quantile(y, curve->n, 0.05);
    free(y);
    return flat;
}
