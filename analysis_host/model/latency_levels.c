#include "latency_levels.h"
#include "miss_ratio.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A plateau grows by less than this from end to end before it is joined with its neighbours; with a
 * point an octave the tail of one rise reaches into it. */
static const double dense_growth = 1.12, sparse_growth = 1.2;
/* Two levels differ by at least this: below it a step is as likely a TLB's. */
static const double least_rise = 1.12;
/* Shortest plateau, octaves, on a curve with many points an octave, and on one with a point each.
 */
static const double dense_octaves = 0.6, sparse_octaves = 0.9;
/* Points further apart than this, octaves, locate a capacity only by what one of them misses. */
static const double sparse_gap = 0.7;

struct flat {
    size_t first, last; /* points */
};

static double octaves(const struct curve *curve, size_t i, size_t j)
{
    return log2(curve->at[j].x / curve->at[i].x);
}

/* A point far below everything around it is a fault of the clock, not of the memory. Noise only
 * ever adds time, so that such a point is dropped before the curve is made monotone; enforcing
 * monotonicity alone (BlackjackBench section 4.1) would erase every level before it. */
static bool low_outlier(const struct curve *curve, size_t i)
{
    enum { AROUND = 3 };
    double before[AROUND], after[AROUND];
    size_t n = 0;

    if (i < AROUND || i + AROUND >= curve->n)
        return false;
    for (size_t k = 1; k <= AROUND; k++, n++) {
        before[n] = curve->at[i - k].y;
        after[n] = curve->at[i + k].y;
    }
    double y = curve->at[i].y / 0.8;
    return y < stats_median(before, n) && y < stats_median(after, n);
}

/* The points that are kept, made monotone from the right; NULL when memory is short. X2 becomes the
 * cost that the point had of its own. */
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
static const struct curve_point *middle(const struct curve *c, const struct flat *f)
{
    return &c->at[f->first + (f->last - f->first) / 2];
}

static double level_of(const struct curve *c, const struct flat *f)
{
    return middle(c, f)->y;
}

/* The longest run of points within GROWTH of its first, among points FROM to TO. */
static struct flat longest(const struct curve *c, size_t from, size_t to, double growth)
{
    struct flat best = { from, from };

    for (size_t i = from, j = from; i <= to; i++) {
        while (j < to && c->at[j + 1].y <= c->at[i].y * growth)
            j++;
        if (octaves(c, i, j) > octaves(c, best.first, best.last))
            best = (struct flat){ i, j };
    }
    return best;
}

/* Whether at least half of the timings of F lie there by themselves, rather than having been drawn
 * down by one lucky point further right, as on a ramp under noise. A point that was timed often
 * tells more than one that was timed twice, and disturbed. */
static bool supported(const struct curve *c, const struct flat *f)
{
    double most = c->at[f->first].y * dense_growth * 1.1;
    size_t there = 0, all = 0;

    for (size_t i = f->first; i <= f->last; i++) {
        all += c->at[i].n;
        there += c->at[i].x2 <= most ? c->at[i].n : 0;
    }
    return 2 * there > all;
}

/* How far the timings of a plateau disagree, on the average: repetitions of a point, or neighbours,
 * where there are few repetitions. */
static double noise_of(const struct curve *c, const struct flat *f)
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

/* Shortest plateau that is believed: where repetitions disagree, it takes more points. */
static double least_octaves(const struct curve *c, const struct flat *f, bool sparse)
{
    return (sparse ? sparse_octaves : dense_octaves) * (1 + 4 * noise_of(c, f));
}

/* Disjoint plateaus of points FROM to TO, longest first, then in order. */
static size_t find_flats(const struct curve *c, size_t from, size_t to, bool sparse,
                         struct flat *flats, size_t room)
{
    struct flat f = longest(c, from, to, sparse ? sparse_growth : dense_growth);

    if (room == 0 || octaves(c, f.first, f.last) < (sparse ? sparse_octaves : dense_octaves))
        return 0;
    bool believed =
        octaves(c, f.first, f.last) >= least_octaves(c, &f, sparse) && (sparse || supported(c, &f));
    size_t n = f.first > from ? find_flats(c, from, f.first - 1, sparse, flats, room - 1) : 0;
    if (believed)
        flats[n++] = f;
    if (f.last < to)
        n += find_flats(c, f.last + 1, to, sparse, flats + n, room - n);
    return n;
}

