/* Models of the miss ratio of a cyclic walk, and the model that fits a measured rise. */
#include "miss_ratio.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 160 };

/* Beyond so many a binomial's terms are not whole numbers of a double any more. */
static const double most_pages = 4503599627370496; /* 2^52 */

double miss_ratio_lru(double x, double c, double ways)
{
    return fmin(1, fmax(0, (x - c) * (ways + 1) / x));
}

/* Returns the miss ratio of a cyclic walk of LINES lines in a set of WAYS ways under random
 * replacement, once it has settled: the root of M = 1 - (1 - 1 / WAYS)^(M (LINES - 1/2)), within
 * 0.02 of counting for 1 to 16 ways. A line stays unless one of the misses since took its way;
 * those are M (LINES - 1), and a little more because misses come in runs. */
static double random_misses(double lines, double ways)
{
    enum { STEPS_TO_ROOT = 12 };

    if (lines <= ways)
        return 0;
    if (ways <= 1)
        return 1;
    double exponent = (lines - 0.5) * log(1 - 1 / ways), m = 1;
    for (int i = 0; i < STEPS_TO_ROOT; i++) { /* Newton's; it comes from above and stays there */
        double left = exp(exponent * m);

        m -= (m - 1 + left) / (1 + exponent * left);
    }
    return m;
}

/* Random misses of whole numbers of lines and ways, each computed once; 0: not known yet. */
enum { LINES_MOST = 272, WAYS_MOST = 32 };
static double settled[WAYS_MOST + 1][LINES_MOST + 1];

/* The same for whole numbers; those of few lines and ways are computed once. */
static inline double random_misses_whole(double lines, double ways)
{
    if (!(lines > ways && lines <= LINES_MOST && ways <= WAYS_MOST && ways == floor(ways)))
        return random_misses(lines, ways);
    double *m = &settled[(unsigned)ways][(unsigned)lines];
    if (*m == 0)
        *m = random_misses(lines, ways);
    return *m;
}

/* Returns the miss ratio of a cyclic walk of LINES lines in a set of WAYS ways that replaces any
 * line not used since all bits of use were cleared, once it has settled. Each access sets a new
 * bit, so that an age lasts WAYS - 1 accesses; a line that a whole age does not use is lost, and
 * one that is used as number Q of the next age is there unless one of the misses before drew its
 * way out of those not used yet. Within 0.05 of counting for 4 to 32 ways. */
static double recent_misses(unsigned lines, unsigned ways)
{
    if (lines <= ways)
        return 0;
    if (ways <= 1 || lines + 1 >= 2 * ways)
        return 1;
    double stays = 1, misses = 0;
    for (unsigned q = 1; q < ways; q++) {
        double miss = q + ways < lines + 1 ? 1 : 1 - stays;

        misses += miss;
        stays *= 1 - miss / (ways - q);
    }
    return misses / (ways - 1);
}

double miss_ratio_random(double x, double c, double ways)
{
    double lines = ways * x / c, each = floor(lines), fuller = lines - each;

    if (x <= c)
        return 0;
    return ((1 - fuller) * each * random_misses_whole(each, ways) +
            fuller * (each + 1) * random_misses_whole(each + 1, ways)) /
           lines;
}

double miss_ratio_frames(double x, double c, double ways, double page)
{
    double colours = c / (ways * page), pages = x / page;

    if (colours < 1.5) /* a page covers every set: nothing is left to chance */
        return miss_ratio_lru(x, c, ways);
    if (pages <= ways)
        return 0;
    return stats_binomial_tail((uint64_t)fmin(pages - 1, most_pages), 1 / colours, (uint64_t)ways);
}

/* Returns the share of a set of WAYS ways that misses where it holds LINES lines, a whole number
 * and more than WAYS. */
typedef double set_misses(double lines, double ways);

