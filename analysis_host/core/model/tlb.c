/* The steps that address translation adds to a latency curve, by least squares over candidate TLBs.
 */
#include "tlb.h"
#include "miss_ratio.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

static const double ways_of[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32 };
enum { WAYS = sizeof ways_of / sizeof ways_of[0], DESCENTS = 8 };

/* Lowest step that is believed: 0.4 cycles, and 5 % of the cost of a load there. */
static const double least_cost = 0.4, least_part = 0.05;

/* Fewest entries of 16 ways that a hash may fill. */
static const double least_hashed = 512;

struct candidate {
    double entries, ways;
    bool hashed;
};

/* Miss ratios of every candidate at every point, and weighted sums over the points, so that
 * candidates are compared without going through the points again. */
struct fit {
    const struct tlb_point *at;
    size_t n, n_candidates;
    struct candidate *candidates;
    double *weight, *share; /* share[c * n + i] */
    double *with_extra;     /* sum over points of weight * share * extra, for each candidate */
    double *square;         /* the same of weight * share^2 */
    double all;             /* sum of weight * extra^2 */
};

struct chosen {
    size_t n;
    size_t candidate[TLB_MOST];
    double cost[TLB_MOST];
    double left; /* weighted squares left unexplained */
};

static double share_of(const struct candidate *c, double pages)
{
    if (c->hashed)
        return miss_ratio_frames(pages, c->entries, c->ways, 1);
    return c->ways == TLB_FULL ? pages > c->entries : miss_ratio_lru(pages, c->entries, c->ways);
}

double tlb_share(const struct tlb_step *step, double pages)
{
    const struct candidate c = { step->entries, step->ways, step->hashed };

    return share_of(&c, pages);
}

/* Returns half the distance that a point may have from its neighbours, cycles: 0.04 (resolution of
 * a cycle), 1 % of its cost and its noise. */
static double tolerance_at(const struct tlb_point *p)
{
    return 0.04 + 0.01 * (p->control + fabs(p->extra)) + p->noise;
}

/* Returns true when point I lies 4 tolerances + 10 % above or below both neighbours on either side.
 */
static bool is_lonely(const struct tlb_point *at, size_t i)
{
    double y = at[i].extra, far = 4 * tolerance_at(&at[i]) + fabs(y) / 10;
    double most_before = fmax(at[i - 1].extra, at[i - 2].extra);
    double most_after = fmax(at[i + 1].extra, at[i + 2].extra);
    double least_before = fmin(at[i - 1].extra, at[i - 2].extra);
    double least_after = fmin(at[i + 1].extra, at[i + 2].extra);

    return y > fmax(most_before, most_after) + far || y < fmin(least_before, least_after) - far;
}

/* Drops lonely points: curves of this kind only rise, so that such a point is noise. */
static size_t drop_lonely(struct tlb_point *at, size_t n)
{
    bool *drop = calloc(n + 1, sizeof *drop);
    size_t kept = 0;

    for (size_t i = 2; drop && i + 2 < n; i++)
        drop[i] = is_lonely(at, i);
    for (size_t i = 0; drop && i < n; i++)
        if (!drop[i])
            at[kept++] = at[i];
    n = drop ? kept : n;
    free(drop);
    return n;
}

/* Leaves at most POINTS_MOST of the N points at AT, evenly apart, as each is a candidate that is
 * tried at all others; returns their number. */
static size_t thin_out(struct tlb_point *at, size_t n)
{
    enum { POINTS_MOST = 256 };

    if (n <= POINTS_MOST)
        return n;
    for (size_t i = 0; i < POINTS_MOST; i++)
        at[i] = at[i * (n - 1) / (POINTS_MOST - 1)];
    return POINTS_MOST;
}

static size_t add_candidate(const struct fit *f, size_t n, struct candidate c)
{
    if (c.entries < f->at[0].pages || c.entries >= f->at[f->n - 1].pages)
        return n;
    if (f->candidates)
        f->candidates[n] = c;
    return n + 1;
}