/* Whether the rise from A to B is spread evenly, as drift and translation misses make it, rather
 * than being a step: no quarter octave holds most of it. */
static bool gentle(const struct curve *c, const struct flat *a, const struct flat *b)
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

static size_t join_flats(const struct curve *c, struct flat *flats, size_t n)
{
    size_t kept = 0;

    for (size_t i = 1; i < n; i++) {
        double rise = level_of(c, &flats[i]) / level_of(c, &flats[kept]);

        double noise = fmax(noise_of(c, &flats[kept]), noise_of(c, &flats[i]));

        double most_gentle = c->contiguous ? 1.2 : 1.6;

        if (rise < least_rise + 3 * noise ||
            (rise < most_gentle && gentle(c, &flats[kept], &flats[i])))
            flats[kept].last = flats[i].last;
        else
            flats[++kept] = flats[i];
    }
    return n > 0 ? kept + 1 : 0;
}

/* Share of the way from LOW to the cost at twice the working set of point I, in [0, 1+). */
static double missing_share(const struct curve *c, size_t i, double low)
{
    size_t j = i + 1;

    while (j + 1 < c->n && c->at[j].x < 1.9 * c->at[i].x)
        j++;
    return j < c->n && c->at[j].y > low ? (c->at[i].y - low) / (c->at[j].y - low) : 1;
}

static size_t index_of(const struct curve *c, double x)
{
    size_t i = 0;

    while (i < c->n && c->at[i].x < x)
        i++;
    return i;
}

static double plateau_minimum(const struct curve *c, double from, double to)
{
    double least = INFINITY;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x >= from && c->at[i].x <= to)
            least = fmin(least, c->at[i].y);
    return least;
}

/* The share of misses at working set X seen by the walk with the most chains at once. */
static double share_at(const struct curve *c, const struct curve *chains, size_t n_chains,
                       double from, double to, double x)
{
    const struct curve *best = n_chains > 0 ? &chains[n_chains - 1] : c;
    size_t i = index_of(best, x);

    if (i >= best->n)
        return 1;
    return missing_share(best, i, plateau_minimum(best, from, to));
}

/* Whether the last point of the plateau has begun to miss while those before it had not. */
static bool begun_to_miss(const struct curve *c, const struct flat *a)
{
    static const double begun = 1.002, flat = 1.02;

    return a->last >= a->first + 2 && c->at[a->last].y > begun * c->at[a->last - 1].y &&
           c->at[a->last - 1].y <= flat * c->at[a->first].y;
}

/* Whether the cost at twice the working set of point I, which stands for "all missed", is itself
 * about to rise into a further level. */
static bool unsure_reference(const struct curve *c, size_t i)
{
    return i + 2 < c->n && c->at[i + 2].y > 1.5 * c->at[i + 1].y;
}

/* Sparse curves, a point an octave. At exactly the full size a real cache already misses some
 * (foreign lines, page colours), at twice the size it misses nearly all: the capacity is the last
 * working set that misses less than about two thirds of what twice its size misses. Where the last
 * point of the plateau has begun to miss, that point is likely the full one, so that the next must
 * be nearer to a hit to be believed. Where one partly missing point was taken already, frames are
 * random; the next is the full one only if it lies nearer to that one than to what 2-way sets in
 * random frames miss at twice their size (P[Binomial(15, 1/4) >= 2], 0.92). */
static void size_sparse(const struct curve *c, const struct curve *chains, size_t n_chains,
                        const struct flat *a, size_t next_flat, struct latency_level *level)
{
    static const double usual = 0.66, after_hint = 0.5, unsure = 0.4, twice = 0.92;
    double from = c->at[a->first].x, to = c->at[a->last].x;
    double limit = begun_to_miss(c, a) ? after_hint : usual, share = 0, margin = 1;
    size_t full = a->last;

    for (size_t i = a->last + 1; i < next_flat; i++) {
        share = share_at(c, chains, n_chains, from, to, c->at[i].x);
        margin = fmin(margin, fabs(share - limit));
        if (share >= limit)
            break;
        full = i;
        limit = share < 0.05 ? usual : unsure_reference(c, i + 1) ? unsure : (share + twice) / 2;
    }
    size_t after = full + 1 < c->n ? full + 1 : full;
    level->size = level->size_low = c->at[full].x;
    level->size_high = c->at[after].x * 0.999;
    level->confidence = margin < 0.1 ? 0.75 : margin < 0.2 ? 0.9 : 0.95;
    snprintf(level->why, sizeof level->why, "%.0f %% missed at the next point", share * 100);
}

