/* Ways by stride: the sets that explain how many lines fit at each stride. */
#include "cache_ways.h"
#include "result/query.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Thresholds, and what each was fitted on. */
static const struct {
    double nearest_lines, capacity_near, capacity_same, below, above, first_ways, first_off;
    double probe_lines, max_step;
    size_t sharp_strides;
} limit = {
    /* Lines of the chains that show the first level's latency, at most: chosen. */
    .nearest_lines = 2,
    /* The board's estimate of a capacity may be so many times the level's, or so many times less:
     * chosen. */
    .capacity_near = 1.45,
    /* Octaves by which an estimate may be off and still be the level's size: chosen. */
    .capacity_same = 0.02,
    /* The sets may hold so much of the least size, and so much of the largest, that the curve
     * allows: chosen. */
    .below = 0.9,
    .above = 1.1,
    /* A first level of so many pages or fewer may have ways within a page: 16 ways, chosen. */
    .first_ways = 16,
    /* Series with sharp edges by which a first level with ways larger than a page is indexed by
     * virtual addresses: chosen. */
    .sharp_strides = 2,
    /* The first level's size is off by so much, as a ratio, at most: 64 KiB with random
     * replacement, of which the curve alone showed 62. */
    .first_off = 0.05,
    /* Lines that the probe puts into a set, at most: LINES of probes/cache_ways/cache_ways.c. */
    .probe_lines = 40,
    /* Memory that a remedy asks for, in steps of so many bytes: chosen. */
    .max_step = 1 << 20,
};

/* The series of one level, and their keys. */
struct level_log {
    struct set_mapping_seen seen[CACHE_WAYS_SERIES];
    size_t n;
    double page, most_lines;
    double capacity; /* bytes, as the board had it */
    bool contiguous, damaged, late;
    size_t n_empty; /* series without samples */
};

double ways_nearest_cost(struct curve_reference *reference)
{
    enum { MOST = 256 }; /* more points than the board measures */
    const struct log_run *run = reference->run;
    double y[MOST];
    size_t n = 0;
    struct curve c;

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1)) {
        if (log_series_number(&run->series[s], "spread") > 0 ||
            log_series_number(&run->series[s], "proven") > 0 ||
            curve_make_by(&c, reference, &run->series[s]) != 0)
            continue;
        for (size_t i = 0; i < c.n && n < MOST; i++)
            if (c.at[i].x2 == KIND_CONTROL && c.at[i].x <= limit.nearest_lines)
                y[n++] = c.at[i].y;
        curve_free(&c);
    }
    return stats_median(y, n);
}

/* Scaled, as clocks change between one probe and the next. */
struct capacity_edge_point *ways_points(const struct curve *c, const struct ways_scale *scale,
                                        size_t *n)
{
    struct capacity_edge_point *points = malloc((c->n + 1) * sizeof *points);

    *n = 0;
    for (size_t i = 0; points && i + 1 < c->n; i++) {
        const struct curve_point *set = &c->at[i], *control = &c->at[i + 1];

        if (set->x2 != KIND_SET || control->x2 != KIND_CONTROL || set->x != control->x)
            continue;
        points[*n].n = set->x;
        points[*n].y = scale->first + scale->factor * (set->y - control->y);
        points[*n].whole = scale->factor * (set->y + control->y);
        points[(*n)++].noise =
            scale->factor * (set->y * set->spread + control->y * control->spread);
    }
    if (*n == 0) {
        free(points);
        return NULL;
    }
    return points;
}

/* Returns true when the capacity of SERIES is nearer to the size of LEVEL than to those of the
 * other LEVELS, and near enough to it. */
static bool is_of_level(const struct log_series *series, const struct results *out, unsigned level,
                        unsigned levels)
{
    double capacity = (double)log_series_number(series, "capacity");
    double own = fabs(log2(capacity / cache_measured(out, level, CACHE_SIZE)));

    for (unsigned k = 1; k <= levels; k++) {
        double other = cache_measured(out, k, CACHE_SIZE);

        if (other > 0 && fabs(log2(capacity / other)) < own)
            return false;
    }
    return own <= log2(limit.capacity_near);
}