/* Lists candidates and returns their number: fully associative TLBs of every number of entries that
 * was measured; set-associative ones with a power of two of sets; hashed ones from 512 entries on.
 */
static size_t list_candidates(const struct fit *f)
{
    size_t n = 0;

    for (size_t i = 0; i + 1 < f->n; i++)
        n = add_candidate(f, n, (struct candidate){ f->at[i].pages, TLB_FULL, false });
    for (size_t w = 0; w < WAYS; w++)
        for (double entries = ways_of[w] * 2; entries < f->at[f->n - 1].pages; entries *= 2)
            n = add_candidate(f, n, (struct candidate){ entries, ways_of[w], false });
    for (double ways = 4; ways <= 16; ways += 4)
        for (double entries = least_hashed; entries < f->at[f->n - 1].pages; entries *= 2)
            n = add_candidate(f, n, (struct candidate){ entries / 16 * ways, ways, true });
    return n;
}

static void fit_free(struct fit *f)
{
    free(f->candidates);
    free(f->weight);
}

static int fit_init(struct fit *f, const struct tlb_point *at, size_t n)
{
    *f = (struct fit){ .at = at, .n = n };
    f->n_candidates = list_candidates(f);
    f->candidates = malloc((f->n_candidates + 1) * sizeof *f->candidates);
    f->weight = calloc(n + f->n_candidates * (n + 2), sizeof *f->weight);
    if (f->candidates == NULL || f->weight == NULL) {
        fit_free(f);
        return -1;
    }
    list_candidates(f);
    f->share = f->weight + n;
    f->with_extra = f->share + f->n_candidates * n;
    f->square = f->with_extra + f->n_candidates;
    for (size_t i = 0; i < n; i++) {
        f->weight[i] = 1 / (tolerance_at(&at[i]) * tolerance_at(&at[i]));
        f->all += f->weight[i] * at[i].extra * at[i].extra;
    }
    for (size_t c = 0; c < f->n_candidates; c++)
        for (size_t i = 0; i < n; i++) {
            double share = share_of(&f->candidates[c], at[i].pages);

            f->share[c * n + i] = share;
            f->with_extra[c] += f->weight[i] * share * at[i].extra;
            f->square[c] += f->weight[i] * share * share;
        }
    return 0;
}

/* Sums over points of weight * share of one step * share of another, for the steps of a choice. */
struct products {
    double at[TLB_MOST][TLB_MOST];
};

/* Fills those of step K of S with the others. Rounding tells factors' order: row I has the share of
 * I first. */
static void find_products(const struct fit *f, const struct chosen *s, size_t k, struct products *p)
{
    const double *own = f->share + s->candidate[k] * f->n;

    for (size_t j = 0; j < s->n; j++) {
        const double *other = f->share + s->candidate[j] * f->n;
        double row = 0, column = 0;

        for (size_t i = 0; j != k && i < f->n; i++) {
            row += f->weight[i] * own[i] * other[i];
            column += f->weight[i] * other[i] * own[i];
        }
        p->at[k][j] = row;
        p->at[j][k] = column;
    }
    p->at[k][k] = f->square[s->candidate[k]];
}

static void find_all_products(const struct fit *f, const struct chosen *s, struct products *p)
{
    for (size_t k = 0; k < s->n; k++)
        find_products(f, s, k, p);
}

/* Fills the costs of the chosen candidates by least squares: Gauss on at most TLB_MOST equations.
 * LEFT is INFINITY where candidates cannot be told apart or one costs nothing. */
