/* Sizes the cache that ends after each plateau of a latency curve, and gives each size a range.
 *
 * Between two plateaus the miss ratio rises from 0 to 1. Sparse: neighbours of the rise lie more
 * than 0.7 octaves apart, as in tables of other tools. Dense: closer, as the probes of this project
 * sweep. Under each case stands the test that shows it: of test_latency_levels.c, or with its file.
 *
 * CURVE                                       ANSWER
 *
 * Levels: latency_plateaus.c
 * no points                                   no levels
 *     no_points_are_no_levels
 * the same cost everywhere, or falling        one level without a size
 *     flat_curve_is_one_level, falling_curve_is_one_level
 * a point far below its neighbours            left out, a fault of the clock
 *     one_low_point_erases_nothing, one_low_point_at_the_end_erases_nothing
 * a point far above its neighbours            no level
 *     one_high_point_is_not_a_level
 * points of one cost between steep steps      a level, however short
 *     a_level_half_as_large_again_is_told
 * the same below a step that is not steep     no level: what a policy keeps of too large a set
 *     a_shelf_below_the_next_level_is_none
 * the end lies above the last plateau         the last point is an open level; the level before it
 *                                             has no size
 *     end_in_a_rise_stands_for_what_lies_behind
 * the start lies below the first plateau      the first level is late
 *     a_curve_that_begins_in_a_rise_is_late
 * a step that several chains pay once         translations: no level ends
 *     a_step_of_translation_ends_no_level
 * a slope where several chains are level      a level
 *     several_chains_show_a_level_on_a_slope
 * a plateau on which several chains rise      a level ends where they rise
 *     several_chains_end_a_level
 *
 * Sparse rises: size_sparse()
 * a clean step                                the last point of the plateau
 * one point misses a part                     that point below a share of 0.66, else the one before
 * two points miss a part                      the second below half way from the first's share to
 *                                             0.92, else the first
 * the plateau's last point begins to miss     that point, or the next below a share of 0.5
 *     sparse_capacity_is_the_last_point_that_mostly_hits (these four)
 * one chain overlaps misses with hits         the shares of the most chains decide
 *     several_chains_say_how_many_miss
 * the most chains wait for one port           the shares of one chain decide
 *     chains_that_hide_a_step_do_not_say_how_many_miss
 * an outer level misses none of its last      that point, with a range up to the next, in doubt
 * point and all of the next
 *     an_outer_level_that_ends_at_once_is_doubted
 * the next point costs more than twice of it  a range beyond that point, in doubt
 *     a_disturbed_point_is_no_bound
 * the last point held misses a part           the range begins at the share that hits
 *     hits_of_a_partly_missing_point_are_held
 * a point of its own at twice the size        the next level has no size
 *     a_point_alone_leaves_the_next_level_open
 * the next level is one point, not far above  no size
 *     a_level_at_the_end_of_the_table_stays_open
 *
 * Dense rises: size_dense()
 * contiguous frames, known or steep           between the last point that fits and the first that
 *                                             does not: size_contiguous()
 *     planted_levels_are_recovered
 * random frames drawn anew in every pass      a model of the average draw: size_drawn()
 *     accuracy_random_frames (tests/system/accuracy)
 * the same, draws alike and a steep edge      the range of that edge: size_drawn()
 *     no test of its own
 * random frames, one draw                     models of lowest and typical costs: size_random()
 *     random_frames_are_located
 * steep, one or two ways and an odd size      as random frames, of which one colour overflows early
 *     no test of its own
 */
#include "latency_levels.h"
#include "latency_plateaus.h"
#include "miss_ratio.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert((int)LATENCY_PLATEAUS_MOST == (int)LATENCY_LEVELS_MOST, "a level for each plateau");

enum { RISE_MOST = 256 }; /* points of a rise that are fitted: each more costs every candidate */

/* Where a value is from: "realboards", the sparse curves of 96 real boards (accuracy_realboards);
 * "chains", tables of real boards with several chains at once; "frames", the simulated boards of
 * accuracy_random_frames (Athlon MP, Opteron 240, OMAP3, R12000); "chosen", nothing is known. Names
 * in snake case are tests of the case. */