/* The edges of the series that are of LEVEL. */
static struct level_log read_level(struct curve_reference *reference, const struct results *out,
                                   const struct ways_scale *scale, unsigned level, unsigned levels)
{
    const struct log_run *run = reference->run;
    struct level_log log = { .n = 0 };
    struct capacity_edge_costs costs = { latency_at(out, level - 1, levels),
                                         latency_at(out, level, levels),
                                         latency_at(out, level + 1, levels) };

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1)) {
        const struct log_series *series = &run->series[s];
        struct curve c;
        size_t n;

        if (log_series_number(series, "proven") != 0 || !is_of_level(series, out, level, levels))
            continue;
        log.page = (double)log_series_number(series, "page");
        log.contiguous = log_series_number(series, "contiguous") != 0;
        log.capacity = (double)log_series_number(series, "capacity");
        log.n_empty += series->n_samples == 0;
        log.late |= series->end == RECORD_END_NO_TIME;
        log.damaged = log.damaged || series->damaged;
        if (log.n == CACHE_WAYS_SERIES || curve_make_by(&c, reference, series) != 0)
            continue;
        struct capacity_edge_point *points = ways_points(&c, scale, &n);
        if (points) {
            log.seen[log.n++] =
                (struct set_mapping_seen){ (double)log_series_number(series, "stride"),
                                           log_series_number(series, "scattered") != 0,
                                           capacity_edge_find(points, n, &costs) };
            log.most_lines = fmax(log.most_lines, points[n - 1].n);
            free(points);
        }
        curve_free(&c);
    }
    return log;
}

/* Series that have an edge, or one as sharp as LRU's. */
static size_t count_edges(const struct level_log *log, bool sharp)
{
    size_t n = 0;

    for (size_t i = 0; i < log->n; i++)
        n += log->seen[i].edge.found && (!sharp || log->seen[i].edge.sharp);
    return n;
}

/* Edges of all series: "8 at 32 KiB, 33 at 1 KiB". */
static struct result_words edges_text(const struct level_log *log)
{
    enum { MOST = 4 }; /* as many as fit into the words */
    struct result_words all = { "" };

    for (size_t i = 0, n = 0; i < log->n && n < MOST; i++) {
        size_t used = strlen(all.text);

        if (log->seen[i].edge.found)
            snprintf(all.text + used, sizeof all.text - used, "%s%.0f at %.12s", n++ ? ", " : "",
                     log->seen[i].edge.lines, words_bytes(log->seen[i].stride).text);
    }
    return all;
}

/* Lines of one set, which the ways of LEVEL, SIZE bytes, are found by. */
static struct result_words wanted_lines(unsigned level, double size)
{
    return result_words("needs lines of one set in cache.%u, %s", level, words_bytes(size).text);
}

/* R, the ways of LEVEL, SIZE bytes, is not known, as frames of PAGE bytes hide its sets. */
static void explain_frames(struct result *r, unsigned level, double size, double page)
{
    result_unknown(
        r, wanted_lines(level, size).text,
        result_words("not observable: pages of %s in random frames", words_bytes(page).text).text,
        remedy_frames());
}

/* VERDICT on the level of SIZE is that its sets were not found: why, and what would tell. */
static void explain_no_sets(struct result *r, enum set_mapping_verdict verdict,
                            const struct level_log *log, const struct set_mapping_fit *fit,
                            const struct result *size, const struct results *out)
{
    unsigned level = size->name.level;
    bool shows_in_any_frames = level == 1 && size->value <= limit.first_ways * log->page;
    struct result_words why;
    struct remedy remedy;

    if (!log->contiguous && log->page > 0 && !shows_in_any_frames &&
        verdict != SET_MAPPING_AMBIGUOUS) {
        explain_frames(r, level, size->value, log->page);
        return;
    }
    /* The right size, where the board had another. */
    if (fabs(log2(log->capacity / size->value)) > limit.capacity_same)
        remedy = remedy_sizes(CACHE_WAYS_PROBES, out);
    else
        remedy = remedy_never("a hashed index, or over %.0f ways, hides sets", log->most_lines);
    switch (verdict) {
    case SET_MAPPING_NO_EDGE:
        why = result_words("not observable: no number of lines up to %.0f fills a set",
                           log->most_lines);
        break;
    case SET_MAPPING_BETWEEN:
        why = result_words("the points around %.0f lines are missing", fit->lines);
        remedy = remedy_thorough(CACHE_WAYS_PROBES);
        break;
    case SET_MAPPING_SHORT:
        why = result_words("%.0f ways or a part of that: memory was too small for longer strides",
                           fit->lines);
        remedy =
            remedy_up_to(CACHE_WAYS_PROBES, "max",
                         ceil(limit.probe_lines * size->value / limit.max_step) * limit.max_step);
        break;
    case SET_MAPPING_AMBIGUOUS:
        why = result_words("%.0f lines share a set, perhaps with those of an exclusive level "
                           "before it",
                           fit->lines);
        remedy = remedy_never("both levels' ways show as one number");
        break;
    default:
        why = result_words("no sets explain how many lines fit: %s", edges_text(log).text);
    }
    result_unknown(r, wanted_lines(level, size->value).text, why.text, remedy);
}