/* The cost that stands for "all missed" behind flat A: the next plateau's, or less where twice the
 * working set of the half-way point costs less, as that plateau may itself rise. */
static double all_missed(const struct curve *c, const struct flat *a, const struct flat *b)
{
    double low = level_of(c, a), high = level_of(c, b);
    size_t half = a->last;

    while (half < b->first && c->at[half].y < (low + high) / 2)
        half++;
    size_t twice = half;
    while (twice < b->last && c->at[twice].x < 2 * c->at[half].x)
        twice++;
    return fmin(high, fmax(c->at[twice].y, c->at[b->first].y));
}

/* Where frames are contiguous the first rise is at the capacity itself, and steep, whatever the
 * policy: an eighth of an octave further at least a fifth misses. In random frames it begins
 * slowly. Returns whether it is steep. *FITS: the last working set that misses less than BEGUN;
 * *MOST: the largest that the capacity can be: the next, which may be the full one and miss some
 * already. */
static bool steep(const struct miss_ratio_rise *r, double begun, double *fits, double *most)
{
    static const double an_eighth = 0.15, further = 1.135, full_misses = 0.3;
    size_t i = 0, at;

    while (i + 1 < r->n && r->share[i + 1] < begun)
        i++;
    if (i + 1 >= r->n)
        return false;
    *most = r->share[i + 1] < full_misses ? r->x[i + 1] : r->x[i + 1] * (1 - 1e-9);
    /* Where the first sets that overflow cost less than that, the rise is even from where it is. */
    while (i > 0 && r->share[i] > begun / 2 &&
           r->share[i] - r->share[i - 1] > (r->share[i + 1] - r->share[i]) / 4)
        i--;
    *fits = r->x[i];
    for (at = i + 1; at + 1 < r->n && r->x[at] < further * r->x[i]; at++)
        ;
    return r->share[at] > an_eighth && r->share[i] < 0.02;
}

static void set_size(const struct miss_ratio_fit *shape, struct latency_level *level)
{
    level->size = shape->capacity;
    level->size_low = shape->capacity_low;
    level->size_high = shape->capacity_high;
    level->ways = shape->ways;
    level->fit = shape->rms;
    snprintf(level->why, sizeof level->why, "%s, rms %.3f of the rise", shape->name, shape->rms);
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

/* SHARE: how much of the way from cost LOW to cost HIGH the points of R, FROM and on in C, have
 * come; none more than one to its right. */
static void take_rise(const struct curve *c, size_t from, double low, double high, cost_fn *cost,
                      double *share, const struct miss_ratio_rise *r)
{
    for (size_t i = r->n; i-- > 0;) {
        double y = high > low ? (cost(&c->at[from + i]) - low) / (high - low) : 0;

        share[i] = fmin(i + 1 < r->n ? share[i + 1] : 1, fmax(0, y));
    }
}

/* Where the lowest timings are luck of the replacement, the typical ones are not; of few timings
 * the median may be a disturbed one. */
static double settled_cost(const struct curve_point *p)
{
    enum { MANY = 5 };

    return p->n >= MANY ? p->typical : p->y;
}

/* Contiguous frames: between the last working set that fits and the first that does not, or, where
 * no point tells the two apart, as the models say: random replacement that has not settled begins
 * to miss early. EDGE: shares of settled costs. */
static void size_contiguous(struct miss_ratio_rise *lowest, const struct miss_ratio_rise *edge,
                            double begun, struct latency_level *level)
{
    static const double smeared_low = 0.97, smeared_high = 1.1, fits_well = 0.015;
    struct miss_ratio_fit shape;
    double fits = lowest->x[0], most = lowest->x[lowest->n - 1];

    bool sharp = steep(edge, begun, &fits, &most);
    lowest->contiguous = true;
    miss_ratio_fit(lowest, &shape);
    if (sharp && shape.rms < fits_well) /* foreign lines make a nearly full cache miss some */
        most = fmax(most, shape.capacity_high);
    if (sharp) {
        shape.capacity_low = fits;
        shape.capacity_high = most;
        shape.capacity = fmin(fmax(shape.capacity, fits), most);
    } else {
        shape.capacity_low *= smeared_low;
        shape.capacity_high *= smeared_high;
    }
    set_size(&shape, level);
    level->doubtful = !sharp;
}

/* Random frames, drawn anew in every pass: the typical costs are those of the average draw, and the
 * better a model fits them the nearer it is. Random replacement takes long to settle, and before
 * that the capacity looks smaller. */
static void size_drawn(struct miss_ratio_rise *typical, size_t draws, struct latency_level *level)
{
    static const double at_best = 0.01, by_chance = 0.035, few_draws = 0.06, poor = 0.03;
    enum { MANY = 5 };
    struct miss_ratio_fit mid;

    miss_ratio_fit(typical, &mid);
    if (mid.name == NULL) { /* a cache of less than two colours */
        typical->scattered = false;
        miss_ratio_fit(typical, &mid);
    }
    double apart = (mid.replaced_at_random ? by_chance : at_best) + 1.5 * mid.rms;
    apart += few_draws / (double)draws * fmin(1, mid.rms / poor);
    mid.capacity_low = mid.capacity * (1 - apart);
    mid.capacity_high = mid.capacity * (1 + apart);
    set_size(&mid, level);
    level->doubtful = draws < MANY;
}

/* Random frames, one draw of them: it moves the half-way point by some 8 percent, and frames that
 * are contiguous in part conflict less, so that the capacity is smaller than it looks. Read from
 * the typical costs and within what the lowest would say: where replacement has luck in it, or a
 * neighbour takes a part of the cache, the truth lies between the two. */
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
    set_size(&mid, level);
}