static const struct {
    double flat, flat_low, flat_high;
    double twice;
    double begun, begun_flat, usual, after_begun, unsure, unsure_rise, one_missed, random_twice;
    double half_missed, half_pages, port;
    double margin_of_next, all_at_once, full_misses, disturbed;
    double alone, far;
    size_t points_before, points_after;
    double most_begun, least_begun, noise_begun;
    double before_edge, after_edge, edge, at_edge, even_from, even;
    double smeared_low, smeared_high, fits_well;
    double contiguous_ratio, contiguous_rms, contiguous_begun, few_ways, odd;
    double differ, differ_low, differ_high;
    size_t many;
    double at_best, by_chance, for_rms, few_draws, poor, doubted, explained, unexplained,
        most_apart;
    double one_draw_low, one_draw_most, one_draw_high;
    double same_growth, evicted;
} tuned = {
    /* ---- a curve without levels ---- */
    /* Most growth from this quantile of the costs to that one. Simulated boards with noise and
     * guests, each damaged in one place (damaged_levels). */
    .flat = 1.25,
    .flat_low = 0.05,
    .flat_high = 0.95,

    /* ---- sparse rises ---- */
    /* A point at this times a working set is at twice of it: sizes need not be powers of two.
     * Chosen; tests/system/accuracy/tables/thousands.tinymembench. */
    .twice = 1.9,
    /* The last point of a plateau has begun to miss when it costs this times the one before, which
     * costs at most that times the first. realboards. */
    .begun = 1.002,
    .begun_flat = 1.02,
    /* Share of misses from which a point is beyond the size: usually, after a plateau that has
     * begun to miss, and where the cost at twice the working set rises itself, by unsure_rise.
     * realboards; tables/system-cache.ramlat for unsure_rise at the point before the last. */
    .usual = 0.66,
    .after_begun = 0.5,
    .unsure = 0.4,
    .unsure_rise = 1.5,
    /* A point misses a part from this share on, and then the limit of the next point is half way to
     * random_twice: 2-way sets in random frames miss P[Binomial(15, 1/4) >= 2] = 0.92 at twice
     * their size. chains. */
    .one_missed = 0.1,
    .random_twice = 0.92,
    /* A cache of which a point misses this share cannot hold twice as much: in many random frames a
     * 2-way cache misses 0.26 at half of its size. Fewer pages than these may all conflict. chains.
     */
    .half_missed = 0.3,
    .half_pages = 64,
    /* Several chains that rise by less wait for one port in either level. chains;
     * chains_that_hide_a_step_do_not_say_how_many_miss. */
    .port = 1.5,
    /* The range ends just below the point that is not held. */
    .margin_of_next = 0.999,
    /* The next point misses all of it, and the last one that is held nothing. Of seven such outer
     * levels of realboards one is larger (Amlogic S905X, 512 KiB of which a program gets half). */
    .all_at_once = 0.88,
    .full_misses = 0.05,
    /* A point that costs this times what twice its working set costs was disturbed. chains;
     * a_disturbed_point_is_no_bound. */
    .disturbed = 1.03,
    /* A point of its own between two levels costs the next one's cost less this factor; the last
     * point alone is a level when it costs this times the plateau before. chains;
     * a_point_alone_leaves_the_next_level_open, a_level_at_the_end_of_the_table_stays_open.
     */
    .alone = 1.35,
    .far = 1.7,

    /* ---- dense rises ---- */
    /* Points of the plateaus before and after that belong to a rise. Chosen. */
    .points_before = 6,
    .points_after = 2,
    /* Miss ratio from which a point misses: least and most, and what noise of the plateau adds to
     * the least. Chosen. */
    .least_begun = 0.01,
    .most_begun = 0.05,
    .noise_begun = 2,
    /* Contiguous frames: the miss ratio is below before_edge before the edge and above after_edge
     * at this times the working set, an eighth of an octave, whatever the policy (formulas of
     * miss_ratio_lru() and miss_ratio_random()). */
    .before_edge = 0.02,
    .after_edge = 0.15,
    .edge = 1.135,
    /* The first point that misses may be the capacity when it misses less: lines of others. Chosen.
     */
    .at_edge = 0.3,
    /* Sets that overflow first may cost less than `begun`: a point that misses this share of it is
     * part of an even rise, whose steps before and after differ by less than this. Chosen. */
    .even_from = 0.5,
    .even = 4,
    /* What a range without an edge is widened by: random replacement that has not settled begins to
     * miss early. Chosen. */
    .smeared_low = 0.97,
    .smeared_high = 1.1,
    /* Below this rms the model's range may go beyond the edge: lines of others. Chosen. */
    .fits_well = 0.015,
    /* A steep rise is of contiguous frames when their models leave at most this times the rms of
     * models of random frames, and this; the edge is looked for at this miss ratio or more. Chosen.
     */
    .contiguous_ratio = 1.3,
    .contiguous_rms = 0.01,
    .contiguous_begun = 0.05,
    /* So many ways or fewer with a size of an odd factor above this are likelier random frames:
     * caches are made in sizes of 1 or 3 times a power of two (tests/data/machines). */
    .few_ways = 2,
    .odd = 3,
    /* Draws of frames differ when typical costs miss this much more on average than lowest ones,
     * among points between these miss ratios. Chosen. */
    .differ = 0.05,
    .differ_low = 0.1,
    .differ_high = 0.9,
    /* Draws or timings from which a median is trusted. Chosen. */
    .many = 5,
    /* Half of the range of a size in drawn frames, relative: at best, and with random replacement,
     * which takes long to settle; per rms; few_draws / draws at an rms of `poor` or more. frames.
     */
    .at_best = 0.01,
    .by_chance = 0.035,
    .for_rms = 1.5,
    .few_draws = 0.06,
    .poor = 0.03,
    /* Above `explained`, models of other caches fit as well, and their sizes lie a third apart:
     * what each rms above adds to the range, and the most that it adds. In doubt from `doubted` on,
     * where that is so more often than not. frames; guests/same-frames.machine. */
    .doubted = 0.02,
    .explained = 0.025,
    .unexplained = 18,
    .most_apart = 0.4,
    /* One draw of frames moves the half-way point by 8 %, and frames that are contiguous in part
     * conflict less, so that the range begins 16 % lower; the range of typical costs counts down to
     * 0.7 of the size by lowest costs. Chosen;
     * random_frames_are_located. */
    .one_draw_low = 0.84,
    .one_draw_most = 0.7,
    .one_draw_high = 1.08,

    /* ---- latencies ---- */
    /* A half of a plateau is flatter when it grows less by this. Chosen. */
    .same_growth = 1e-3,
    /* The lower quartile of a point is this times what it or a larger working set costs at least:
     * others evicted its lines. Chosen; lines_that_others_evict_are_no_latency. */
    .evicted = 1.25,
};

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