/* Returns true when frames hide the sets of LEVEL: the page does not reach over a way, and only a
 * level indexed by virtual addresses, as the first may be, shows a sharp edge all the same. */
static bool frames_hide(const struct level_log *log, const struct set_mapping_fit *fit,
                        unsigned level)
{
    if (log->contiguous || log->page == 0)
        return false;
    bool fits = fit->shape.way_bytes <= log->page;

    if (fits && level == 1)
        return false;
    if (fit->overruled)
        return true;
    if (fits)
        return false;
    return level > 1 || count_edges(log, true) < limit.sharp_strides;
}

/* Answers R by the sets that explain the series of LOG. Returns these sets. */
static struct set_mapping fit_sets(struct result *r, struct level_log *log,
                                   const struct results *out, unsigned level,
                                   const struct set_mapping *before)
{
    struct set_mapping_fit fit;
    const struct result *size = result_find(out, id_at(CACHE_SIZE, level));
    double low = limit.below * (size->has_bounds ? size->low : size->value);
    double high = limit.above * (size->has_bounds ? size->high : size->value);
    const struct set_mapping *nearer = before->ways > 0 ? before : NULL;
    enum set_mapping_verdict verdict =
        set_mapping_fit(&fit, log->seen, log->n, low, size->value, high, nearer);
    bool uneven = false;

    /* Ways that are predicted from an address conflict where sets do not: series of scattered
     * lines are left out. */
    if (level == 1 && (verdict == SET_MAPPING_INCONSISTENT || fit.overruled)) {
        size_t kept = 0;

        for (size_t i = 0; i < log->n; i++)
            if (!log->seen[i].scattered)
                log->seen[kept++] = log->seen[i];
        uneven = kept < log->n;
        log->n = kept;
    }
    if (uneven)
        verdict = set_mapping_fit(&fit, log->seen, log->n, low, size->value, high, nearer);
    if (verdict == SET_MAPPING_FOUND && frames_hide(log, &fit, level))
        verdict = SET_MAPPING_INCONSISTENT;
    if (verdict != SET_MAPPING_FOUND) {
        explain_no_sets(r, verdict, log, &fit, size, out);
        return (struct set_mapping){ 0, 0 };
    }
    r->value = r->nominal = r->low = r->high = fit.shape.ways;
    r->has_nominal = r->has_bounds = true;
    r->evidence = evidence_agreement(count_edges(log, false), count_edges(log, false));
    if (fit.exclusive)
        snprintf(
            r->note, sizeof r->note,
            "%.0f lines share a set: %.0f of its own, the others in the level before it, which "
            "it excludes",
            fit.lines, fit.shape.ways);
    else
        snprintf(r->note, sizeof r->note, "ways of %.0f KiB%s", fit.shape.way_bytes / 1024,
                 count_edges(log, true) == 0
                     ? "; the rise after it is gradual, as random replacement's"
                     : "");
    if (fit.exclusive || fit.overruled)
        r->evidence = evidence_doubted(r->evidence);
    if (log->damaged)
        r->evidence = evidence_doubted(r->evidence);
    if (uneven) {
        r->evidence = evidence_doubted(r->evidence);
        snprintf(r->note, sizeof r->note,
                 "for lines evenly apart; others conflict earlier, as where ways are predicted");
    }
    return fit.shape;
}