static void solve_costs(const struct fit *f, struct chosen *s, const struct products *p)
{
    double m[TLB_MOST][TLB_MOST + 1];

    for (size_t i = 0; i < s->n; i++) {
        for (size_t j = 0; j < s->n; j++)
            m[i][j] = p->at[i][j];
        m[i][s->n] = f->with_extra[s->candidate[i]];
    }
    s->left = INFINITY;
    for (size_t k = 0; k < s->n; k++) {
        double pivot = m[k][k];

        if (!(pivot > 1e-9 * p->at[k][k]))
            return;
        for (size_t i = 0; i < s->n; i++)
            for (size_t j = s->n + 1; i != k && j-- > k;)
                m[i][j] -= m[i][k] / pivot * m[k][j];
    }
    double left = f->all;
    for (size_t k = 0; k < s->n; k++) {
        s->cost[k] = m[k][s->n] / m[k][k];
        if (s->cost[k] <= 0)
            return;
        left -= s->cost[k] * f->with_extra[s->candidate[k]];
    }
    s->left = fmax(left, 0);
}

/* Chooses step K anew, the others fixed; returns true when that explains more. */
static bool improve_step(const struct fit *f, struct chosen *s, size_t k)
{
    struct chosen best = *s, trial = *s;
    struct products products;

    find_all_products(f, &trial, &products);
    for (size_t c = 0; c < f->n_candidates; c++) {
        trial.candidate[k] = c;
        find_products(f, &trial, k, &products);
        solve_costs(f, &trial, &products);
        if (trial.left < best.left - 1e-6)
            best = trial;
    }
    bool better = best.left < s->left - 1e-6;
    *s = best;
    return better;
}

/* Returns the best explanation by one step more than S has: coordinate descent over the steps. */
static struct chosen with_one_more(const struct fit *f, const struct chosen *s)
{
    struct chosen more = *s;
    bool better = true;

    more.n++;
    more.left = INFINITY;
    improve_step(f, &more, s->n);
    for (unsigned round = 0; round < DESCENTS && better && isfinite(more.left); round++) {
        better = false;
        for (size_t k = 0; k < more.n; k++)
            better = improve_step(f, &more, k) || better;
    }
    return more;
}

/* Returns the index of the last point of at most PAGES pages, 0 where there is none. */
static size_t point_at(const struct fit *f, double pages)
{
    size_t i = 0;

    while (i + 1 < f->n && f->at[i + 1].pages <= pages)
        i++;
    return i;
}

/* Returns the noise before a step, of point I or of the one before it: right at the edge timings
 * differ by the step where others take an entry now and then. */
static double noise_before(const struct fit *f, size_t i)
{
    return i > 0 ? fmin(f->at[i].noise, f->at[i - 1].noise) : f->at[i].noise;
}

/* Returns true when step K of S is no noise and no slow growth: above the lowest step and 4 times
 * the noise, and 60 % of it lies between its beginning and half an octave after its end. */
static bool is_believable(const struct fit *f, const struct chosen *s, size_t k)
{
    const struct candidate *c = &f->candidates[s->candidate[k]];
    double full = c->entries * (c->ways == TLB_FULL ? 1 : 1 + 1 / c->ways);
    size_t from = point_at(f, c->entries * (c->hashed ? 0.6 : 1));
    size_t to = point_at(f, fmax(full * 1.5, c->entries + 1.5));
    double rise = f->at[to].extra - f->at[from].extra;
    double around = f->at[from].control + f->at[from].extra;
    double noise = fmax(noise_before(f, from), f->at[to].noise);

    return s->cost[k] > fmax(least_cost, least_part * around) && s->cost[k] > 4 * noise &&
           rise > 0.6 * s->cost[k];
}

/* Returns the cost that S leaves unexplained at point I, cycles. */
static double rest_at(const struct fit *f, const struct chosen *s, size_t i)
{
    double rest = f->at[i].extra;

    for (size_t j = 0; j < s->n; j++)
        rest -= s->cost[j] * f->share[s->candidate[j] * f->n + i];
    return rest;
}

/* Returns true when the control cost changes by at most 1 % within 15 % of point I's pages: no
 * cache ends there. */
static bool control_is_flat(const struct fit *f, size_t i)
{
    const double control = f->at[i].control, wide = 1.15;

    for (size_t j = 0; j < f->n; j++)
        if (f->at[j].pages >= f->at[i].pages / wide && f->at[j].pages <= f->at[i].pages * wide &&
            fabs(f->at[j].control - control) > 0.01 * control)
            return false;
    return f->at[f->n - 1].pages >= f->at[i].pages * wide;
}