static double least_cost(const struct curve *c, double from, double to)
{
    double least = INFINITY;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x >= from && c->at[i].x <= to)
            least = fmin(least, c->at[i].y);
    return least;
}

/* ---- sparse rises ---- */

/* Returns the miss ratio at point I: the way from cost LOW to the cost at twice its working set, in
 * [0, 1+). 1 where there is no such point. */
static double missing_share(const struct curve *c, size_t i, double low)
{
    if (i + 1 >= c->n)
        return 1;
    size_t j = index_of(c, i + 1, tuned.twice * c->at[i].x);

    j = j < c->n ? j : c->n - 1;
    return c->at[j].y > low ? (c->at[i].y - low) / (c->at[j].y - low) : 1;
}

/* Returns true when the cost at twice the working set of point I, which stands for "all missed", is
 * about to rise into the next level, or is the last one, and so far above point I that it may. */
static bool unsure_reference(const struct curve *c, size_t i)
{
    size_t before = i + 2 < c->n ? i + 1 : i;

    return before + 1 < c->n && c->at[before + 1].y > tuned.unsure_rise * c->at[before].y;
}

/* Sizes a level of a sparse curve, between plateau A and point NEXT of the plateau after it. The
 * capacity is the last working set that misses less than a limit of what twice its size misses: at
 * its capacity a cache misses some (lines of others, page colours), at twice its capacity nearly
 * all. The most chains show how many loads miss, unless they wait for one port.
 *
 * An outer level that is full misses some, as pages share sets with others, and what begins to
 * overflow hits some: where one point misses nothing and the next all, the size may lie between, or
 * be the next point's, less what others take.
 *
 * The range begins at the share that hits: no policy hits more of a lap than the cache holds. A
 * first point beyond that costs more than twice its working set was disturbed, and is no upper
 * bound. */
