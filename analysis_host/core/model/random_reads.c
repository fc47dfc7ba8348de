/* Levels of cache from a table of reads at random places: the fewest levels whose marginal costs
 * fit, and capacities by what misses in the octave in which a level begins. */
#include "random_reads.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 64, FEWEST_ROWS = 8 };

/* What a read of the first level costs, nanoseconds, as far as steps are ratios: the table does not
 * tell it. */
static const double usual_first = 1.5;
/* A level's marginal cost grows by less than this ratio while translations begin to miss; a step
 * beyond it holds the end of a cache at least in part. */
static const double most_growth = 1.7;
/* Costs are printed with one decimal, and repeat within this share. */
static const double resolution = 0.1, repeats = 0.02;
/* Penalties, in squares of logarithms: of a level, and of an octave that is left to a rise. */
static const double a_level = 0.2, an_edge = 0.02;
/* The same of a rise that ends the first level elsewhere than at three times a power of two: its
 * lines find their place by addresses that a program sees, so that it holds all of its size. */
static const double an_odd_first = 0.1, odd_from_half = 0.07;
/* An octave that costs less than this share of the next one is missed in part; where translations
 * cannot miss yet, a larger share tells so. */
static const double in_part_below = 0.53, in_part_without = 0.6;
/* Translations begin to miss in buffers of this size or more: 16 pages of 4 KiB. */
static const double least_reach = 64 * 1024;
/* A step by a lower ratio than this may be translations: walks, which find their entries in caches,
 * add at most so many nanoseconds. */
static const double most_translation = 2.6, most_walk = 25;
/* Walks that wait for one another add this much more to two reads than a cache's misses do. */
static const double waits = 1.4;
/* Within a level that was reached at once, the second octave costs less than this much more. */
static const double most_settling = 1.4;
/* Rows of undisturbed tables are this near to what levels explain, in units of misfit_at(). */
static const double most_misfit = 0.7;
/* What memory costs at least beyond the first level, nanoseconds: less may be one more cache. */
static const double least_memory = 40;
/* The first rows cost at most this, nanoseconds: else the first level ends before them. */
static const double most_first = 0.5;

/* Rows of a table, and the marginal cost from each to the next one. */
struct rows {
    double x[ROWS_MOST], cost[ROWS_MOST];
    double marginal[ROWS_MOST]; /* of the bytes from x[i] to x[i + 1] */
    size_t n;
};

/* A level as a run of rows: its marginal costs are those FIRST to LAST; RISES of them before FIRST
 * belong to the rise into it. */
struct shelf {
    size_t first, last, rises;
};

struct shelves {
    struct shelf at[ROWS_MOST];
    size_t n;
};

/* ---- marginal costs ---- */

/* Fills the marginal costs of R, made to rise: nearest in least squares, each weighted by what
 * rounding and repetition leave open. */
static void take_marginal(struct rows *r)
{
    double weight[ROWS_MOST];

    for (size_t i = 0; i + 1 < r->n; i++) {
        double here = r->x[i] * (resolution / 2 + repeats * r->cost[i]);
        double next = r->x[i + 1] * (resolution / 2 + repeats * r->cost[i + 1]);
        double bytes = r->x[i + 1] - r->x[i];

        r->marginal[i] = (r->x[i + 1] * r->cost[i + 1] - r->x[i] * r->cost[i]) / bytes;
        weight[i] = bytes * bytes / (here * here + next * next);
    }
    (void)stats_isotonic(r->marginal, weight, r->n - 1, r->marginal);
    for (size_t i = 0; i + 1 < r->n; i++)
        r->marginal[i] = fmax(r->marginal[i], 0);
}

/* Takes the points of C, evenly thinned to ROWS_MOST, without point WITHOUT (C->n: with all). */
static void take_rows(const struct curve *c, size_t without, struct rows *r)
{
    size_t step = (c->n + ROWS_MOST - 1) / ROWS_MOST;

    r->n = 0;
    for (size_t i = 0; i < c->n; i += step)
        if (i != without) {
            r->x[r->n] = c->at[i].x;
            r->cost[r->n++] = c->at[i].y;
        }
    if (r->n > 1)
        take_marginal(r);
}

static double ratio(double from, double to)
{
    return (to + usual_first) / (from + usual_first);
}

/* ---- levels ---- */