/* Whether draws of frames make a difference to the rise whose TYPICAL costs lie above the LOWEST.
 */
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

/* Whether the rise R of typical costs is one of contiguous frames: steep, and fitted nearly as well
 * by their models as by those of random ones. */
static bool is_contiguous(struct miss_ratio_rise *r, double begun)
{
    struct miss_ratio_fit random, contiguous;
    double fits, most;

    if (!steep(r, begun, &fits, &most))
        return false;
    miss_ratio_fit(r, &random);
    r->contiguous = true;
    miss_ratio_fit(r, &contiguous);
    r->contiguous = false;
    return contiguous.rms <= 1.3 * random.rms + 0.01;
}

/* A direct-mapped or 2-way cache of an odd size is likelier one of random frames, of which a colour
 * overflows early. */
static bool unlikely(const struct latency_level *level)
{
    double round = stats_round_number(level->size, level->size_low, level->size_high);

    return level->ways > 0 && level->ways <= 2 && stats_odd_part(round) > 3;
}

/* Draws of frames that points FROM to TO rest on: the fewest of any. */
static size_t draws_at(const struct curve *c, size_t from, size_t to)
{
    size_t n = c->at[from].n;

    for (size_t i = from; i <= to; i++)
        n = c->at[i].n < n ? c->at[i].n : n;
    return n;
}

/* Dense curves: the capacity is a parameter of the share of misses, fitted over the whole rise. */
static void size_dense(const struct curve *c, const struct flat *a, const struct flat *b,
                       struct latency_level *level)
{
    double low = level_of(c, a), high = all_missed(c, a, b);
    double begun = fmin(0.05, 0.01 + 2 * noise_of(c, a) * low / (high - low));
    size_t from = a->last > a->first + 6 ? a->last - 6 : a->first;
    size_t to = b->first + 2 < b->last ? b->first + 2 : b->last;
    size_t n = to - from + 1;
    double *x = malloc(4 * n * sizeof *x);

    if (x == NULL) {
        level->sized = false;
        snprintf(level->why, sizeof level->why, "not enough memory to analyse");
        return;
    }
    double *share = x + n, *share_typical = share + n, *share_settled = share_typical + n;
    struct miss_ratio_rise lowest = { .x = x, .share = share, .n = n, .page = c->page };
    struct miss_ratio_rise typical = { .x = x, .share = share_typical, .n = n, .page = c->page };
    struct miss_ratio_rise edge = { .x = x, .share = share_settled, .n = n, .page = c->page };