static void size_sparse(const struct curve *c, const struct curve *chains, size_t n_chains,
                        const struct plateau *a, size_t next, struct latency_level *level)
{
    const struct curve *most = n_chains > 0 ? &chains[n_chains - 1] : c;
    double low = least_cost(most, c->at[a->first].x, c->at[a->last].x);
    size_t risen = index_of(most, 0, c->at[next].x), full = a->last;
    bool begun = full >= a->first + 2 && c->at[full].y > tuned.begun * c->at[full - 1].y &&
                 c->at[full - 1].y <= tuned.begun_flat * c->at[a->first].y;
    double limit = begun ? tuned.after_begun : tuned.usual, share = 0, margin = 1, missed = 0;

    if (risen == most->n || !(most->at[risen].y >= tuned.port * low)) {
        most = c;
        low = least_cost(c, c->at[a->first].x, c->at[a->last].x);
    }
    for (size_t i = a->last + 1; i < next; i++) {
        size_t at = index_of(most, 0, c->at[i].x);
        bool past_half = missed >= tuned.half_missed && c->at[full].x >= tuned.half_pages * c->page;

        share = at < most->n ? missing_share(most, at, low) : 1;
        if (share >= tuned.one_missed && unsure_reference(c, i))
            limit = fmin(limit, tuned.unsure);
        margin = fmin(margin, fabs(share - limit));
        if (share >= limit || past_half)
            break;
        full = i;
        missed = fmax(share, 0);
        if (share < tuned.one_missed)
            limit = tuned.usual;
        else
            limit = unsure_reference(c, i + 1) ? tuned.unsure : (share + tuned.random_twice) / 2;
    }
    size_t after = full + 1 < c->n ? full + 1 : full;
    bool all_next = after == next || share >= tuned.all_at_once;
    bool between = all_next && a->first > 0 && full > a->first &&
                   missing_share(c, full, c->at[full - 1].y) < tuned.full_misses;
    level->size = c->at[full].x;
    level->size_low =
        full > a->last ? fmax(c->at[full - 1].x, (1 - missed) * level->size) : level->size;
    level->size_high = c->at[after].x * tuned.margin_of_next;
    level->evidence = evidence_clamp(margin / fmin(tuned.usual, 1 - tuned.usual));
    if (between) {
        level->size_high = c->at[after].x;
        level->evidence = evidence_doubted(level->evidence);
    }
    if (c->at[after].x2 > tuned.disturbed * c->at[after].y && after + 1 < c->n) {
        level->size_high = c->at[after + 1].x * tuned.margin_of_next;
        level->evidence = evidence_doubted(level->evidence);
    }
    snprintf(level->why, sizeof level->why, "%.0f %% missed at the next point", share * 100);
}

/* Returns the working set between plateaus A and B whose cost is that of neither, though it holds
 * twice SIZE, which A holds: a level may end there. 0: there is none. Several chains, where there
 * are any, tell it from a slope. */
static double alone_between(const struct curve *c, const struct chain_walks *walks,
                            const struct plateau *a, const struct plateau *b, double size)
{
    size_t i = index_of(c, a->last, tuned.twice * size),
           middle = b->first + (b->last - b->first) / 2;

    if (i >= b->first)
        return 0;
    bool apart = walks->n > 0 ? chain_walks_end_cache(walks, c, i, middle)
                              : c->at[middle].y > tuned.alone * c->at[i].y;
    return apart ? c->at[i].x : 0;
}

/* ---- dense rises ---- */

/* Returns the point of plateau B, after A, from which on "all missed": twice the working set of the
 * half-way point, or B's first. B may rise itself, so that this point may cost less than B. */