/* The best way to cover marginal costs 0 to I with levels. */
struct cover {
    double cost; /* misfit and penalties */
    struct shelf last;
    size_t before; /* the marginal cost before LAST; none: LAST is the first level */
};

/* Returns the sum of squares of the steps within costs FIRST to LAST, as ratios: translations raise
 * a level in many small steps. */
static double misfit_of(const struct rows *r, size_t first, size_t last)
{
    double sum = 0;

    for (size_t i = first; i < last; i++) {
        double step = log(ratio(r->marginal[i], r->marginal[i + 1]));

        sum += step * step;
    }
    return sum;
}

/* Returns true when cost BEFORE, of an octave before the end of a cache, after which reads cost
 * AFTER, shows misses: pages that share sets are evicted before the cache is full. */
static bool begins_early(double before, double after)
{
    static const double share = 0.03;

    return before > share * after + resolution;
}

/* Returns true when cost BEFORE, two octaves before one of AFTER, is a part of the misses of the
 * first level and no level of its own. */
static bool is_early_part(double before, double after)
{
    static const double share = 0.12, least_level = 2;

    return before < share * after && ratio(0, before) < least_level;
}

/* Returns the penalty for leaving N octaves before FIRST to the rise that ends the level of cover
 * BEFORE; INFINITY where it is not to be. */
static double rise_penalty(const struct rows *r, const struct cover *before, size_t first, size_t n)
{
    bool ends_first = before->last.first == 0;
    double share = r->marginal[first - 1] / r->marginal[first];
    bool early = first > 1 && begins_early(r->marginal[first - 2], r->marginal[first]);
    bool odd = ends_first && (early || fabs(share - 0.5) > odd_from_half);

    if (n > 1 && (!ends_first || !is_early_part(r->marginal[first - 2], r->marginal[first])))
        return INFINITY;
    return (double)n * an_edge + (odd ? an_odd_first : 0);
}

/* Improves *BEST, the cover that ends at LAST, by a level from FIRST on. */
static void try_level(const struct rows *r, const struct cover *cover, size_t first, size_t last,
                      struct cover *best)
{
    enum { RISES_MOST = 2 };
    double own = misfit_of(r, first, last) + a_level;

    for (size_t rises = 0; rises <= RISES_MOST && rises <= first; rises++) {
        struct cover c = { .cost = own, .last = { first, last, rises } };

        if (rises == first && rises > 0)
            break; /* nothing comes before the rise */
        if (first > 0) {
            c.before = first - rises - 1;
            c.cost += cover[c.before].cost;
        }
        if (rises > 0)
            c.cost += rise_penalty(r, &cover[c.before], first, rises);
        if (c.cost < best->cost - 1e-12)
            *best = c;
    }
}

/* Finds the levels that explain the marginal costs: least squares of their logarithms with a
 * penalty for each level (Yao, Estimating the number of change-points via Schwarz' criterion,
 * 1988), by dynamic programming over all change points. A level grows by less than most_growth from
 * end to end; between two of them at most one octave may lie, in which the nearer one ends, or two
 * after the first level. */
static void find_shelves(const struct rows *r, struct shelves *s)
{
    struct cover cover[ROWS_MOST];
    size_t n = r->n - 1, k = 0;

    for (size_t last = 0; last < n; last++) {
        cover[last] = (struct cover){ .cost = INFINITY };
        for (size_t first = last + 1; first-- > 0;) {
            if (ratio(r->marginal[first], r->marginal[last]) >= most_growth)
                break;
            try_level(r, cover, first, last, &cover[last]);
        }
    }
    for (size_t last = n - 1;; last = cover[last].before) {
        s->at[ROWS_MOST - ++k] = cover[last].last;
        if (cover[last].last.first == 0)
            break;
    }
    memmove(s->at, s->at + ROWS_MOST - k, k * sizeof *s->at);
    s->n = k;
}

/* The middle marginal cost of level F. */
static size_t middle(const struct shelf *f)
{
    return f->first + (f->last - f->first) / 2;
}

static double level_ratio(const struct rows *r, const struct shelf *a, const struct shelf *b)
{
    return ratio(r->marginal[middle(a)], r->marginal[middle(b)]);
}

/* Returns what the step from A to B adds to two reads at once, relative to what it adds to one; 0:
 * not known. */
static double added_to_two(const struct rows *one, const struct rows *two, const struct shelf *a,
                           const struct shelf *b)
{
    size_t from = middle(a), to = middle(b);
    double single = one->marginal[to] - one->marginal[from];

    return two->n == one->n && single > 0 ? (two->marginal[to] - two->marginal[from]) / single : 0;
}

