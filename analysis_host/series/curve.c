/* Makes a curve from a series of the log: one cost for each value of the control variable. */
#include "curve.h"
#include "point.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 64 };

bool curve_is_increment(const struct log_series *series)
{
    return log_key_number(series->keys, series->n_keys, "increment", 0) != 0;
}

struct curve_reference curve_reference_of(const struct log_run *run)
{
    return (struct curve_reference){ .run = run,
                                     .cycle_ticks = point_reference_ticks(run, 0),
                                     .tick_hz = (double)log_key_number(run->keys, run->n_keys,
                                                                       "tick_hz", 0) };
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
                                       .tick_hz = r->tick_hz,
                                       .probe = series->probe,
                                       .from = at,
                                       .beside = find_beside(r->run, at, series->probe) };
    return r->beside < r->run->n_series ? &r->run->series[r->beside] : NULL;
}

/* Ticks of one addition in each pass: a low quantile, because a single timing may be disturbed.
 * Passes that hold few timings take the whole run's. Returns the number of passes, 0: none. */
static size_t reference_by_pass(const struct log_series *reference, double *ticks)
{
    double all = INFINITY;
    size_t n_passes = 0;
    double *column = reference ? malloc((reference->n_samples + 1) * sizeof *column) : NULL;

    for (size_t pass = 0; column && pass < MOST_PASSES; pass++) {
        size_t n = 0;

        for (size_t i = 0; i < reference->n_samples; i++) {
            const struct log_sample *sample = &reference->samples[i];

            if (pass < sample->n_ticks)
                column[n++] = (double)sample->ticks[pass] / (double)sample->ops;
        }
        if (n == 0)
            break;
        double low = stats_quantile(column, n, 0.25);
        if (low <= 0) /* a clock too coarse for the chain: no unit to be had from it */
            break;
        ticks[n_passes++] = n >= 8 || !isfinite(all) ? low : all;
        all = fmin(all, low);
    }
    free(column);
    return n_passes;
}

/* The timings of a series by x, and in the order of the passes within one x. */
struct walk {
    const struct log_series *series;
    const struct log_sample **sample; /* those with timings, sorted */
    size_t n;
    size_t n_timings, most; /* of all of them; of those of one x */
    size_t at, tick;        /* of the next timing */
};

static double second_x(const struct log_sample *s)
{
    return s->n_x > 1 ? (double)s->x[1] : 0;
}

static bool same_point(const struct log_sample *a, const struct log_sample *b)
{
    return (double)a->x[0] == (double)b->x[0] && second_x(a) == second_x(b);
}

static int by_x(const void *a, const void *b)
{
    const struct log_sample *p = *(const struct log_sample *const *)a;
    const struct log_sample *q = *(const struct log_sample *const *)b;

    if ((double)p->x[0] != (double)q->x[0])
        return (double)p->x[0] < (double)q->x[0] ? -1 : 1;
    if (second_x(p) != second_x(q))
        return second_x(p) < second_x(q) ? -1 : 1;
    return p < q ? -1 : p > q; /* they are of one array, in the order of the log */
}

/* Returns the number of timings of the samples from AT on that share its x; *END: the next x. */
static size_t timings_of_point(const struct walk *w, size_t at, size_t *end)
{
    size_t n = 0;

    for (*end = at; *end < w->n && same_point(w->sample[*end], w->sample[at]); ++*end)
        n += w->sample[*end]->n_ticks;
    return n;
}

/* Fills *W, which is to be freed with walk_end(), from SERIES. Returns false when it has no timing
 * or memory is short. */
static bool walk_begin(struct walk *w, const struct log_series *series)
{
    *w = (struct walk){ .series = series,
                        .sample = malloc((series->n_samples + 1) * sizeof *w->sample) };
    for (size_t i = 0; w->sample && i < series->n_samples; i++)
        if (series->samples[i].n_ticks > 0)
            w->sample[w->n++] = &series->samples[i];
    if (w->n > 0)
        qsort(w->sample, w->n, sizeof *w->sample, by_x);
    for (size_t at = 0, end; at < w->n; at = end) {
        size_t n = timings_of_point(w, at, &end);
        w->n_timings += n;
        w->most = n > w->most ? n : w->most;
    }
    return w->n > 0;
}

static void walk_end(struct walk *w)
{
    if (w->series != NULL)
        log_series_release(w->series);
    free(w->sample);
}

/* Fills COST with the next N timings, ticks an operation; there are so many. */
static void walk_take(struct walk *w, double *cost, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct log_sample *s = w->sample[w->at];

        cost[i] = (double)s->ticks[w->tick] / (double)s->ops;
        if (++w->tick == s->n_ticks) {
            log_sample_release(s);
            w->at++;
            w->tick = 0;
        }
    }
}

struct scale {
    double by_pass[MOST_PASSES]; /* ticks of a cycle in each pass */
    size_t n_passes;
    double whole_run; /* the same, where no pass is known; 1 where there is no reference at all */
};