static double recent_misses_whole(double lines, double ways)
{
    static double kept[WAYS_MOST + 1][2 * WAYS_MOST + 1]; /* each once; 0: not known yet */

    if (lines + 1 >= 2 * ways)
        return 1;
    double *m = &kept[(unsigned)ways][(unsigned)lines];
    if (*m == 0)
        *m = recent_misses((unsigned)lines, (unsigned)ways);
    return *m;
}

/* Chances of less do not count. */
static const double negligible = 1e-6;

/* 1 / K, each computed once, as dividing is dear. */
static inline double inverse(double k)
{
    enum { MOST = 512 };
    static double kept[MOST]; /* 0: not known yet */

    if (k >= MOST)
        return 1 / k;
    double *one = &kept[(unsigned)k];
    if (*one == 0)
        *one = 1 / k;
    return *one;
}

/* Of pages of which each of the OTHERS has another's colour with chance P: that of K + 1 others by
 * that of K, CHANCE. */
static inline double next_chance(double chance, double others, double odds, double k)
{
    return chance * (others - k) * inverse(k + 1) * odds;
}

/* mean_misses() where more than MOST others of a page's colour may be. */
static inline double mean_misses_of_many(set_misses *misses, double others, double p, double ways,
                                         double most)
{
    double share = 0, chance = pow(1 - p, others), more = 1, odds = p / (1 - p);

    for (double k = 0; k <= most; k++) {
        if (k >= ways && chance > negligible)
            share += chance * misses(k + 1, ways);
        more -= chance; /* chance of more than K */
        chance = next_chance(chance, others, odds, k);
    }
    return fmin(1, share + fmax(0, more)); /* so many miss all */
}

/* The mean of MISSES, which is known where this is inlined, over the colours that N pages, at least
 * one more than WAYS, draw: each of the OTHERS has a page's colour with chance P. */
static inline double mean_misses(set_misses *misses, double others, double p, double ways)
{
    const double most = fmin(others, 8 * ways + 7), mean = p * others, odds = p / (1 - p);
    const double deviation = sqrt(mean * (1 - p));
    double share = 0;

    if (most < others && mean + 7 * deviation + 8 > most)
        return mean_misses_of_many(misses, others, p, ways, most);
    double k = fmax(ways, floor(mean - 7 * deviation)); /* fewer others are negligible */
    double chance = stats_binomial_chance(others, p, k);
    for (; k <= most && (chance > negligible || k <= mean); k++) {
        if (chance > negligible)
            share += chance * misses(k + 1, ways);
        chance = next_chance(chance, others, odds, k);
    }
    return fmin(1, share);
}

double miss_ratio_frames_random(double x, double c, double ways, double page)
{
    double p = ways * page / c, others = floor(x / page) - 1;

    if (p > 0.67)
        return miss_ratio_random(x, c, ways);
    return others < ways ? 0 : mean_misses(random_misses_whole, others, p, ways);
}

double miss_ratio_frames_recent(double x, double c, double ways, double page)
{
    double p = ways * page / c, others = floor(x / page) - 1;

    if (p > 0.67 || ways > WAYS_MOST)
        return miss_ratio_frames(x, c, ways, page);
    return others < ways ? 0 : mean_misses(recent_misses_whole, others, p, ways);
}

enum model { LRU, RANDOM, FRAMES, FRAMES_RECENT, FRAMES_RANDOM, MODELS };

static const char *const names[] = {
    [LRU] = "sets overflow in turn",
    [RANDOM] = "random replacement",
    [FRAMES] = "pages in random frames",
    [FRAMES_RECENT] = "random frames, any line not used lately replaced",
    [FRAMES_RANDOM] = "random frames, random replacement",
};

static const double ways_of[] = { 1,  1.5, 2,  2.5, 3,  4,  5,  6,  7,  8,  9,  10,
                                  11, 12,  14, 16,  17, 18, 20, 24, 32, 48, 64, 128 };
enum { WAYS = sizeof ways_of / sizeof ways_of[0] };