static const struct curve_point *where_all_missed(const struct curve *c, const struct plateau *a,
                                                  const struct plateau *b)
{
    double low = plateau_middle(c, a)->y, high = plateau_middle(c, b)->y;
    size_t half = a->last, twice;

    while (half < b->first && c->at[half].y < (low + high) / 2)
        half++;
    for (twice = half; twice < b->last && c->at[twice].x < 2 * c->at[half].x; twice++)
        ;
    return &c->at[twice > b->first ? twice : b->first];
}

/* The rise between two plateaus by three costs of each point. Points into itself. */
struct rises {
    struct miss_ratio_rise lowest, typical, edge; /* edge: settled costs */
    double begun;                                 /* miss ratio from which a point misses */
    size_t draws;                                 /* fewest draws of frames of any point */
    double x[RISE_MOST], share[3][RISE_MOST];
};

/* SETTLED: the median of many timings, else the lowest. The lowest of many is luck of the
 * replacement, the median of few may be disturbed. */
enum cost { LOWEST, TYPICAL, MEAN, SETTLED };

static double cost_of(const struct curve_point *p, enum cost cost)
{
    if (cost == MEAN)
        return p->mean;
    return cost == TYPICAL || (cost == SETTLED && p->n >= tuned.many) ? p->typical : p->y;
}

/* Fills *RISE with the miss ratios SHARE of the N points P: 0 at cost LOW, 1 at cost HIGH, none
 * above the one to its right. */
static void take_rise(const struct curve_point *const *p, size_t n, double low, double high,
                      enum cost cost, double *share, struct miss_ratio_rise *rise)
{
    for (size_t i = n; i-- > 0;) {
        double y = high > low ? (cost_of(p[i], cost) - low) / (high - low) : 0;

        share[i] = fmin(i + 1 < n ? share[i + 1] : 1, fmax(0, y));
    }
    rise->share = share;
    rise->n = n;
}

/* Fills R with the rise between plateaus A and B, some points of either included. */
static void take_rises(const struct curve *c, const struct plateau *a, const struct plateau *b,
                       struct rises *r)
{
    const struct curve_point *mid_a = plateau_middle(c, a), *mid_b = plateau_middle(c, b);
    const struct curve_point *missed = where_all_missed(c, a, b), *p[RISE_MOST];
    double low = mid_a->y, high = fmin(mid_b->y, missed->y), apart = 0, between = 0;
    size_t from =
        a->last > a->first + tuned.points_before ? a->last - tuned.points_before : a->first;
    size_t to = b->first + tuned.points_after < b->last ? b->first + tuned.points_after : b->last;
    size_t n = to - from + 1 < RISE_MOST ? to - from + 1 : RISE_MOST;
    enum cost usual = c->drawn ? MEAN : TYPICAL;
    const struct miss_ratio_rise rise = { .x = r->x, .page = c->page };

    r->lowest = r->typical = r->edge = rise;
    r->begun = fmin(tuned.most_begun, tuned.least_begun + tuned.noise_begun * plateau_noise(c, a) *
                                                              low / (high - low));
    r->draws = c->at[from].n;
    for (size_t i = from; i <= to; i++)
        r->draws = c->at[i].n < r->draws ? c->at[i].n : r->draws;
    for (size_t i = 0; i < n; i++) {
        p[i] = &c->at[n > 1 ? from + i * (to - from) / (n - 1) : from];
        r->x[i] = p[i]->x;
    }
    take_rise(p, n, low, high, LOWEST, r->share[0], &r->lowest);
    /* Where all miss, draws of frames do not differ: what the median has there above the lowest
     * cost, more than at the first such point, others did. */
    double all = fmin(cost_of(mid_b, usual), mid_b->y * missed->typical / missed->y);
    take_rise(p, n, cost_of(mid_a, usual), all, usual, r->share[1], &r->typical);
    take_rise(p, n, low, high, c->contiguous ? SETTLED : LOWEST, r->share[2], &r->edge);
    for (size_t i = 0; i < n; i++)
        if (r->typical.share[i] > tuned.differ_low && r->lowest.share[i] < tuned.differ_high) {
            apart += r->typical.share[i] - r->lowest.share[i];
            between++;
        }
    r->typical.scattered = c->drawn && apart > tuned.differ * between;
}