/* No series is of LEVEL: R says which capacities the board measured. */
static void explain_unmeasured(struct result *r, const struct log_run *run,
                               const struct results *out, unsigned level)
{
    enum { MOST = 64 }; /* more than fit into the words */
    double size = cache_measured(out, level, CACHE_SIZE), candidates = 0, page = 0, seen[MOST];
    struct result_words all = { "" }; /* "32 KiB, 704 KiB" */
    size_t n = 0;

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1)) {
        const struct log_series *series = &run->series[s];
        double bytes = (double)log_series_number(series, "capacity");
        size_t used = strlen(all.text), same = 0;

        if (log_series_number(series, "proven") > 0) {
            candidates = fmax(candidates, (double)log_series_number(series, "pool"));
            page = (double)log_series_number(series, "page");
            continue;
        }
        while (same < n && seen[same] != bytes)
            same++;
        if (same < n || n == MOST)
            continue;
        seen[n++] = bytes;
        snprintf(all.text + used, sizeof all.text - used, "%s%.12s", used ? ", " : "",
                 words_bytes(bytes).text);
    }
    /* Where frames are random the board looks for a set among so many candidates, a page each, that
     * are to be twice as many pages as the level has: it would leave this level out again. */
    if (page > 0 && 2 * size >= candidates * page)
        explain_frames(r, level, size, page);
    else
        result_unknown(
            r, result_words("cache.%u is %s", level, words_bytes(size).text).text,
            result_words("no samples of this size: cache_ways measured sets of %s (the board's "
                         "estimates)",
                         all.text)
                .text,
            remedy_sizes(CACHE_WAYS_PROBES, out));
}

struct set_mapping ways_by_stride(struct result *r, struct curve_reference *reference,
                                  const struct results *out, unsigned level,
                                  const struct ways_scale *scale, const struct set_mapping *before)
{
    enum { SECONDS = 60 }; /* of a remedy: chosen */
    unsigned levels = cache_levels(out);
    unsigned without = latency_at(out, level, levels) <= 0 ? level : level + 1;
    struct level_log log = read_level(reference, out, scale, level, levels);

    r->damaged = log.damaged;
    if (cache_measured(out, level, CACHE_SIZE) <= 0)
        result_unknown(r, "needs the size of this level",
                       result_words("%s is not known", id_at(CACHE_SIZE, level).text).text,
                       remedy_of(out, id_at(CACHE_SIZE, level), CACHE_WAYS_PROBES));
    else if (latency_at(out, without, levels) <= 0)
        result_unknown(
            r, "needs the latencies of this level and the next",
            result_words("that of level %u is not known", without).text,
            remedy_of(out, without > levels ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, without),
                      CACHE_WAYS_PROBES));
    else if (log.n == 0 && log.n_empty > 0)
        result_unknown(r, "needs points of this level",
                       result_words("none in %zu series (%s)", log.n_empty,
                                    log.late ? "no time was left" : "no usable sample")
                           .text,
                       log.late ? remedy_up_to(CACHE_WAYS_PROBES, "time", SECONDS)
                                : remedy_thorough(CACHE_WAYS_PROBES));
    else if (log.n == 0)
        explain_unmeasured(r, reference->run, out, level);
    else
        return fit_sets(r, &log, out, level, before);
    return (struct set_mapping){ 0, 0 };
}

struct set_mapping_victims ways_victims(struct curve_reference *reference,
                                        const struct results *out, const struct ways_scale *scale)
{
    const struct log_run *run = reference->run;
    const struct result *size = result_find(out, id_at(CACHE_SIZE, 1));
    size_t sweep = log_find_sampled(run, "cache_size");
    struct set_mapping_victims v = { .lines = 0 }, found;

    if (size == NULL || !result_is_number(size) || !size->has_bounds || sweep >= run->n_series)
        return v;
    struct level_log log = read_level(reference, out, scale, 1, cache_levels(out));
    double stride = (double)log_series_number(&run->series[sweep], "stride");

    if (set_mapping_find_victims(&found, log.seen, log.n, stride, limit.below * size->low,
                                 limit.above * size->high))
        v = found;
    return v;
}

double ways_bytes_by_stride(const struct results *out, const struct set_mapping *sets)
{
    const struct result *size = result_find(out, id_at(CACHE_SIZE, 1));
    double bytes = sets->ways * sets->way_bytes;

    if (size == NULL || !result_is_number(size) || !(bytes > 0) ||
        fabs(size->value / bytes - 1) > limit.first_off)
        return 0;
    return bytes;
}