static double value_of(enum model model, double x, double c, double ways, double page)
{
    if (model == RANDOM)
        return miss_ratio_random(x, c, ways);
    if (model == FRAMES)
        return miss_ratio_frames(x, c, ways, page);
    if (model == FRAMES_RECENT)
        return miss_ratio_frames_recent(x, c, ways, page);
    if (model == FRAMES_RANDOM)
        return miss_ratio_frames_random(x, c, ways, page);
    return miss_ratio_lru(x, c, ways);
}

/* Returns true for a number of colours that a cache can have: at least two, as pages that cover
 * every set leave nothing to chance, and a power of two unless there are 24 or more. */
static bool colours_possible(double colours)
{
    enum { PARTS = 24 };
    static const double power = 0.03;
    double octaves = log2(colours);

    return colours >= 1.9 && (colours >= PARTS || fabs(octaves - round(octaves)) < power);
}

static bool is_possible(enum model model, double c, double ways, double page)
{
    if (model == LRU)
        return true;
    if (model == RANDOM)
        return ways >= 2 && ways <= 16 && ways == floor(ways);
    /* With two or three ways what was not used lately is nearly what is oldest. */
    double fewest = model == FRAMES_RECENT ? 4 : model == FRAMES_RANDOM ? 2 : 1;
    return ways >= fewest && ways <= 32 && ways == floor(ways) &&
           colours_possible(c / (ways * page));
}

/* Most rms of a model that still bounds the capacity, by the RMS of the best: 1.25 times + 0.01,
 * and 1.8 times + 0.02 where frames are one draw. */
static double rms_near(double rms)
{
    return rms * 1.25 + 0.01;
}

static double rms_far(double rms)
{
    return rms * 1.8 + 0.02;
}

/* In random frames policies whose best fits leave less than this cannot be told apart: that of a
 * real cache is none of those in the list to the letter. */
static const double rms_alike = 0.08;

/* A cache that could explain a rise. */
struct candidate {
    enum model model;
    double ways, c;
};

static double left_at(const struct miss_ratio_rise *r, const struct candidate *of, size_t i)
{
    double d = r->share[i] - value_of(of->model, r->x[i], of->c, of->ways, r->page);

    return d * d;
}

/* What a candidate foretells of the points. */
struct edge {
    enum model model;
    int w, s;
    double *value; /* NAN: not worked out yet */
};

/* A rise that candidates are tried on. */
struct trial {
    const struct miss_ratio_rise *r;
    double c[STEPS + 1];  /* capacities, equal steps of the logarithm */
    double *left;         /* of each point what the candidate leaves, squared */
    double *usual;        /* what candidates left lately */
    struct edge edges[2]; /* candidates that others were held between last */
    unsigned last_edge;
    size_t *order; /* points, the largest usual first */
};