/* The pages between which step K of S is full and alone. */
struct reach {
    double from, to;
};

static struct reach reach_of(const struct fit *f, const struct chosen *s, size_t k)
{
    const struct candidate *c = &f->candidates[s->candidate[k]];
    struct reach r = { c->entries * (c->ways == TLB_FULL ? 1 : 1 + 1 / c->ways), INFINITY };

    for (size_t j = 0; j < s->n; j++) {
        double entries = f->candidates[s->candidate[j]].entries;

        if (entries > c->entries)
            r.to = fmin(r.to, entries);
    }
    return r;
}

/* Returns true when step K is still there after a cache's step has passed and before the next step
 * of S: on all settled points there, of which there must be two. */
static bool outlasts_cache(const struct fit *f, const struct chosen *s, size_t k)
{
    struct reach r = reach_of(f, s, k);
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++) {
        if (f->at[i].pages <= r.from || f->at[i].pages > r.to || !control_is_flat(f, i))
            continue;
        if (fabs(rest_at(f, s, i)) > 0.25 * s->cost[k])
            return false;
        n++;
    }
    return n >= 2;
}

/* Returns true when step K stays as it is while a cache overflows further: nine in ten points, of
 * which there must be eight, have what S explains, and the control grows by twice the step. What a
 * cache's own step leaves grows or shrinks with it. */
static bool outgrows_cache(const struct fit *f, const struct chosen *s, size_t k)
{
    enum { ENOUGH = 8 };
    struct reach r = reach_of(f, s, k);
    double least = INFINITY, most = 0;
    size_t n = 0, off = 0;

    for (size_t i = 0; i < f->n; i++) {
        if (f->at[i].pages <= r.from || f->at[i].pages > r.to)
            continue;
        least = fmin(least, f->at[i].control);
        most = fmax(most, f->at[i].control);
        off += fabs(rest_at(f, s, i)) > fmax(0.25 * s->cost[k], f->at[i].noise);
        n++;
    }
    return n >= ENOUGH && 10 * off <= n && most - least > 2 * s->cost[k];
}

/* Returns true when step K is a trace of a cache's step, which begins earlier for lines in random
 * frames, or beside prefetched ones, than for packed lines, and ends with it. */
static bool of_cache(const struct fit *f, const struct chosen *s, size_t k)
{
    double entries = f->candidates[s->candidate[k]].entries;
    size_t from = point_at(f, entries * 0.9), to = point_at(f, entries * 2 + 1);

    return s->cost[k] < 0.5 * (f->at[to].control - f->at[from].control) &&
           !outlasts_cache(f, s, k) && !outgrows_cache(f, s, k);
}

/* Returns true when A and B lie within a factor of two (4 where the small one is hashed): one TLB
 * that is not quite as modelled, or page walks that cost more as the page table leaves the caches.
 */
static bool one_of_two(const struct candidate *a, const struct candidate *b)
{
    const struct candidate *small = a->entries < b->entries ? a : b, *large = small == a ? b : a;

    return large->entries < small->entries * (small->hashed ? 4 : 2);
}

static bool all_believable(const struct fit *f, const struct chosen *s)
{
    for (size_t k = 0; k < s->n; k++) {
        if (!is_believable(f, s, k) || of_cache(f, s, k))
            return false;
        for (size_t j = 0; j < k; j++)
            if (one_of_two(&f->candidates[s->candidate[j]], &f->candidates[s->candidate[k]]))
                return false;
    }
    return true;
}

/* Returns the most steps of which each is believable and leaves less than 70 % of what fewer leave.
 * A single step fitted to two may be neither, so that all numbers are tried. */
static struct chosen choose_steps(const struct fit *f)
{
    struct chosen best = { .left = f->all }, more = best;

    for (size_t n = 1; n <= TLB_MOST; n++) {
        more = with_one_more(f, &more);
        if (!isfinite(more.left))
            break;
        if (more.left < 0.7 * best.left && all_believable(f, &more))
            best = more;
    }
    return best;
}

