/* Makes a curve from a series of the log: one cost for each value of the control variable. */
#include "curve.h"
#include "by_point.h"
#include "point.h"
#include "stats/stats.h"
#include "stats/values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 64 };

/* What tells a difference of two sweeps that is translation. Origin: sweeps of guests and simulated
 * boards, with and without large pages. */
static const struct {
    double steep;  /* growth from point to point but one that is a level's end */
    double noise;  /* share of a cost that two sweeps differ by, next to the spread of timings */
    double nearer; /* share of the distance between the sweeps that may be left */
    double falls;  /* growth of all falls of a sweep together, as a logarithm */
} translation = { 1.5, 0.002, 0.95, 0.02 };

bool curve_is_of_random_reads(const struct log_run *run)
{
    size_t at = log_find_sampled(run, "cache_size");
    const char *reads = at < run->n_series
                            ? log_key_text(run->series[at].keys, run->series[at].n_keys, "reads")
                            : NULL;

    return reads != NULL && strcmp(reads, "random") == 0;
}

void curve_take_chains(struct curve *all, double n, struct curve *part)
{
    size_t kept = 0;

    *part = (struct curve){ .at = malloc((all->n + 1) * sizeof *part->at) };
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].x2 != n)
            all->at[kept++] = all->at[i];
        else if (part->at != NULL)
            part->at[part->n++] = all->at[i];
    all->n = kept;
}

bool curve_is_increment(const struct log_series *series)
{
    return log_key_number(series->keys, series->n_keys, "increment", 0) != 0;
}

struct curve_reference curve_reference_of(const struct log_run *run)
{
    return (struct curve_reference){ .run = run,
                                     .cycle_ticks = point_reference_ticks(run, 0),
                                     .chain_share = point_chain_share(run),
                                     .tick_hz = point_tick_hz(run) };
}

/* Returns the index of the first add_chain series after number FROM of RUN that was measured beside
 * PROBE, as its key says, or run->n_series. */
static size_t find_beside(const struct log_run *run, size_t from, const char *probe)
{
    for (size_t s = from + 1; s < run->n_series; s++) {
        const struct log_series *other = &run->series[s];
        const char *name = log_key_text(other->keys, other->n_keys, "beside");

        if (strcmp(other->probe, "add_chain") == 0 && name && strcmp(name, probe) == 0)
            return s;
    }
    return run->n_series;
}

/* Returns the add_chain series that was measured beside SERIES, or NULL. What a search found holds
 * for all series from where it began up to there. */
static const struct log_series *beside(struct curve_reference *r, const struct log_series *series)
{
    size_t at = (size_t)(series - r->run->series);

    if (r->probe == NULL || strcmp(r->probe, series->probe) != 0 || at < r->from || at >= r->beside)
        *r = (struct curve_reference){ .run = r->run,
                                       .cycle_ticks = r->cycle_ticks,
                                       .chain_share = r->chain_share,
                                       .tick_hz = r->tick_hz,
                                       .probe = series->probe,
                                       .from = at,
                                       .beside = find_beside(r->run, at, series->probe) };
    return r->beside < r->run->n_series ? &r->run->series[r->beside] : NULL;
}

/* Ticks of one addition in each pass: a low quantile, because a single timing may be disturbed.
 * Passes that hold few timings take the whole run's. SHARE: of a lap's time that its additions
 * take. Returns the number of passes, 0: none. */
static size_t reference_by_pass(const struct log_series *reference, double share, double *ticks)
{
    double all = INFINITY;
    size_t n_passes = 0;
    double *column = reference ? malloc((reference->n_samples + 1) * sizeof *column) : NULL;

    for (size_t pass = 0; column && pass < MOST_PASSES; pass++) {
        size_t n = 0;

        for (size_t i = 0; i < reference->n_samples; i++) {
            const struct log_sample *sample = log_sample_next(reference, i);

            if (pass < sample->n_ticks)
                column[n++] = (double)sample->ticks[pass] / (double)sample->ops;
        }
        if (n == 0)
            break;
        double low = stats_quantile(column, n, 0.25) * share;
        if (low <= 0) /* a clock too coarse for the chain: no unit to be had from it */
            break;
        ticks[n_passes++] = n >= 8 || !isfinite(all) ? low : all;
        all = fmin(all, low);
    }
    free(column);
    return n_passes;
}