static double pass_scale(const struct scale *scale, size_t pass)
{
    if (scale->n_passes == 0)
        return scale->whole_run;
    return scale->by_pass[pass < scale->n_passes ? pass : scale->n_passes - 1];
}

static int ascending(const void *a, const void *b)
{
    const double *p = a, *q = b;

    return (*p > *q) - (*p < *q);
}

/* Returns the mean of the N numbers Y without N / 8 (rounded to the nearest) at either end. Sorts
 * Y. */
static double trimmed_mean(double *y, size_t n)
{
    size_t out = (n + 4) / 8;
    double sum = 0;

    if (2 * out >= n)
        out = 0;
    qsort(y, n, sizeof *y, ascending);
    for (size_t i = out; i < n - out; i++)
        sum += y[i];
    return sum / (double)(n - 2 * out);
}

/* Returns the point at X, X2 of N timings, COST ticks an operation each. BESIDE: the chain's, NULL
 * where they cannot be paired. Y is room for N numbers. */
static struct curve_point make_point(const struct log_sample *at, const double *cost,
                                     const double *beside, size_t n, const struct scale *scale,
                                     double *y)
{
    struct curve_point point = { .x = (double)at->x[0], .x2 = second_x(at), .n = n };

    for (size_t i = 0; i < n; i++)
        y[i] = cost[i] / pass_scale(scale, i);
    point.y = point.fair = stats_min(y, n);
    point.typical = stats_median(y, n);
    point.spread = point.y > 0 ? stats_quantile(y, n, 0.125) / point.y - 1 : 0;
    point.mean = trimmed_mean(y, n);
    if (beside == NULL)
        return point;
    for (size_t i = 0; i < n; i++) {
        /* A disturbed reference must not make its neighbour look fast: at most 1.1 times that of
         * the pass, which also stands in for a timing of no time. */
        double of_pass = pass_scale(scale, i), ticks = beside[i];

        y[i] = cost[i] / (ticks > 0 ? fmin(ticks, 1.1 * of_pass) : of_pass);
    }
    point.fair = stats_quantile(y, n, 0.25);
    return point;
}

/* Appends the point of each x of SERIES to CURVE, which has room for them. Y is room for the
 * timings of one x three times. */
static void make_points(struct curve *curve, struct walk *series, struct walk *reference,
                        const struct scale *scale, double *y)
{
    bool paired = reference->n_timings == series->n_timings && scale->n_passes > 0;
    double *cost = y + series->most, *beside = paired ? cost + series->most : NULL;

    while (series->at < series->n) {
        const struct log_sample *first = series->sample[series->at];
        size_t end, n = timings_of_point(series, series->at, &end);

        walk_take(series, cost, n);
        if (paired)
            walk_take(reference, beside, n);
        curve->at[curve->n++] = make_point(first, cost, beside, n, scale, y);
    }
}

static int gather_points(struct curve *curve, const struct log_series *series,
                         const struct log_series *reference, const struct scale *scale)
{
    struct walk main, beside = { 0 };
    double *y = NULL;

    if (walk_begin(&main, series)) {
        if (reference != NULL)
            (void)walk_begin(&beside, reference);
        y = malloc(3 * main.most * sizeof *y);
        curve->at = y ? malloc((main.n + 1) * sizeof *curve->at) : NULL;
        if (curve->at != NULL)
            make_points(curve, &main, &beside, scale, y);
    }
    walk_end(&main);
    walk_end(&beside);
    free(y);
    return curve->n > 0 ? 0 : -1;
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

int curve_make_by(struct curve *curve, struct curve_reference *r, const struct log_series *series)
{
    struct scale scale = { .whole_run = r->cycle_ticks };
    const struct log_series *reference = beside(r, series);

    scale.n_passes = reference_by_pass(reference, scale.by_pass);
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

void curve_take_out_translation(struct curve *curve, const struct curve *wide)
{
    double *x = malloc(3 * wide->n * sizeof *x);

    if (x == NULL)
        return;
    double *added = x + wide->n, *weight = added + wide->n;
    size_t n = 0, from = 0;

    for (size_t i = 0; i < wide->n; i++) {
        size_t here = curve_first(curve, wide->at[i].x);
        const struct curve_point *near = &curve->at[here], *far = &wide->at[i];

        if (here == curve->n || near->x != far->x)
            continue;
        double noise = far->y * (0.002 + far->spread + near->spread);
        x[n] = far->x;
        added[n] = far->y - near->y;
        weight[n++] = 1 / (noise * noise);
    }
    if (n > 0 && stats_isotonic(added, weight, n, added) == STATS_OK)
        for (size_t i = 0; i < curve->n; i++) {
            double taken = fmax(0, interpolated(x, added, n, curve->at[i].x, &from));

            curve->at[i].y -= taken;
            curve->at[i].typical -= taken;
            curve->at[i].mean -= taken;
            curve->at[i].fair -= taken;
        }
    free(x);
}

void curve_free(struct curve *curve)
{
    free(curve->at);
    *curve = (struct curve){ 0 };
}
