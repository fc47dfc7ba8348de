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

/* Returns the add_chain series that was measured beside SERIES: the next one whose key says so. */
static const struct log_series *beside(const struct log_run *run, const struct log_series *series)
{
    for (size_t s = (size_t)(series - run->series) + 1; s < run->n_series; s++) {
        const struct log_series *other = &run->series[s];
        const char *name = log_key_text(other->keys, other->n_keys, "beside");

        if (strcmp(other->probe, "add_chain") == 0 && name && strcmp(name, series->probe) == 0)
            return other;
    }
    return NULL;
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

/* One timing, and where it came in the log. */
struct timing {
    double x, x2, ticks_per_op;
    size_t order;
};

/* By x, and in the order of the passes within one x. */
static int by_x(const void *a, const void *b)
{
    const struct timing *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->x2 != q->x2)
        return p->x2 < q->x2 ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

/* Returns every timing of SERIES, sorted, and their number in *N; NULL when there is none or memory
 * is short. */
static struct timing *timings_of(const struct log_series *series, size_t *n)
{
    size_t room = 0;

    for (size_t i = 0; i < series->n_samples; i++)
        room += series->samples[i].n_ticks;
    struct timing *all = room > 0 ? malloc(room * sizeof *all) : NULL;
    *n = 0;
    for (size_t i = 0; all && i < series->n_samples; i++) {
        const struct log_sample *s = &series->samples[i];

        for (size_t t = 0; t < s->n_ticks; t++, ++*n)
            all[*n] = (struct timing){ .x = (double)s->x[0],
                                       .x2 = s->n_x > 1 ? (double)s->x[1] : 0,
                                       .ticks_per_op = (double)s->ticks[t] / (double)s->ops,
                                       .order = *n };
    }
    if (all)
        qsort(all, *n, sizeof *all, by_x);
    return all;
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

/* Returns the point of the N timings at FIRST, which share one x. REFERENCE: the chain's timings
 * beside them, NULL where they cannot be paired. Y is room for N numbers. */
static struct curve_point make_point(const struct timing *first, const struct timing *reference,
                                     size_t n, const struct scale *scale, double *y)
{
    struct curve_point point = { .x = first->x, .x2 = first->x2, .n = n };

    for (size_t i = 0; i < n; i++)
        y[i] = first[i].ticks_per_op / pass_scale(scale, i);
    point.y = point.fair = stats_min(y, n);
    point.typical = stats_median(y, n);
    point.spread = point.y > 0 ? stats_quantile(y, n, 0.125) / point.y - 1 : 0;
    point.mean = trimmed_mean(y, n);
    if (reference == NULL)
        return point;
    for (size_t i = 0; i < n; i++) {
        /* A disturbed reference must not make its neighbour look fast: at most 1.1 times that of
         * the pass, which also stands in for a timing of no time. */
        double of_pass = pass_scale(scale, i), ticks = reference[i].ticks_per_op;

        y[i] = first[i].ticks_per_op / (ticks > 0 ? fmin(ticks, 1.1 * of_pass) : of_pass);
    }
    point.fair = stats_quantile(y, n, 0.25);
    return point;
}

static int gather_points(struct curve *curve, const struct log_series *series,
                         const struct log_series *reference, const struct scale *scale)
{
    size_t n, n_reference = 0;
    struct timing *all = timings_of(series, &n);
    struct timing *beside = reference ? timings_of(reference, &n_reference) : NULL;
    double *y = all ? malloc((n + 1) * sizeof *y) : NULL;
    bool paired = beside != NULL && n_reference == n && scale->n_passes > 0;

    curve->at = y ? malloc((n + 1) * sizeof *curve->at) : NULL;
    for (size_t i = 0, end; curve->at && i < n; i = end) {
        for (end = i + 1; end < n && all[end].x == all[i].x && all[end].x2 == all[i].x2; end++)
            ;
        curve->at[curve->n++] = make_point(&all[i], paired ? &beside[i] : NULL, end - i, scale, y);
    }
    free(all);
    free(beside);
    free(y);
    return curve->n > 0 ? 0 : -1;
}

int curve_make(struct curve *curve, const struct log_run *run, const struct log_series *series)
{
    struct scale scale = { .whole_run = point_reference_ticks(run, 0) };
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);

    const struct log_series *reference = beside(run, series);
    scale.n_passes = reference_by_pass(reference, scale.by_pass);
    *curve = (struct curve){ .in_cycles = scale.n_passes > 0 || scale.whole_run > 0,
                             .damaged = series->damaged };
    double page = (double)log_key_number(series->keys, series->n_keys, "page", 0);
    curve->page = page > 0 && page <= 65536 ? page : 4096;
    curve->drawn = page > 0 && page <= 65536 &&
                   log_key_number(series->keys, series->n_keys, "contiguous", 1) == 0;
    curve->contiguous = log_key_number(series->keys, series->n_keys, "contiguous", 0) == 1;
    if (!curve->in_cycles) /* nanoseconds, or plain ticks */
        scale.whole_run = hz > 0 ? hz / 1e9 : 1;
    if (gather_points(curve, series, reference, &scale) != 0) {
        curve_free(curve);
        return -1;
    }
    if (scale.n_passes > 1)
        curve->drift = stats_quantile(scale.by_pass, scale.n_passes, 1) /
                           stats_min(scale.by_pass, scale.n_passes) -
                       1;
    if (curve->in_cycles && hz > 0)
        curve->cycle_ns =
            (scale.n_passes > 0 ? stats_min(scale.by_pass, scale.n_passes) : scale.whole_run) / hz *
            1e9;
    return 0;
}

const struct curve_point *curve_at(const struct curve *curve, double x, double x2)
{
    for (size_t i = 0; i < curve->n; i++)
        if (curve->at[i].x == x && curve->at[i].x2 == x2)
            return &curve->at[i];
    return NULL;
}

static const struct curve_point *point_at(const struct curve *c, double x)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x == x)
            return &c->at[i];
    return NULL;
}

/* Returns the value at X of the points (XS, YS)[0..n), linear in log x between neighbours. */
static double interpolated(const double *xs, const double *ys, size_t n, double x)
{
    size_t i = 0;

    if (x <= xs[0])
        return ys[0];
    while (i + 1 < n && xs[i + 1] < x)
        i++;
    if (i + 1 >= n)
        return ys[n - 1];
    return ys[i] + (ys[i + 1] - ys[i]) * log(x / xs[i]) / log(xs[i + 1] / xs[i]);
}

void curve_take_out_translation(struct curve *curve, const struct curve *wide)
{
    double *x = malloc(3 * wide->n * sizeof *x);

    if (x == NULL)
        return;
    double *added = x + wide->n, *weight = added + wide->n;
    size_t n = 0;

    for (size_t i = 0; i < wide->n; i++) {
        const struct curve_point *near = point_at(curve, wide->at[i].x), *far = &wide->at[i];

        if (near == NULL)
            continue;
        double noise = far->y * (0.002 + far->spread + near->spread);
        x[n] = far->x;
        added[n] = far->y - near->y;
        weight[n++] = 1 / (noise * noise);
    }
    if (n > 0 && stats_isotonic(added, weight, n, added) == STATS_OK)
        for (size_t i = 0; i < curve->n; i++) {
            double taken = fmax(0, interpolated(x, added, n, curve->at[i].x));

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