struct scale {
    double by_pass[MOST_PASSES]; /* ticks of a cycle in each pass */
    size_t n_passes;
    double whole_run;   /* the same, where no pass is known; 1 where there is no reference at all */
    double chain_share; /* of the time of the chain's laps that its additions take */
    double step;        /* ticks of a step of the clock, as far as the series shows */
    bool increment;     /* costs are those above the first level, which may be 0 */
    size_t without;     /* number of the timing that is left out of each point; NONE */
};

#define NONE SIZE_MAX

static double pass_scale(const struct scale *scale, size_t pass)
{
    if (scale->n_passes == 0)
        return scale->whole_run;
    return scale->by_pass[pass < scale->n_passes ? pass : scale->n_passes - 1];
}

/* Returns the mean of the N numbers Y without N / 8 (rounded to the nearest) at either end. Sorts
 * Y. *ERROR: its standard error, from numbers whose ends are drawn in to those that are left
 * (Tukey and McLaughlin 1963). */
static double trimmed_mean(double *y, size_t n, double *error)
{
    size_t out = (n + 4) / 8;
    double sum = 0, squares = 0;

    if (2 * out >= n)
        out = 0;
    double kept = (double)(n - 2 * out);
    stats_sort(y, n);
    for (size_t i = out; i < n - out; i++)
        sum += y[i];
    for (size_t i = 0; i < n; i++) {
        double here = fmin(fmax(y[i], y[out]), y[n - 1 - out]) - sum / kept;

        squares += here * here;
    }
    *error = n < 3 ? 0 : sqrt(squares / (double)(n - 1) * (double)n) / kept;
    return sum / kept;
}

/* Returns the lowest of the N ascending costs Y that is believed. Other programs only add time, so
 * a single timing far below all others, of eight or more that agree, is a fault of the clock: 8 %
 * below the next one, and more than twice as far from it as that is from the median. */
static double lowest_believed(const double *y, size_t n)
{
    enum { MANY = 8 };
    static const double far = 1.08;

    if (n < MANY || y[0] <= 0 || y[1] < far * y[0])
        return y[0];
    return log(y[1] / y[0]) > 2 * log(y[n / 2] / y[1]) ? y[1] : y[0];
}

/* Puts the timings COST of point AT that count into Y, in cycles: not those of no ticks,
 * which no operation takes, nor the one that is left out. Returns their number. */
static size_t take_costs(const struct by_point_at *at, const double *cost, const double *beside,
                         const struct scale *scale, double *y)
{
    size_t n = 0;

    for (size_t i = 0; i < at->n; i++) {
        /* A disturbed reference must not make its neighbour look fast: at most 1.1 times that of
         * the pass, which also stands in for a timing of no time. */
        double of_pass = pass_scale(scale, i);
        double ticks = beside ? beside[i] * scale->chain_share : of_pass;

        if ((cost[i] > 0 || scale->increment) && (i != scale->without || at->n == 1))
            y[n++] = cost[i] / (ticks > 0 ? fmin(ticks, 1.1 * of_pass) : of_pass);
    }
    return n;
}

/* Returns the point AT, whose timings are COST, ticks an operation each; n is 0 where none counts.
 * BESIDE: the chain's, NULL where they cannot be paired. Y is room for so many numbers. */
