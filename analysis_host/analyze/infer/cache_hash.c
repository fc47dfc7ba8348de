/* Outer levels whose index takes higher bits of addresses: lines far apart fill them like lines
 * side by side, so that a sweep with a stride counts lines, not bytes. Answers their sizes. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include <math.h>

/* The two sweeps of a run, the second of twice the first one's stride. */
struct sweeps {
    struct curve narrow, wide;
    double stride; /* of the first, bytes */
};

static void sweeps_free(struct sweeps *s)
{
    curve_free(&s->narrow);
    curve_free(&s->wide);
}

/* False: there are no two such sweeps of the same memory. */
static bool sweeps_find(struct sweeps *s, const struct log_run *run)
{
    size_t first = log_find_sampled(run, "cache_size"),
           second = first < run->n_series ? log_find_series(run, "cache_size", first + 1)
                                          : run->n_series;

    *s = (struct sweeps){ 0 };
    if (second >= run->n_series)
        return false;
    const struct log_series *a = &run->series[first], *b = &run->series[second];
    s->stride = (double)log_series_number(a, "stride");
    return s->stride > 0 && (double)log_series_number(b, "stride") == 2 * s->stride &&
           log_series_number(a, "page") == log_series_number(b, "page") &&
           curve_make(&s->narrow, run, a) == 0 && curve_make(&s->wide, run, b) == 0;
}

/* The typical cost at X on C, between two points by the ratio of working sets. NaN: the curve does
 * not reach there. */
static double cost_at(const struct curve *c, double x)
{
    size_t i = curve_first(c, x);

    if (i >= c->n || (i == 0 && c->at[0].x > x))
        return NAN;
    if (i == 0 || c->at[i].x == x)
        return c->at[i].typical;
    double part = log(x / c->at[i - 1].x) / log(c->at[i].x / c->at[i - 1].x);
    return c->at[i - 1].typical + part * (c->at[i].typical - c->at[i - 1].typical);
}

/* How the wide sweep overflows a level whose latency is LOW, the next one's HIGH: mean distance of
 * its miss ratios from those of the narrow one over as many bytes, and over as many lines. */
struct distance {
    double bytes, lines, fewer; /* fewer: mean by which it misses less than over as many bytes */
    size_t n;
};

static double share(double cost, double low, double high)
{
    return fmin(1, fmax(0, (cost - low) / (high - low)));
}

static struct distance compare(const struct sweeps *s, double low, double high)
{
    static const double none = 0.03, all = 0.97;
    struct distance d = { 0 };

    for (size_t i = 0; i < s->wide.n; i++) {
        double x = s->wide.at[i].x, here = share(s->wide.at[i].typical, low, high);
        double as_bytes = share(cost_at(&s->narrow, x), low, high),
               as_lines = share(cost_at(&s->narrow, x / 2), low, high);

        if (isnan(as_bytes) || isnan(as_lines) || as_bytes < none || as_lines > all)
            continue;
        d.bytes += fabs(here - as_bytes);
        d.lines += fabs(here - as_lines);
        d.fewer += as_bytes - here;
        d.n++;
    }
    return d;
}

/* Returns true when the wide sweep holds twice the bytes. Translations cost it more, never less. */
static bool counts_lines(const struct distance *d)
{
    static const double clear = 0.4;

    return d->fewer > clear && d->lines < d->bytes / 2;
}

/* Nearly all outer levels have such lines. What they are is told later, over working sets that the
 * size gives. */
enum { USUAL_LINE = 64, SHORTEST_LINE = 32, LONGEST_LINE = 256 };

/* Answers the size of LEVEL, which its curve took for lines STRIDE bytes apart. */
static void answer(struct results *out, unsigned level, double stride, const struct distance *d)
{
    struct result r = *result_find(out, id_at(CACHE_SIZE, level));
    double lines = cache_nominal(out, level, CACHE_SIZE) / stride;

    if (stride <= USUAL_LINE)
        return;
    r.low *= SHORTEST_LINE / stride;
    r.high *= LONGEST_LINE / stride;
    r.value *= USUAL_LINE / stride;
    r.nominal *= USUAL_LINE / stride;
    r.evidence = evidence_doubted(r.evidence * evidence_margin(d->lines, d->bytes));
    result_by(&r, query_by_lines);
    result_remark(&r,
                  "twice the stride overflows it at twice the bytes: it holds %.0f lines wherever "
                  "they lie, as its index takes higher bits; lines of %d bytes are assumed",
                  lines, USUAL_LINE);
    result_revise(out, &r);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct sweeps s;
    unsigned levels = cache_levels(out);

    if (method == METHOD_PAPER)
        return;
    if (sweeps_find(&s, run))
        for (unsigned level = 2; level <= levels; level++) {
            double low = latency_at(out, level, levels), high = latency_at(out, level + 1, levels);

            if (!(cache_measured(out, level, CACHE_SIZE) > 0) || !(high > low))
                continue;
            struct distance d = compare(&s, low, high);
            if (counts_lines(&d))
                answer(out, level, s.stride, &d);
        }
    sweeps_free(&s);
}

const struct analysis analysis_cache_hash = {
    .about = "sizes of outer levels that hold lines wherever they lie",
    .probe = "cache_size",
    .method = "lines",
    .after = { "cache_levels" },
    .infer = infer,
};