/* A table, by one read and by two at once. */
struct table {
    struct rows one, two;
    bool small_pages;
};

/* Returns true when the step from A to B is walks of translations: two reads wait for each other
 * there, more than for memory, the level LAST after the one before it. */
static bool is_walks(const struct table *t, const struct shelf *a, const struct shelf *b,
                     const struct shelf *last)
{
    double here = added_to_two(&t->one, &t->two, a, b);
    double memory = added_to_two(&t->one, &t->two, last - 1, last);

    return t->small_pages && b != last && level_ratio(&t->one, a, b) < most_translation &&
           memory > 0 && here > waits * memory;
}

/* Joins levels that translations explain. */
static void join_shelves(const struct table *t, struct shelves *s)
{
    size_t kept = 0, n = s->n;
    struct shelf *last = &s->at[n - 1];

    for (size_t k = 1; k < n; k++)
        if (kept > 0 && (level_ratio(&t->one, &s->at[kept], &s->at[k]) < most_growth ||
                         is_walks(t, &s->at[kept], &s->at[k], last)))
            s->at[kept].last = s->at[k].last;
        else
            s->at[++kept] = s->at[k];
    s->n = kept + 1;
}

/* ---- capacities ---- */

/* The end of a cache: the octave in which it lies, and what is missed there. */
struct edge {
    size_t at;          /* the octave that begins with row AT */
    double low, high;   /* marginal cost before it, and where all is missed */
    double least, most; /* the capacity, as the octave's own cost is HIGH, or the next one's */
    bool may_be_translations; /* it is missed in part, or translations begin to miss after it */
    bool early;               /* misses begin an octave before it */
    bool spread;              /* the rise goes on after the octave */
    bool open;                /* no octave after it tells what all misses cost */
};

/* Returns the capacity where cost HIGH means that all is missed: what lies above LOW in octave AT
 * and the one before it is misses. */
static double capacity_of(const struct rows *r, size_t at, double low, double high)
{
    double missed = 0;

    for (size_t i = at > 0 ? at - 1 : 0; i <= at; i++) {
        double share = (r->marginal[i] - low) / (high - low);

        missed += (r->x[i + 1] - r->x[i]) * fmin(fmax(share, 0), 1);
    }
    return r->x[at + 1] - missed;
}

/* Fills *E with the end of the cache between levels A and B. An octave that costs at least half of
 * the next one may be missed whole, while translations begin to miss, or in part. */
static void find_edge(const struct table *t, const struct shelf *a, const struct shelf *b,
                      struct edge *e)
{
    const struct rows *r = &t->one;
    size_t before = a->last > a->first ? a->last - 1 : a->last;
    double low = r->marginal[before];

    *e = (struct edge){ .at = b->first - (b->rises > 0), .low = low };
    size_t next = b->rises || b->first == b->last ? b->first : b->first + 1;
    double own = r->marginal[e->at], settled = r->marginal[next];
    bool may_miss = t->small_pages && r->x[e->at] >= least_reach;
    double share = settled > low ? (own - low) / (settled - low) : 1;
    bool in_part = share < (may_miss ? in_part_below : in_part_without);

    e->high = b->rises ? settled : own;
    e->most = capacity_of(r, e->at, low, settled);
    e->least = in_part ? e->most : capacity_of(r, e->at, low, own);
    e->may_be_translations = in_part && may_miss && settled - own < most_walk;
    e->early = a->first == 0 && e->at > 0 && begins_early(r->marginal[e->at - 1], settled);
    e->open = e->at + 2 >= r->n;
    e->spread = b->rises && b->first < b->last &&
                ratio(r->marginal[b->first], r->marginal[b->first + 1]) > most_settling;
}

/* Returns true when the step from A to B may be translations that begin to miss. */
static bool may_be_translations(const struct table *t, const struct shelf *a, const struct shelf *b)
{
    const struct rows *r = &t->one;

    return t->small_pages && level_ratio(r, a, b) < most_translation &&
           r->marginal[middle(b)] - r->marginal[middle(a)] < most_walk;
}

/* Returns how far the costs that the levels explain are from the printed ones around E, in units of
 * what rounding and repetition leave open. */