static struct curve_point make_point(const struct by_point_at *at, const double *cost,
                                     const double *beside, const struct scale *scale, double *y)
{
    size_t n = take_costs(at, cost, NULL, scale, y);
    struct curve_point point = { .x = at->x, .x2 = at->x2, .n = n };

    if (n == 0)
        return point;
    point.typical = stats_median(y, n);
    double eighth = stats_quantile(y, n, 0.125);
    point.mean = trimmed_mean(y, n, &point.error); /* sorts Y */
    point.least = y[0];
    point.y = point.fair = lowest_believed(y, n);
    point.spread = point.y > 0 ? fmax(eighth / point.y - 1, 0) : 0;
    point.step = scale->step / at->ops / pass_scale(scale, 0);
    if (beside != NULL)
        point.fair = stats_quantile(y, take_costs(at, cost, beside, scale, y), 0.25);
    return point;
}

/* Timings that are read at once, where one point has not more. */
enum { AT_ONCE = 1 << 20 };

/* Appends N points of SERIES from FIRST on, of so many TIMINGS, to CURVE, which has room for them.
 * REFERENCE: NULL where
 * its timings cannot be paired. False: memory is short. */
static bool make_points(struct curve *curve, const struct by_point *series,
                        const struct by_point *reference, const struct scale *scale, size_t first,
                        size_t n, size_t timings)
{
    size_t begin = series->at[first].first;
    double *cost = malloc(3 * timings * sizeof *cost);

    if (cost == NULL)
        return false;
    double *beside = reference ? cost + timings : NULL, *y = cost + 2 * timings;
    by_point_costs(series, begin, timings, cost);
    if (reference)
        by_point_costs(reference, begin, timings, beside);
    for (size_t i = first; i < first + n; i++) {
        const struct by_point_at *at = &series->at[i];
        size_t off = at->first - begin;

        curve->at[curve->n] = make_point(at, cost + off, beside ? beside + off : NULL, scale, y);
        curve->n += curve->at[curve->n].n > 0;
    }
    free(cost);
    return true;
}

static int gather_points(struct curve *curve, const struct log_series *series,
                         const struct log_series *reference, const struct scale *scale)
{
    struct by_point points, chain = { .n = 0 };
    bool whole = by_point_make(&points, series) == 0 && points.n > 0;

    if (whole && reference != NULL && scale->n_passes > 0)
        (void)by_point_make(&chain, reference);
    bool paired = whole && chain.n_timings == points.n_timings;
    curve->at = whole ? malloc((points.n + 1) * sizeof *curve->at) : NULL;
    whole = curve->at != NULL;
    for (size_t first = 0, n, timings; whole && first < points.n; first += n) {
        n = by_point_together(&points, first, AT_ONCE, &timings);
        whole = make_points(curve, &points, paired ? &chain : NULL, scale, first, n, timings);
    }
    by_point_free(&points);
    by_point_free(&chain);
    return whole && curve->n > 0 ? 0 : -1;
}

/* Fills what the keys of SERIES say about its memory. */
static void read_memory(struct curve *curve, const struct log_series *series)
{
    double page = (double)log_key_number(series->keys, series->n_keys, "page", 0);

    curve->page = page > 0 && page <= 65536 ? page : 4096;
    curve->drawn = page > 0 && page <= 65536 &&
                   log_key_number(series->keys, series->n_keys, "contiguous", 1) == 0;
    curve->contiguous = log_key_number(series->keys, series->n_keys, "contiguous", 0) == 1;
}

