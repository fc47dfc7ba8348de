/* Published rules: BlackjackBench's biggest step, X-Ray's compact sets. Their thresholds are in the
 * papers and in model/compact_sets.c. */
#include "cache_ways.h"
#include "model/compact_sets.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* Returns the index, from FROM on, of the next series of LEVEL with one line after the other, as
 * both papers measure; RUN->n_series: none. */
static size_t next_plain(const struct log_run *run, unsigned level, size_t from)
{
    size_t s = log_find_series(run, "cache_ways", from);

    while (s < run->n_series && (log_series_number(&run->series[s], "level") != level ||
                                 log_series_number(&run->series[s], "spread") != 0 ||
                                 log_series_number(&run->series[s], "scattered") != 0 ||
                                 log_series_number(&run->series[s], "proven") != 0))
        s = log_find_series(run, "cache_ways", s + 1);
    return s;
}

/* BlackjackBench sections 3.1.3 and 4.2.2: the biggest relative step of the longest stride. Returns
 * false where LEVEL has no series. */
static bool add_biggest_step(const struct log_run *run, struct results *out, unsigned level)
{
    const struct log_series *longest = NULL;
    struct curve c;
    double *y;
    size_t n = 0, at = STATS_NONE;

    for (size_t s = next_plain(run, level, 0); s < run->n_series; s = next_plain(run, level, s + 1))
        if (longest == NULL ||
            log_series_number(&run->series[s], "stride") >= log_series_number(longest, "stride"))
            longest = &run->series[s];
    if (longest == NULL)
        return false;
    struct result *r = result_add(out, id_at(CACHE_WAYS, level));
    result_by(r, "biggest_relative_step");
    result_unknown(r, "needs a number of lines beyond which loads cost more",
                   result_words("no step in a series of %zu points", longest->n_samples).text,
                   remedy_text("`analyze` without `--method paper` would tell"));
    if (curve_make(&c, run, longest) != 0)
        return true;
    y = malloc((c.n + 1) * sizeof *y);
    for (size_t i = 0; y && i < c.n; i++)
        if (c.at[i].x2 == KIND_SET) {
            c.at[n] = c.at[i];
            y[n++] = c.at[i].y;
        }
    if (y)
        at = stats_biggest_relative_step(y, n);
    if (at != STATS_NONE) {
        double step = evidence_margin(y[at], y[at + 1]);

        r->kind = RESULT_NUMBER;
        r->note[0] = '\0';
        r->remedy.kind = REMEDY_UNSAID;
        r->value = r->nominal = c.at[at].x;
        r->has_nominal = true;
        r->evidence = step;
    }
    r->damaged = c.damaged;
    free(y);
    curve_free(&c);
    return true;
}

/* The compact length of one series, the length that X-Ray's rule compares. X-Ray works on pages so
 * large that translation costs nothing; here what the control pays for it is taken off. */
static double compact_length(const struct log_run *run, const struct log_series *series,
                             const struct ways_scale *scale, double above)
{
    double length = 0;
    struct curve c;
    size_t n;

    if (curve_make(&c, run, series) != 0)
        return 0;
    struct capacity_edge_point *points = ways_points(&c, scale, &n);
    struct compact_sets_point *at = malloc((c.n + 1) * sizeof *at);
    for (size_t i = 0; points && at && i < n; i++)
        at[i] = (struct compact_sets_point){ points[i].n, points[i].y };
    if (points && at)
        length = compact_sets_length(at, n, above);
    free(at);
    free(points);
    curve_free(&c);
    return length;
}

static int compare_strides(const void *a, const void *b)
{
    const struct compact_sets_stride *p = a, *q = b;

    return (p->stride > q->stride) - (p->stride < q->stride);
}

static void add_compact(struct results *out, struct result_id id, double value, size_t strides)
{
    struct result *r = result_add(out, id);

    r->value = r->nominal = value;
    r->has_nominal = true;
    r->evidence = evidence_agreement(strides, strides);
}

void ways_published(const struct log_run *run, struct results *out)
{
    unsigned levels = 0;

    while (levels < CACHE_WAYS_LEVELS && add_biggest_step(run, out, levels + 1))
        levels++;

    /* X-Ray, level after level. The first level's cost is where its increments count from: any one
     * would do. */
    struct curve_reference reference = curve_reference_of(run);
    const struct ways_scale scale = { ways_nearest_cost(&reference), 1 };
    double above = 0; /* the ways of the levels before */

    for (unsigned k = 1; k <= levels; k++) {
        struct compact_sets_stride at[CACHE_WAYS_SERIES];
        struct compact_sets_cache cache;
        size_t n = 0, kept = 0;

        for (size_t s = next_plain(run, k, 0); s < run->n_series && n < CACHE_WAYS_SERIES;
             s = next_plain(run, k, s + 1))
            at[n++] =
                (struct compact_sets_stride){ (double)log_series_number(&run->series[s], "stride"),
                                              compact_length(run, &run->series[s], &scale, above) };
        qsort(at, n, sizeof *at, compare_strides);
        for (size_t i = 0; i < n; i++) /* one of each stride */
            if (kept == 0 || at[i].stride > at[kept - 1].stride)
                at[kept++] = at[i];
        if (!compact_sets(&cache, at, kept))
            continue;
        add_compact(out, id_at(XRAY_WAYS, k), cache.ways, kept);
        add_compact(out, id_at(XRAY_SIZE, k), cache.bytes, kept);
        above = fmax(above, cache.ways);
    }
}