    for (size_t i = 0; i < n; i++)
        x[i] = c->at[from + i].x;
    take_rise(c, from, low, high, lowest_cost, share, &lowest);
    cost_fn *usual = c->drawn ? mean_cost : typical_cost;
    take_rise(c, from, usual(middle(c, a)), usual(middle(c, b)), usual, share_typical, &typical);
    take_rise(c, from, low, high, c->contiguous ? settled_cost : lowest_cost, share_settled, &edge);
    typical.scattered = c->drawn && draws_differ(&lowest, &typical);
    bool contiguous =
        c->contiguous || (!typical.scattered && is_contiguous(&typical, fmax(begun, 0.05)));
    if (contiguous)
        size_contiguous(&lowest, &edge, begun, level);
    if (!contiguous || (!c->contiguous && unlikely(level))) {
        if (c->drawn)
            size_drawn(&typical, draws_at(c, from, to), level);
        else
            size_random(&lowest, &typical, level);
    }
    double doubt = fmax(0, log2(level->size_high / level->size_low) - 0.5);
    level->confidence = fmax(0.3, 0.97 - 1.2 * level->fit - 0.2 * doubt);
    if (level->doubtful)
        level->confidence = fmin(level->confidence, 0.8);
    free(x);
}

/* The half of plateau F, in octaves, that grows least: its ends may belong to the rises beside it.
 */
static struct flat flattest(const struct curve *c, const struct flat *f)
{
    double least = INFINITY, half = octaves(c, f->first, f->last) / 2;
    struct flat best = *f;

    for (size_t i = f->first, j = i; i <= f->last; i++) {
        while (j < f->last && octaves(c, i, j) < half)
            j++;
        if (octaves(c, i, j) >= half && c->at[j].y / c->at[i].y < least - 1e-3) {
            least = c->at[j].y / c->at[i].y;
            best = (struct flat){ i, j };
        }
    }
    return best;
}

/* Median over the plateau, or the plateau's middle where memory is short. */
static double latency_of(const struct curve *c, const struct flat *flat)
{
    struct flat f = flattest(c, flat);
    size_t n = f.last - f.first + 1;
    double *fair = malloc(n * sizeof *fair), latency = level_of(c, &f);

    for (size_t i = 0; fair && i < n; i++)
        fair[i] = c->at[f.first + i].fair;
    if (fair)
        latency = stats_median(fair, n);
    free(fair);
    return latency;
}

static void fill(const struct curve *c, const struct flat *f, struct latency_level *level)
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

static void size_levels(const struct curve *c, const struct curve *chains, size_t n_chains,
                        const struct flat *flats, size_t n, struct latency_level *levels)
{
    for (size_t k = 0; k < n; k++)
        fill(c, &flats[k], &levels[k]);
    for (size_t k = 0; k + 1 < n; k++) {
        levels[k].sized = true;
        if (largest_gap(c, flats[k].last, flats[k + 1].first) > sparse_gap)
            size_sparse(c, chains, n_chains, &flats[k], flats[k + 1].first, &levels[k]);
        else
            size_dense(c, &flats[k], &flats[k + 1], &levels[k]);
    }
}

/* Where the curve ends in a rise, its last point stands for what lies behind; one or two high
 * points at the end of a dense curve are noise. */
static size_t end_flat(const struct curve *c, struct flat *flats, size_t n)
{
    const struct flat *last = &flats[n - 1];

    if (n < LATENCY_LEVELS_MOST && octaves(c, last->last, c->n - 1) > 0.4 &&
        c->at[c->n - 1].y > level_of(c, last) * 1.5)
        flats[n++] = (struct flat){ c->n - 1, c->n - 1 };
    return n;
}

size_t latency_levels_find(const struct curve *curve, const struct curve *chains, size_t n_chains,
                           struct latency_level *levels)
{
    struct curve c = *curve;
    struct flat flats[2 * LATENCY_LEVELS_MOST];
    size_t n = 0;

    c.at = monotone(curve, &c.n);
    if (c.at == NULL || c.n == 0) {
        free(c.at);
        return 0;
    }
    if (c.n > 1)
        n = find_flats(&c, 0, c.n - 1, largest_gap(&c, 0, c.n - 1) > sparse_gap, flats,
                       2 * LATENCY_LEVELS_MOST);
    n = join_flats(&c, flats, n);
    if (n == 0)
        flats[n++] = (struct flat){ 0, 0 };
    if (n > LATENCY_LEVELS_MOST - 1)
        n = LATENCY_LEVELS_MOST - 1;
    n = end_flat(&c, flats, n);
    size_levels(&c, chains, n_chains, flats, n, levels);
    free(c.at);
    return n;
}