static double misfit_at(const struct rows *r, const struct edge *e)
{
    size_t to = e->at + 2 < r->n ? e->at + 2 : r->n - 1;
    double sum = r->x[0] * r->cost[0], worst = 0;

    for (size_t i = 1; i <= to; i++) {
        sum += (r->x[i] - r->x[i - 1]) * r->marginal[i - 1];
        double off = fabs(sum / r->x[i] - r->cost[i]) / (resolution + 2 * repeats * r->cost[i]);
        if (i + 2 > e->at)
            worst = fmax(worst, off);
    }
    return worst;
}

/* The capacity of the first level by two reads at once; 0: they do not tell. With M the share of
 * misses and V that of misses that overlap, two reads cost (2 M - V M^2) times a miss. */
static double capacity_by_two(const struct table *t, const struct edge *e)
{
    size_t end = e->at + 1;

    if (t->two.n != t->one.n || end + 1 >= t->one.n)
        return 0;
    double one = t->one.marginal[end], two = t->two.marginal[end];
    double overlap = one > 0 ? fmin(fmax(2 - two / one, 0.01), 1) : 0;
    double share = two > 0 ? fmin(t->two.cost[end] / two, 1) : 0;
    double root = 1 - overlap * share * (2 - overlap);

    if (overlap <= 0 || share <= 0 || root < 0)
        return 0;
    return t->one.x[end] * (1 - (1 - sqrt(root)) / overlap);
}

/* ---- answers ---- */

/* Returns the size that is meant by a capacity of LOW to HIGH: a power of two, or three times one;
 * 0: none is in between. */
static double usual_size(double value, double low, double high)
{
    double round = stats_round_number(value, low, high);

    return stats_odd_part(round) > 3 ? 0 : round;
}

/* Returns true when LOW to HIGH hold a size besides NOMINAL that is as usual. */
static bool has_rival(double nominal, double low, double high)
{
    double other = stats_odd_part(nominal) > 1 ? nominal * 4 / 3 : nominal * 3 / 4;
    double further = stats_odd_part(nominal) > 1 ? nominal * 2 / 3 : nominal * 3 / 2;

    return nominal > 0 && ((other >= low && other <= high) || (further >= low && further <= high));
}

/* Sizes cache K (from 0) of LEVEL, after one of BEFORE bytes, which may add to what it holds. Where
 * frames are random, and translations lie in it, too, a part of it is not used. */
static void size_level(const struct edge *e, unsigned k, double before, struct latency_level *level)
{
    static const double used = 0.95, holds = 0.9;
    double unused = e->early ? 1.45 : k > 0 ? 1.3 : 1.2;
    double low = used * fmax(e->least - before, e->least / 2), high = unused * e->most;
    double nominal = usual_size(e->most, low, high);

    level->size = e->most;
    level->size_low = low;
    level->size_high = high;
    level->doubtful =
        nominal == 0 || (k > 0 ? stats_odd_part(nominal) > 1 || has_rival(nominal, low, high)
                               : e->early || e->most < holds * nominal);
    level->sized = !e->may_be_translations && !e->spread && !e->open && !(k > 1 && level->doubtful);
    level->nominal = level->sized ? nominal : 0;
}

static const char *why_unsized(const struct edge *e)
{
    if (e->open)
        return "the table ends in the rise";
    if (e->spread)
        return "the rise is longer than an octave: a level may lie in it";
    if (e->may_be_translations)
        return "an octave is missed in part, or TLB misses begin after it";
    return "a power of two and three times one fit alike";
}

/* What one pass over a table finds. */
struct found {
    struct shelves shelves;
    struct edge edge[LATENCY_LEVELS_MOST];
    struct random_reads r;
};

static double size_evidence(const struct table *t, const struct edge *e, unsigned k, bool doubtful)
{
    double evidence =
        evidence_near(e->least, e->most) * evidence_margin(e->low + resolution, e->high);

    if (k == 0 && t->two.n == t->one.n)
        evidence *= sqrt(evidence_near(capacity_by_two(t, e), e->most));
    if (misfit_at(&t->one, e) > most_misfit)
        evidence = evidence_doubted(evidence);
    if (doubtful)
        evidence = evidence_doubted(evidence);
    return evidence;
}