/* Sorts the points by what they usually leave; they are nearly in order. */
static void sort_points(const struct trial *t)
{
    for (size_t i = 1; i < t->r->n; i++) {
        size_t point = t->order[i], at = i;

        for (; at > 0 && t->usual[t->order[at - 1]] < t->usual[point]; at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = point;
    }
}

/* Works out what OF leaves at all points; false when that is more than ENOUGH, and then at as few
 * points as show it. */
static bool leaves_at_most(const struct trial *t, const struct candidate *of, double enough)
{
    double sum = 0;

    for (size_t k = 0; k < t->r->n; k++) {
        size_t i = t->order[k];

        sum += t->left[i] = left_at(t->r, of, i);
        t->usual[i] = (t->usual[i] + t->left[i]) / 2;
        if (sum > enough * (1 + 1e-9)) /* sums in another order differ in their last digits */
            return false;
    }
    return true;
}

/* Returns the root mean square of what candidate OF leaves of the rise; INFINITY when it is above
 * MOST. */
static double rms_of(const struct trial *t, const struct candidate *of, double most)
{
    double sum = 0, enough = most * most * (double)t->r->n;

    if (!leaves_at_most(t, of, enough))
        return INFINITY;
    for (size_t i = 0; i < t->r->n; i++)
        sum += t->left[i];
    return sum > enough ? INFINITY : sqrt(sum / (double)t->r->n);
}

/* ---- candidates between two others ---- */

/* Capacities from one multiple of so many to the next are looked at together. */
enum { BLOCK = 16 };

/* Returns what model, ways and capacity number W and S foretell. */
static struct edge *edge_at(struct trial *t, enum model model, int w, int s)
{
    for (unsigned i = 0; i < 2; i++)
        if (t->edges[i].model == model && t->edges[i].w == w && t->edges[i].s == s) {
            t->last_edge = i;
            return &t->edges[i];
        }
    struct edge *e = &t->edges[t->last_edge = !t->last_edge];
    *e = (struct edge){ model, w, s, e->value };
    for (size_t i = 0; i < t->r->n; i++)
        e->value[i] = NAN;
    return e;
}

static double edge_value(const struct trial *t, struct edge *e, size_t i)
{
    if (isnan(e->value[i]))
        e->value[i] = value_of(e->model, t->r->x[i], t->c[e->s], ways_of[e->w], t->r->page);
    return e->value[i];
}

/* Returns true when all caches of model and ways number W with a capacity from number LOW to HIGH
 * leave an rms above MOST: the larger the cache, the fewer miss, so that each is between those two
 * at each point. False where that is not sure. */
static bool all_leave_more(struct trial *t, enum model model, int w, int low, int high, double most)
{
    static const double rounding = 1e-4; /* beyond what models leave out as negligible */
    double sum = 0, enough = most * most * (double)t->r->n;

    if (model >= FRAMES && t->c[low] < 1.9 * ways_of[w] * t->r->page)
        return false; /* the models go over into others there */
    struct edge *most_misses = edge_at(t, model, w, low), *fewest = edge_at(t, model, w, high);
    for (size_t k = 0; k < t->r->n && sum <= enough * (1 + 1e-9); k++) {
        size_t i = t->order[k];
        double above = t->r->share[i] - edge_value(t, most_misses, i) - rounding;

        if (above > 0) {
            sum += above * above;
            continue;
        }
        double below = edge_value(t, fewest, i) - rounding - t->r->share[i];
        sum += below > 0 ? below * below : 0;
    }
    return sum > enough * (1 + 1e-9);
}

/* Returns true when a block of capacities begins with number S and each of them leaves an rms above
 * MOST. A few are tried sooner one by one. */
static bool is_block_lost(struct trial *t, enum model model, int w, int s, double most)
{
    enum { FEW = 2 };
    int possible = 0;

    if (s % BLOCK != 0 || s + BLOCK > STEPS)
        return false;
    for (int i = s; i < s + BLOCK; i++)
        possible += is_possible(model, t->c[i], ways_of[w], t->r->page);
    return possible == 0 || (possible > FEW && all_leave_more(t, model, w, s, s + BLOCK, most));
}

/* ---- all candidates ---- */

/* rms of every candidate. */
struct fits {
    double rms[MODELS][WAYS][STEPS + 1];
};

/* Begins to try candidates of LOW to HIGH on R; false when memory is short. Free T->left. */
static bool begin_trial(struct trial *t, const struct miss_ratio_rise *r, double low, double high)
{
    *t = (struct trial){ .r = r, .left = malloc(r->n * (4 * sizeof *t->left + sizeof *t->order)) };
    if (t->left == NULL)
        return false;
    t->usual = t->left + r->n;
    for (unsigned i = 0; i < 2; i++)
        t->edges[i] = (struct edge){ .s = -1, .value = t->usual + (1 + i) * r->n };
    t->order = (size_t *)(t->usual + 3 * r->n);
    for (int s = 0; s <= STEPS; s++)
        t->c[s] = low * pow(high / low, (double)s / STEPS);
    for (size_t i = 0; i < r->n; i++) { /* the middle of a rise tells most */
        t->usual[i] = r->share[i] * (1 - r->share[i]);
        t->order[i] = i;
    }
    return true;
}

static void keep_best(struct miss_ratio_fit *fit, enum model model, double c, double ways,
                      double rms)
{
    /* A simpler model is listed first and must be beaten clearly. */
    if (fit->name && rms > fit->rms * (names[model] == fit->name ? 1 : 0.9) - 1e-9)
        return;
    fit->name = names[model];
    fit->replaced_at_random = model == RANDOM || model == FRAMES_RANDOM;
    fit->capacity = c;
    fit->ways = model == RANDOM ? 0 : ways;
    fit->rms = rms;
}

static enum model first_model(const struct miss_ratio_rise *r)
{
    return r->scattered ? FRAMES : LRU;
}

static enum model end_of_models(const struct miss_ratio_rise *r)
{
    return r->contiguous ? FRAMES : MODELS;
}

/* Returns the rms of model, ways and capacity number W and S, INFINITY where it is above MOST or no
 * cache is such. */
static double try_one(const struct trial *t, enum model model, int w, int s, double most)
{
    const struct candidate of = { model, ways_of[w], t->c[s] };

    return is_possible(model, of.c, of.ways, t->r->page) ? rms_of(t, &of, most) : INFINITY;
}

/* Returns an rms that the best fit cannot exceed: of a part of all candidates, a little more than
 * the least, as a model of more parts is taken only for a tenth less. */
static double bound_of(const struct trial *t)
{
    enum { COARSE = 16 };
    double least = INFINITY;
    enum model best = LRU;
    int best_w = 0, best_s = 0;

    for (enum model model = first_model(t->r); model < end_of_models(t->r); model++)
        for (int w = 0; w < WAYS; w++)
            for (int s = 0; s <= STEPS; s += COARSE) {
                sort_points(t);
                double rms = try_one(t, model, w, s, least);

                if (rms < least) {
                    least = rms;
                    best = model;
                    best_w = w;
                    best_s = s;
                }
            }
    for (int s = best_s - COARSE; s <= best_s + COARSE; s++)
        if (s >= 0 && s <= STEPS)
            least = fmin(least, try_one(t, best, best_w, s, least));
    return least / 0.9 + 1e-8;
}

/* Candidates that fit not nearly as well as the best can are not worked out: INFINITY. None of them
 * is the best, nor keeps it from being that: by 0.9 from one model to the next. Where frames are
 * scattered the best of each model is, if it is alike. */
static void try_models(struct trial *t, struct fits *fits, struct miss_ratio_fit *fit)
{
    double bound = bound_of(t);

    for (enum model model = first_model(t->r); model < end_of_models(t->r); model++) {
        double alike = t->r->scattered ? rms_alike : 0;

        for (int w = 0; w < WAYS; w++)
            for (int s = 0; s <= STEPS; s++) {
                double *rms = &fits->rms[model][w][s], most = rms_near(fmin(fit->rms, bound));

                if (s % BLOCK == 0)
                    sort_points(t);
                if (is_block_lost(t, model, w, s, fmax(most, alike))) {
                    for (int end = s + BLOCK; s < end; s++)
                        fits->rms[model][w][s] = INFINITY;
                    s--;
                    continue;
                }
                *rms = try_one(t, model, w, s, fmax(most, alike));
                alike = fmin(alike, *rms);
                if (*rms <= most)
                    keep_best(fit, model, t->c[s], ways_of[w], *rms);
            }
    }
}

/* Widens the bounds of FIT to the best capacity of each policy that is alike. */
static void widen_to_rivals(const struct trial *t, const struct fits *fits,
                            struct miss_ratio_fit *fit)
{
    for (enum model model = first_model(t->r); model < end_of_models(t->r); model++) {
        double least = rms_alike, at = fit->capacity;

        for (int w = 0; w < WAYS; w++)
            for (int s = 0; s <= STEPS; s++)
                if (fits->rms[model][w][s] < least) {
                    least = fits->rms[model][w][s];
                    at = t->c[s];
                }
        fit->capacity_low = fmin(fit->capacity_low, at);
        fit->capacity_high = fmax(fit->capacity_high, at);
    }
}

/* Returns true when the rms of model, ways and capacity number W and S is at most MOST. */
static bool is_within(const struct trial *t, const struct fits *fits, enum model model, int w,
                      int s, double most)
{
    double rms = fits->rms[model][w][s];

    if (rms <= most || !t->r->one_draw) /* else all that are were worked out */
        return rms <= most;
    return !isfinite(rms) && isfinite(try_one(t, model, w, s, most));
}

/* Widens the bounds of FIT to the capacities of all candidates whose rms is at most MOST: of each
 * model and ways from either end to the first that is beyond the bounds so far. */
static void widen_capacity(const struct trial *t, const struct fits *fits, double most,
                           struct miss_ratio_fit *fit)
{
    for (enum model model = first_model(t->r); model < end_of_models(t->r); model++)
        for (int w = 0; w < WAYS; w++) {
            int low = 0, high = STEPS;

            sort_points(t);
            while (low <= STEPS && t->c[low] < fit->capacity_low &&
                   !is_within(t, fits, model, w, low, most))
                low++;
            if (low <= STEPS)
                fit->capacity_low = fmin(fit->capacity_low, t->c[low]);
            while (high >= 0 && t->c[high] > fit->capacity_high &&
                   !is_within(t, fits, model, w, high, most))
                high--;
            if (high >= 0)
                fit->capacity_high = fmax(fit->capacity_high, t->c[high]);
        }
}

static void explain(const struct miss_ratio_rise *rise, struct miss_ratio_fit *fit)
{
    struct room {
        struct trial trial;
        struct fits fits;
    } *room = malloc(sizeof *room); /* large */
    double low = rise->x[0];

    *fit = (struct miss_ratio_fit){ .rms = INFINITY };
    /* A working set that misses less than 1.5 % fits: no capacity is below it. */
    for (size_t i = 0; i < rise->n && rise->share[i] < 0.015; i++)
        low = rise->x[i];
    if (room != NULL && begin_trial(&room->trial, rise, low, rise->x[rise->n - 1])) {
        try_models(&room->trial, &room->fits, fit);
        fit->capacity_low = fit->capacity_high = fit->capacity;
        widen_capacity(&room->trial, &room->fits,
                       rise->one_draw ? rms_far(fit->rms) : rms_near(fit->rms), fit);
        if (rise->scattered)
            widen_to_rivals(&room->trial, &room->fits, fit);
        free(room->trial.left);
    }
    free(room);
}

/* Rises that were explained lately: curves that differ far out have their first rises in common. */
enum { KEPT = 16, KEPT_POINTS = 64 };
struct kept {
    struct miss_ratio_rise rise; /* its arrays are not looked at */
    struct miss_ratio_fit fit;
    double x[KEPT_POINTS], share[KEPT_POINTS];
};

static bool is_same(const struct kept *k, const struct miss_ratio_rise *rise)
{
    const struct miss_ratio_rise *r = &k->rise;

    return r->n == rise->n && r->page == rise->page && r->contiguous == rise->contiguous &&
           r->scattered == rise->scattered && r->one_draw == rise->one_draw &&
           memcmp(k->x, rise->x, rise->n * sizeof *k->x) == 0 &&
           memcmp(k->share, rise->share, rise->n * sizeof *k->share) == 0;
}

void miss_ratio_fit(const struct miss_ratio_rise *rise, struct miss_ratio_fit *fit)
{
    static struct kept kept[KEPT];
    static unsigned next;

    for (unsigned i = 0; i < KEPT; i++)
        if (is_same(&kept[i], rise)) {
            *fit = kept[i].fit;
            return;
        }
    explain(rise, fit);
    if (rise->n > KEPT_POINTS || !isfinite(fit->rms)) /* memory may have been short */
        return;
    struct kept *k = &kept[next++ % KEPT];
    k->rise = *rise;
    k->fit = *fit;
    memcpy(k->x, rise->x, rise->n * sizeof *k->x);
    memcpy(k->share, rise->share, rise->n * sizeof *k->share);
}