/* Returns true when R rises as in contiguous frames; in random frames the rise begins slowly.
 * *FITS: the last working set that misses less than BEGUN. *MOST: the largest possible capacity,
 * the next working set, which may be the capacity and miss some already. */
static bool rises_steeply(const struct miss_ratio_rise *r, double begun, double *fits, double *most)
{
    size_t i = 0, at;

    while (i + 1 < r->n && r->share[i + 1] < begun)
        i++;
    if (i + 1 >= r->n)
        return false;
    *most = r->share[i + 1] < tuned.at_edge ? r->x[i + 1] : r->x[i + 1] * (1 - 1e-9);
    while (i > 0 && r->share[i] > begun * tuned.even_from &&
           r->share[i] - r->share[i - 1] > (r->share[i + 1] - r->share[i]) / tuned.even)
        i--;
    *fits = r->x[i];
    for (at = i + 1; at + 1 < r->n && r->x[at] < tuned.edge * r->x[i]; at++)
        ;
    return r->share[at] > tuned.after_edge && r->share[i] < tuned.before_edge;
}

/* Sets the size of LEVEL by FIT; a fit without a model lacked memory. */
static void set_fit(const struct miss_ratio_fit *fit, struct latency_level *level)
{
    if (fit->name == NULL) {
        level->sized = false;
        snprintf(level->why, sizeof level->why, "not enough memory to analyse");
        return;
    }
    level->size = fit->capacity;
    level->size_low = fit->capacity_low;
    level->size_high = fit->capacity_high;
    level->ways = fit->ways;
    level->fit = fit->rms;
    snprintf(level->why, sizeof level->why, "%s, rms %.3f of the rise", fit->name, fit->rms);
}

static bool is_odd(double size)
{
    return stats_odd_part(size) > tuned.odd;
}

/* Sizes a level in contiguous frames: between the last working set that fits and the first that
 * does not. Where no point tells the two apart the models decide, with a wider range. */
static void size_contiguous(struct rises *r, struct latency_level *level)
{
    struct miss_ratio_fit fit;
    double fits, most;
    bool sharp = rises_steeply(&r->edge, r->begun, &fits, &most);

    r->lowest.contiguous = true;
    miss_ratio_fit(&r->lowest, &fit);
    if (sharp && fit.rms < tuned.fits_well) /* lines of others make a nearly full cache miss some */
        most = fmax(most, fit.capacity_high);
    if (sharp) {
        fit.capacity_low = fits;
        fit.capacity_high = most;
        fit.capacity = fmin(fmax(fit.capacity, fits), most);
    } else {
        fit.capacity_low *= tuned.smeared_low;
        fit.capacity_high *= tuned.smeared_high;
    }
    set_fit(&fit, level);
    level->doubtful = !sharp;
}

/* Sizes a level in random frames that are drawn anew in every pass: typical costs are those of the
 * average draw. BEFORE: bytes of the nearer level, whose lines this one may not hold; 0: none, or
 * not known.
 *
 * Where draws do not differ and the lowest costs rise steeply, pages hide no set of this cache: its
 * size lies where it begins to miss, however little a model explains of what neighbours add to the
 * rise. Not where the size that the model names lies elsewhere. */
static void size_drawn(struct rises *r, double before, struct latency_level *level)
{
    struct miss_ratio_fit mid;
    double fits, most;

    miss_ratio_fit(&r->typical, &mid);
    if (mid.name == NULL) { /* a cache of less than two colours */
        r->typical.scattered = false;
        miss_ratio_fit(&r->typical, &mid);
    }
    double apart =
        (mid.replaced_at_random ? tuned.by_chance : tuned.at_best) + tuned.for_rms * mid.rms;
    apart += tuned.few_draws / (double)r->draws * fmin(1, mid.rms / tuned.poor);
    apart += fmin(tuned.most_apart, tuned.unexplained * fmax(0, mid.rms - tuned.explained));
    double low = mid.capacity / (1 + apart), high = mid.capacity * (1 + apart);
    mid.capacity_low = fmin(mid.capacity_low, low);
    mid.capacity_high = fmax(mid.capacity_high, high);
    set_fit(&mid, level);
    /* Hardly any cache has another odd factor than 1 or 3, by itself or with the lines before. */
    double round = stats_round_number(mid.capacity, low, high);
    bool usual =
        round > 0 && (!is_odd(round) || (before > 0 && round > before && !is_odd(round - before)));
    level->nominal = usual ? round : 0; /* else the roundest that another policy would explain */
    level->doubtful = r->draws < tuned.many || mid.rms > tuned.doubted || !usual;
    if (r->typical.scattered || !level->sized || !rises_steeply(&r->edge, r->begun, &fits, &most) ||
        fits > level->size_high || most < level->size_low)
        return;
    low = fmax(level->size_low, tuned.smeared_low * fits);
    high = fmin(level->size_high, tuned.smeared_high * most);
    if (level->nominal > 0 && (level->nominal < low || level->nominal > high))
        return;
    level->size_low = low;
    level->size_high = high;
    level->size = fmin(fmax(level->size, low), high);
}