/* Fills what level K of F is. */
static void fill_level(const struct table *t, struct found *f, unsigned k)
{
    const struct shelf *s = &f->shelves.at[k];
    struct latency_level *level = &f->r.level[k];

    *level = (struct latency_level){ .latency = t->one.marginal[middle(s)],
                                     .latency_low = t->one.marginal[s->first],
                                     .latency_high = t->one.marginal[s->last],
                                     .from = t->one.x[s->first],
                                     .to = t->one.x[s->last + 1] };
    if (k + 1 == f->r.n)
        return;
    const struct edge *e = &f->edge[k];
    double before = k > 0 ? f->r.level[k - 1].size : 0;
    size_level(e, k, before, level);
    level->evidence = size_evidence(t, e, k, level->doubtful);
    if (level->sized)
        snprintf(level->why, sizeof level->why, "random reads: %.0f KiB are found in it",
                 level->size / 1024);
    else
        snprintf(level->why, sizeof level->why, "%s", why_unsized(e));
}

/* How surely the levels of F are apart, and the last one comes after the last cache. */
static double count_evidence(const struct table *t, const struct found *f)
{
    double evidence = 1;
    const struct shelf *last = &f->shelves.at[f->r.n - 1];

    for (size_t k = 0; k + 1 < f->r.n; k++) {
        const struct shelf *s = &f->shelves.at[k];

        evidence = fmin(evidence, 1 - 1 / level_ratio(&t->one, s, s + 1));
        if (f->edge[k].spread || misfit_at(&t->one, &f->edge[k]) > most_misfit)
            evidence = evidence_doubted(evidence);
        if (k > 0 && s->first == s->last) /* one octave: it may belong to a rise */
            evidence = evidence_doubted(evidence);
    }
    if (last->first == last->last || t->one.marginal[last->last] < least_memory)
        evidence = evidence_doubted(evidence);
    return evidence;
}

/* Finds the levels of table T. */
static void find(const struct table *t, struct found *f)
{
    const struct shelf *s = f->shelves.at;

    f->r = (struct random_reads){ .n = 0 };
    if (t->one.n < FEWEST_ROWS || t->one.marginal[0] > most_first)
        return;
    find_shelves(&t->one, &f->shelves);
    join_shelves(t, &f->shelves);
    size_t n = f->shelves.n < LATENCY_LEVELS_MOST ? f->shelves.n : LATENCY_LEVELS_MOST;
    for (size_t k = 0; k + 1 < n; k++) {
        find_edge(t, &s[k], &s[k + 1], &f->edge[k]);
        if (k > 0 && may_be_translations(t, &s[k], &s[k + 1])) {
            f->r.doubted = (unsigned)k + 1;
            f->r.doubted_at = t->one.x[f->edge[k].at];
            n = k + 1;
        }
    }
    f->r.n = n;
    for (unsigned k = 0; k < n; k++)
        fill_level(t, f, k);
    f->r.ends_in_rise = s[f->shelves.n - 1].first == s[f->shelves.n - 1].last;
    f->r.evidence = count_evidence(t, f);
}

static void take_table(const struct curve *single, const struct curve *dual, size_t without,
                       bool small_pages, struct table *t)
{
    take_rows(single, without, &t->one);
    take_rows(dual, dual->n == single->n ? without : 0, &t->two);
    t->small_pages = small_pages;
}

/* Returns whether level K of A and of B are the same. */
static bool same_size(const struct random_reads *a, const struct random_reads *b, size_t k)
{
    return k + 1 < b->n && a->level[k].sized == b->level[k].sized &&
           a->level[k].nominal == b->level[k].nominal;
}

void random_reads_levels(const struct curve *single, const struct curve *dual, bool small_pages,
                         struct random_reads *r)
{
    struct table t;
    struct found whole, part;
    size_t agree[LATENCY_LEVELS_MOST] = { 0 }, same_count = 0, tried = 0;

    take_table(single, dual, single->n, small_pages, &t);
    find(&t, &whole);
    *r = whole.r;
    /* The first row is where costs count from. */
    for (size_t without = 1; without < single->n && r->n > 0 && single->n <= ROWS_MOST; without++) {
        take_table(single, dual, without, small_pages, &t);
        find(&t, &part);
        tried++;
        same_count += part.r.n == r->n;
        for (size_t k = 0; k + 1 < r->n; k++)
            agree[k] += same_size(r, &part.r, k);
    }
    r->evidence *= evidence_agreement(same_count, tried);
    for (size_t k = 0; k + 1 < r->n; k++)
        r->level[k].evidence *= evidence_agreement(agree[k], tried);
}