int curve_make_without(struct curve *curve, struct curve_reference *r,
                       const struct log_series *series, size_t pass)
{
    struct scale scale = { .whole_run = r->cycle_ticks,
                           .chain_share = r->chain_share,
                           .step = point_clock_step(series),
                           .increment = curve_is_increment(series),
                           .without = pass };
    const struct log_series *reference = beside(r, series);

    scale.n_passes = reference_by_pass(reference, r->chain_share, scale.by_pass);
    *curve = (struct curve){ .in_cycles = scale.n_passes > 0 || scale.whole_run > 0,
                             .damaged = series->damaged };
    read_memory(curve, series);
    if (!curve->in_cycles) /* nanoseconds, or plain ticks */
        scale.whole_run = r->tick_hz > 0 ? r->tick_hz / 1e9 : 1;
    if (gather_points(curve, series, reference, &scale) != 0) {
        curve_free(curve);
        return -1;
    }
    if (scale.n_passes > 1)
        curve->drift = stats_quantile(scale.by_pass, scale.n_passes, 1) /
                           stats_min(scale.by_pass, scale.n_passes) -
                       1;
    if (curve->in_cycles && r->tick_hz > 0)
        curve->cycle_ns =
            (scale.n_passes > 0 ? stats_min(scale.by_pass, scale.n_passes) : scale.whole_run) /
            r->tick_hz * 1e9;
    return 0;
}

int curve_make_by(struct curve *curve, struct curve_reference *r, const struct log_series *series)
{
    return curve_make_without(curve, r, series, NONE);
}

int curve_make(struct curve *curve, const struct log_run *run, const struct log_series *series)
{
    struct curve_reference r = curve_reference_of(run);

    return curve_make_by(curve, &r, series);
}