/* Sizes a level in one draw of random frames. The range spans the fits of typical and of lowest
 * costs: luck of replacement and a neighbour in the cache lie between them. */
static void size_random(struct rises *r, struct latency_level *level)
{
    struct miss_ratio_fit low, mid;

    r->lowest.one_draw = r->typical.one_draw = true;
    miss_ratio_fit(&r->lowest, &low);
    miss_ratio_fit(&r->typical, &mid);
    mid.capacity_low =
        tuned.one_draw_low *
        fmin(low.capacity_low, fmax(mid.capacity_low, tuned.one_draw_most * low.capacity));
    mid.capacity_high = tuned.one_draw_high * fmax(low.capacity_high, mid.capacity_high);
    mid.capacity = sqrt(mid.capacity_low * mid.capacity_high);
    set_fit(&mid, level);
}

/* Returns true when typical costs rise as in contiguous frames: steeply, and fitted by their models
 * nearly as well as by models of random frames. */
static bool has_contiguous_frames(struct rises *r)
{
    struct miss_ratio_fit random, contiguous;
    double fits, most;

    if (r->typical.scattered ||
        !rises_steeply(&r->typical, fmax(r->begun, tuned.contiguous_begun), &fits, &most))
        return false;
    miss_ratio_fit(&r->typical, &random);
    r->typical.contiguous = true;
    miss_ratio_fit(&r->typical, &contiguous);
    r->typical.contiguous = false;
    return contiguous.rms <= tuned.contiguous_ratio * random.rms + tuned.contiguous_rms;
}

/* Sizes a level of a dense curve: the capacity is a parameter of the miss ratio, fitted over the
 * whole rise. BEFORE: see size_drawn(). */
static void size_dense(const struct curve *c, const struct plateau *a, const struct plateau *b,
                       double before, struct latency_level *level)
{
    struct rises r;
    bool random = false;

    take_rises(c, a, b, &r);
    if (!c->contiguous)
        random = !has_contiguous_frames(&r);
    if (!random)
        size_contiguous(&r, level);
    if (!random && !c->contiguous && level->ways > 0 && level->ways <= tuned.few_ways)
        random = is_odd(stats_round_number(level->size, level->size_low, level->size_high));
    if (random && c->drawn)
        size_drawn(&r, before, level);
    else if (random)
        size_random(&r, level);
    level->evidence =
        evidence_clamp(1 - level->fit) * evidence_near(level->size_low, level->size_high);
    if (level->doubtful)
        level->evidence = evidence_doubted(level->evidence);
}

/* ---- levels ---- */

/* Returns the median latency of the half of P, in octaves, that grows least before translations
 * miss, as its ends may belong to the rises beside it; of its middle point where memory is short.
 * Points whose lines were evicted are left out: a hit costs what larger working sets cost. */