/* Widens the bounds of STEP to all candidates that explain nearly as well as step K of S, and
 * clears HAS_WAYS when one of them has other ways. */
static void widen_entries(const struct fit *f, const struct chosen *s, size_t k,
                          struct tlb_step *step)
{
    const double nearly = 9 * fmax(1, s->left / (double)f->n);
    struct chosen other = *s;
    struct products products;

    find_all_products(f, &other, &products);
    for (size_t c = 0; c < f->n_candidates; c++) {
        other.candidate[k] = c;
        find_products(f, &other, k, &products);
        solve_costs(f, &other, &products);
        if (other.left > s->left + nearly)
            continue;
        step->entries_low = fmin(step->entries_low, f->candidates[c].entries);
        step->entries_high = fmax(step->entries_high, f->candidates[c].entries);
        step->has_ways = step->has_ways && f->candidates[c].ways == step->ways;
    }
}

static void describe_step(const struct fit *f, const struct chosen *s, size_t k,
                          struct tlb_step *step)
{
    const struct candidate *c = &f->candidates[s->candidate[k]];

    *step = (struct tlb_step){ .entries = c->entries,
                               .entries_low = c->entries,
                               .entries_high = c->entries,
                               .ways = c->ways,
                               .hashed = c->hashed,
                               .has_ways = !c->hashed,
                               .cost = s->cost[k] };
    if (c->ways == TLB_FULL) { /* up to the next number measured all would look the same */
        step->entries_high = f->at[point_at(f, c->entries) + 1].pages - 1;
        step->entries =
            stats_round_number(step->entries_high, step->entries_low, step->entries_high);
    }
    widen_entries(f, s, k, step);
    double sum = 0, weights = 0;
    for (size_t i = 0; i < f->n; i++) {
        double rest = rest_at(f, s, i);
        sum += f->weight[i] * rest * rest;
        weights += f->weight[i];
    }
    step->doubt = sqrt(sum / weights);
    /* Where the model itself does not hold, it does not tell ways either. */
    step->has_ways = step->has_ways && step->doubt < 0.05 * step->cost;
}

static int by_entries(const void *a, const void *b)
{
    const struct tlb_step *p = a, *q = b;

    return p->entries < q->entries ? -1 : p->entries > q->entries;
}

static double least_seen(const struct tlb_point *at, size_t n)
{
    double *noise = malloc((n + 1) * sizeof *noise), least = least_cost;

    for (size_t i = 0; noise && i < n; i++)
        noise[i] = fmax(4 * at[i].noise, least_part * (at[i].control + at[i].extra));
    if (noise)
        least = fmax(least, stats_median(noise, n));
    free(noise);
    return least;
}

/* Returns true when S leaves at most twice the tolerance at nine in ten points beyond PAGES. */
static bool explains_most(const struct fit *f, const struct chosen *s, double pages)
{
    size_t off = 0, n = 0;

    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].pages > pages) {
            off += fabs(rest_at(f, s, i)) > 2 * tolerance_at(&f->at[i]);
            n++;
        }
    return 10 * off <= n;
}

int tlb_steps(struct tlb_point *at, size_t *n, struct tlb_step steps[TLB_MOST], double *least,
              double peaceful, bool *explained)
{
    struct fit f;

    *n = drop_lonely(at, thin_out(at, *n));
    *least = *n > 0 ? least_seen(at, *n) : INFINITY;
    *explained = false;
    if (*n < 3)
        return 0;
    if (fit_init(&f, at, *n) != 0)
        return -1;
    struct chosen s = choose_steps(&f);
    *explained = explains_most(&f, &s, 0) && explains_most(&f, &s, peaceful);
    for (size_t k = 0; k < s.n; k++)
        describe_step(&f, &s, k, &steps[k]);
    qsort(steps, s.n, sizeof *steps, by_entries);
    fit_free(&f);
    return (int)s.n;
}