/* Returns the index of the first point of C at X : X2 or after it, C->n where there is none. */
static size_t first_from(const struct curve *c, double x, double x2)
{
    size_t from = 0, to = c->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        const struct curve_point *p = &c->at[middle];

        if (p->x < x || (p->x == x && p->x2 < x2))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

const struct curve_point *curve_at(const struct curve *curve, double x, double x2)
{
    size_t i = first_from(curve, x, x2);

    return i < curve->n && curve->at[i].x == x && curve->at[i].x2 == x2 ? &curve->at[i] : NULL;
}

size_t curve_first(const struct curve *curve, double x)
{
    return first_from(curve, x, -INFINITY);
}

bool curve_on_grid(double x)
{
    int exponent;

    return x > 0 && fmod(8 * frexp(x, &exponent), 1) == 0;
}

/* Returns the value at X of the points (XS, YS)[0..n), linear in log x between neighbours. *AT:
 * where the search begins, 0 for the least X; it moves up with X, which does not fall. */
static double interpolated(const double *xs, const double *ys, size_t n, double x, size_t *at)
{
    if (x <= xs[0])
        return ys[0];
    while (*at + 1 < n && xs[*at + 1] < x)
        ++*at;
    if (*at + 1 >= n)
        return ys[n - 1];
    size_t i = *at;
    return ys[i] + (ys[i + 1] - ys[i]) * log(x / xs[i]) / log(xs[i + 1] / xs[i]);
}

/* The points that two sweeps have in common. */
struct common {
    double *x, *near, *far, *noise, *taken; /* owned by x */
    size_t n;
};

static bool find_common(struct common *c, const struct curve *curve, const struct curve *wide)
{
    c->n = 0;
    c->x = malloc(5 * (wide->n + 1) * sizeof *c->x);
    if (c->x == NULL)
        return false;
    c->near = c->x + wide->n;
    c->far = c->near + wide->n;
    c->noise = c->far + wide->n;
    c->taken = c->noise + wide->n;
    for (size_t i = 0; i < wide->n; i++) {
        const struct curve_point *far = &wide->at[i], *near = curve_at(curve, far->x, far->x2);

        if (near == NULL)
            continue;
        c->x[c->n] = far->x;
        c->near[c->n] = near->y;
        c->far[c->n] = far->y;
        c->noise[c->n++] = far->y * (translation.noise + far->spread + near->spread);
    }
    return true;
}

/* Returns true where level ends at point I: what the sweeps differ by is then where it ends. */
static bool is_steep(const struct common *c, size_t i)
{
    size_t before = i > 0 ? i - 1 : i, after = i + 1 < c->n ? i + 1 : i;

    return c->near[after] > translation.steep * c->near[before];
}

/* Returns true where point I of C, next to a level's end, is of the level that ends there. */
static bool is_before_end(const struct common *c, size_t i)
{
    return i > 0 && (i + 1 == c->n || c->near[i] * c->near[i] < c->near[i - 1] * c->near[i + 1]);
}

/* Next to a level's end, a point's translations are those of its own level. */
static void take_from_own_level(struct common *c)
{
    for (size_t i = 1; i < c->n; i++)
        if (is_steep(c, i) && is_before_end(c, i))
            c->taken[i] = c->taken[i - 1];
    for (size_t i = c->n; i-- > 1;)
        if (is_steep(c, i - 1) && !is_before_end(c, i - 1))
            c->taken[i - 1] = c->taken[i];
}

/* Sets what is taken at all points of C; false where memory is short or the sweeps do not tell. */
static bool find_translation(struct common *c)
{
    double *x = malloc(3 * (c->n + 1) * sizeof *x);

    if (x == NULL)
        return false;
    double *added = x + c->n, *weight = added + c->n, most = INFINITY;
    size_t n = 0, at = 0;

    for (size_t i = 0; i < c->n; i++)
        if (!is_steep(c, i)) {
            x[n] = c->x[i];
            added[n] = c->far[i] - c->near[i];
            weight[n++] = 1 / (c->noise[i] * c->noise[i]);
        }
    bool told = n > 0 && stats_isotonic(added, weight, n, added) == STATS_OK;
    for (size_t i = 0; told && i < c->n; i++)
        c->taken[i] = fmax(0, interpolated(x, added, n, c->x[i], &at));
    take_from_own_level(c);
    /* A larger working set misses no fewer translations. One point alone tells nothing. */
    for (size_t i = c->n; told && i-- > 0;) {
        double here = c->far[i] - c->near[i];
        double next = i + 1 < c->n ? c->far[i + 1] - c->near[i + 1] : here;

        if (!is_steep(c, i) && here > -c->noise[i])
            most = fmin(most, fmax(here, next) + c->noise[i]);
        c->taken[i] = fmin(c->taken[i], fmax(0, most));
    }
    free(x);
    return told;
}

/* Returns how much sweep Y of C falls in all, TIMES what is taken less, as a logarithm. */
static double falls(const struct common *c, const double *y, double times)
{
    double sum = 0;

    for (size_t i = 0; i + 1 < c->n; i++) {
        double here = y[i] - times * c->taken[i], next = y[i + 1] - times * c->taken[i + 1];

        if (!(here > 0 && next > 0))
            return INFINITY;
        sum += fmax(0, log(here / next));
    }
    return sum;
}

/* Returns how far the sweeps of C are apart, TIMES what is taken less, as a logarithm. */
static double distance(const struct common *c, double times)
{
    double sum = 0;

    for (size_t i = 0; i < c->n; i++)
        if (!is_steep(c, i))
            sum += fabs(
                log((c->far[i] - 2 * times * c->taken[i]) / (c->near[i] - times * c->taken[i])));
    return sum;
}

/* Returns true when both sweeps are better without what is taken. */
static bool is_better(const struct common *c)
{
    return falls(c, c->near, 1) <= falls(c, c->near, 0) + translation.falls &&
           falls(c, c->far, 2) <= falls(c, c->far, 0) + translation.falls &&
           distance(c, 1) < translation.nearer * distance(c, 0);
}

bool curve_take_out_translation(struct curve *curve, const struct curve *wide)
{
    struct common c;
    size_t at = 0;

    if (!find_common(&c, curve, wide))
        return false;
    bool better = c.n > 0 && find_translation(&c) && is_better(&c);
    for (size_t i = 0; better && i < curve->n; i++) {
        double taken = interpolated(c.x, c.taken, c.n, curve->at[i].x, &at);

        curve->at[i].y -= taken;
        curve->at[i].typical -= taken;
        curve->at[i].mean -= taken;
        curve->at[i].fair -= taken;
    }
    free(c.x);
    return better;
}

void curve_free(struct curve *curve)
{
    free(curve->at);
    *curve = (struct curve){ 0 };
}