static double latency_of(const struct curve *c, const struct plateau *p)
{
    double least = INFINITY, half = curve_octaves(c, p->first, p->settled) / 2;
    struct plateau best = { p->first, p->settled, p->settled };

    for (size_t i = p->first, j = i; i <= p->settled; i++) {
        while (j < p->settled && curve_octaves(c, i, j) < half)
            j++;
        if (curve_octaves(c, i, j) >= half && c->at[j].y / c->at[i].y < least - tuned.same_growth) {
            least = c->at[j].y / c->at[i].y;
            best = (struct plateau){ i, j, j };
        }
    }
    size_t n = 0;
    double *fair = malloc((best.last - best.first + 1) * sizeof *fair);
    double latency = plateau_middle(c, &best)->y;
    for (size_t i = best.first; fair && i <= best.last; i++)
        if (c->at[i].fair <= tuned.evicted * c->at[i].y)
            fair[n++] = c->at[i].fair;
    if (n > 0)
        latency = stats_median(fair, n);
    free(fair);
    return latency;
}

size_t latency_levels_find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                           struct latency_level *levels)
{
    struct latency_plateaus p;
    const struct curve *c = &p.curve;

    latency_plateaus_find(curve, chains, n_chains, &p);
    for (size_t k = 0; k < p.n; k++)
        levels[k] = (struct latency_level){ .latency = latency_of(c, &p.at[k]),
                                            .latency_low = c->at[p.at[k].first].y,
                                            .latency_high = c->at[p.at[k].last].y,
                                            .from = c->at[p.at[k].first].x,
                                            .to = c->at[p.at[k].last].x,
                                            .sized = k + 1 < p.n };
    for (size_t k = 0; k + 1 < p.n; k++) {
        const struct plateau *a = &p.at[k], *b = a + 1;
        struct latency_level *level = &levels[k];

        if (!curve_is_sparse(c, a->last, b->first)) {
            size_dense(c, a, b, k > 0 && level[-1].sized ? level[-1].nominal : 0, level);
        } else if (b->first + 1 == c->n && c->at[b->first].y < tuned.far * c->at[a->last].y) {
            level->sized = false; /* the last point may be on its way, or translations that miss */
        } else {
            size_sparse(c, chains, n_chains, a, b->first, level);
            level[1].alone = alone_between(c, &p.walks, a, b, level->size);
        }
        if (level->alone > 0)
            level->sized = false;
        if (level->sized && level->nominal == 0)
            level->nominal = stats_round_number(level->size, level->size_low, level->size_high);
    }
    if (p.n > 0) {
        levels[p.n - 1].open = p.open;
        levels[0].late = p.late;
    }
    if (p.n > 1 && p.open) { /* nothing says where the step before the last level ends */
        levels[p.n - 2].sized = false;
        *levels[p.n - 2].why = '\0';
    }
    latency_plateaus_free(&p);
    return p.n;
}

struct latency_outline latency_levels_outline(const struct curve *curve, const struct curve *chains,
                                              size_t n_chains)
{
    struct latency_outline o = { 0 };
    struct latency_plateaus p;
    const struct curve *c = &p.curve;

    latency_plateaus_find(curve, chains, n_chains, &p);
    o.n = p.n;
    o.open = p.open;
    o.late = p.late;
    for (size_t k = 0; k < p.n; k++)
        o.latency[k] = latency_of(c, &p.at[k]);
    for (size_t k = 0; k + 1 < p.n; k++) {
        const struct plateau *a = &p.at[k], *b = a + 1;
        double high = fmin(plateau_middle(c, b)->y, where_all_missed(c, a, b)->y);
        double half = (plateau_middle(c, a)->y + high) / 2;
        size_t i = a->last;

        while (i < b->first && c->at[i].y < half)
            i++;
        o.half[k] = c->at[i].x;
        if (i > a->last && c->at[i].y > c->at[i - 1].y) {
            double share = (half - c->at[i - 1].y) / (c->at[i].y - c->at[i - 1].y);

            o.half[k] = c->at[i - 1].x * pow(c->at[i].x / c->at[i - 1].x, fmin(1, share));
        }
    }
    latency_plateaus_free(&p);
    return o;
}

bool latency_levels_flat(const struct curve *curve)
{
    double *y = malloc((curve->n + 1) * sizeof *y);
    bool flat = false;

    for (size_t i = 0; y && i < curve->n; i++)
        y[i] = curve->at[i].typical;
    if (y && curve->n > 0)
        flat = stats_quantile(y, curve->n, tuned.flat_high) <=
               tuned.flat * stats_quantile(y, curve->n, tuned.flat_low);
    free(y);
    return flat;
}
