/* Ways of each cache level, from lines that fall into one set. */
#include "analysis/analysis.h"
#include "model/compact_sets.h"
#include "model/eviction_set.h"
#include "model/known_ways.h"
#include "model/set_mapping.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SERIES = 16, KIND_SET = 0, KIND_CONTROL = 1 };

/* More than the board counts. */
enum { MOST_LEVELS = 16 };

/* The board's estimate of a capacity may be so many times the level's, or so many times less. */
static const double near_enough = 1.45;

/* The series of one level, and their keys. */
struct level_log {
    struct set_mapping_seen seen[MOST_SERIES];
    size_t n;
    double page, most_lines;
    double capacity; /* bytes, as the board had it */
    bool contiguous, sharp, damaged, late;
    size_t n_empty; /* series without samples */
};

/* The cost of a load of a chain of one or two lines, median over all series: the first level's
 * latency, by the clock as it was then. NaN: no series. */
static double nearest_cost(const struct log_run *run, struct curve_reference *reference)
{
    enum { FEW = 2, MOST = 256 };
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
            if (c.at[i].x2 == KIND_CONTROL && c.at[i].x <= FEW)
                y[n++] = c.at[i].y;
        curve_free(&c);
    }
    return stats_median(y, n);
}

/* The first level's latency, and what the probe's own cycle is worth. */
struct unit {
    double first, scale;
};

static struct unit unit_of(const struct log_run *run, double first,
                           struct curve_reference *reference)
{
    double nearest = nearest_cost(run, reference);

    return (struct unit){ first, nearest > 0 ? first / nearest : 1 };
}

/* Pairs of points as what the sets add, scaled, as clocks change between one probe and the next.
 * Their number in *N; the caller frees them. NULL when
 * memory is short or there is no pair. */
static struct capacity_edge_point *pair_up(const struct curve *c, const struct unit *unit,
                                           size_t *n)
{
    struct capacity_edge_point *points = malloc((c->n + 1) * sizeof *points);

    *n = 0;
    for (size_t i = 0; points && i + 1 < c->n; i++) {
        const struct curve_point *set = &c->at[i], *control = &c->at[i + 1];

        if (set->x2 != KIND_SET || control->x2 != KIND_CONTROL || set->x != control->x)
            continue;
        points[*n].n = set->x;
        points[*n].y = unit->first + unit->scale * (set->y - control->y);
        points[*n].whole = unit->scale * (set->y + control->y);
        points[(*n)++].noise = unit->scale * (set->y * set->spread + control->y * control->spread);
    }
    if (*n == 0) {
        free(points);
        return NULL;
    }
    return points;
}

/* Adds what SERIES tells to LOG. */
static void read_series(struct level_log *log, struct curve_reference *reference,
                        const struct log_series *series, const struct capacity_edge_costs *costs,
                        const struct unit *unit)
{
    struct curve c;
    size_t n;

    log->page = (double)log_series_number(series, "page");
    log->contiguous = log_series_number(series, "contiguous") != 0;
    log->capacity = (double)log_series_number(series, "capacity");
    log->n_empty += series->n_samples == 0;
    log->late |= series->end == RECORD_END_NO_TIME;
    log->damaged = log->damaged || series->damaged;
    if (log->n == MOST_SERIES || curve_make_by(&c, reference, series) != 0)
        return;
    struct capacity_edge_point *points = pair_up(&c, unit, &n);
    if (points) {
        struct capacity_edge edge = capacity_edge_find(points, n, costs);

        log->seen[log->n++] =
            (struct set_mapping_seen){ (double)log_series_number(series, "stride"),
                                       log_series_number(series, "scattered") != 0, edge };
        log->most_lines = fmax(log->most_lines, points[n - 1].n);
        free(points);
    }
    curve_free(&c);
}

/* Returns true when the capacity of SERIES is nearer to the size of LEVEL than to those of the
 * other LEVELS, and within NEAR_ENOUGH times of it. */
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
    return own <= log2(near_enough);
}

static struct level_log read_level(struct curve_reference *reference, const struct results *out,
                                   const struct unit *unit, unsigned level, unsigned levels)
{
    const struct log_run *run = reference->run;
    struct level_log log = { .n = 0 };
    struct capacity_edge_costs costs = { latency_at(out, level - 1, levels),
                                         latency_at(out, level, levels),
                                         latency_at(out, level + 1, levels) };

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1))
        if (log_series_number(&run->series[s], "proven") == 0 &&
            is_of_level(&run->series[s], out, level, levels))
            read_series(&log, reference, &run->series[s], &costs, unit);
    return log;
}

/* Series that tell something, and those whose edge is as sharp as LRU's. */
static size_t count_edges(const struct level_log *log, bool sharp)
{
    size_t n = 0;

    for (size_t i = 0; i < log->n; i++)
        n += log->seen[i].edge.found && (!sharp || log->seen[i].edge.sharp);
    return n;
}

static const char whole_run[] = "cache_size,cache_ways";

/* Edges of all series: "8 at 32 KiB, 33 at 1 KiB". */
static struct result_words edges_text(const struct level_log *log)
{
    enum { MOST = 4 };
    struct result_words all = { "" };

    for (size_t i = 0, n = 0; i < log->n && n < MOST; i++) {
        size_t used = strlen(all.text);

        if (log->seen[i].edge.found)
            snprintf(all.text + used, sizeof all.text - used, "%s%.0f at %.12s", n++ ? ", " : "",
                     log->seen[i].edge.lines, words_bytes(log->seen[i].stride).text);
    }
    return all;
}

/* The remedy where sets of SIZE bytes do not explain the series: the size, where the board
 * had another. */
static struct remedy remedy_for_sets(const struct level_log *log, double size,
                                     const struct results *out)
{
    static const double same = 0.02;

    if (fabs(log2(log->capacity / size)) > same)
        return remedy_sizes(whole_run, out);
    return remedy_never("a hashed index, or over %.0f ways, hides sets", log->most_lines);
}

/* The words for VERDICT, with its numbers. */
static struct result_words describe_sets(enum set_mapping_verdict verdict,
                                         const struct level_log *log,
                                         const struct set_mapping_fit *fit)
{
    switch (verdict) {
    case SET_MAPPING_NO_EDGE:
        return result_words("not observable: no number of lines up to %.0f fills a set",
                            log->most_lines);
    case SET_MAPPING_BETWEEN:
        return result_words("the points around %.0f lines are missing", fit->lines);
    case SET_MAPPING_SHORT:
        return result_words("%.0f ways or a part of that: memory was too small for longer strides",
                            fit->lines);
    case SET_MAPPING_AMBIGUOUS:
        return result_words("%.0f lines share a set, perhaps with those of an exclusive level "
                            "before it",
                            fit->lines);
    default:
        return result_words("no sets explain how many lines fit: %s", edges_text(log).text);
    }
}

static struct remedy remedy_of_sets(enum set_mapping_verdict verdict, const struct level_log *log,
                                    double size, const struct results *out)
{
    enum { LINES = 40 }; /* that the probe puts into a set at most */
    static const double mib = 1 << 20;

    switch (verdict) {
    case SET_MAPPING_BETWEEN:
        return remedy_thorough(whole_run);
    case SET_MAPPING_SHORT:
        return remedy_up_to(whole_run, "max", ceil(LINES * size / mib) * mib);
    case SET_MAPPING_AMBIGUOUS:
        return remedy_never("both levels' ways show as one number");
    default:
        return remedy_for_sets(log, size, out);
    }
}

/* Lines of one set, which the ways of LEVEL, SIZE bytes, are told by. */
static struct result_words wanted_lines(unsigned level, double size)
{
    return result_words("needs lines of one set in cache.%u, %s", level, words_bytes(size).text);
}

/* R, the ways of LEVEL, SIZE bytes, is not known, as frames of PAGE bytes hide its sets. */
static void set_hidden(struct result *r, unsigned level, double size, double page)
{
    result_unknown(
        r, wanted_lines(level, size).text,
        result_words("not observable: pages of %s in random frames", words_bytes(page).text).text,
        remedy_frames());
}

/* Returns true when the level of SIZE, the first, may have ways of a page or less: those show in
 * any frames. */
static bool shows_in_any_frames(const struct level_log *log, const struct result *size)
{
    enum { USUAL_WAYS = 16 };

    return size->name.level == 1 && size->value <= USUAL_WAYS * log->page;
}

/* The ways of the level of SIZE were not found. */
static void set_no_ways(struct result *r, enum set_mapping_verdict verdict,
                        const struct level_log *log, const struct set_mapping_fit *fit,
                        const struct result *size, const struct results *out)
{
    unsigned level = size->name.level;
    bool random = !log->contiguous && log->page > 0 && !shows_in_any_frames(log, size);

    if (random && verdict != SET_MAPPING_AMBIGUOUS)
        set_hidden(r, level, size->value, log->page);
    else
        result_unknown(r, wanted_lines(level, size->value).text,
                       describe_sets(verdict, log, fit).text,
                       remedy_of_sets(verdict, log, size->value, out));
}

static void set_ways(struct result *r, const struct level_log *log,
                     const struct set_mapping_fit *fit)
{
    size_t sharp = count_edges(log, true);

    r->value = r->nominal = r->low = r->high = fit->shape.ways;
    r->has_nominal = r->has_bounds = true;
    r->evidence = evidence_agreement(count_edges(log, false), count_edges(log, false));
    if (fit->exclusive)
        snprintf(
            r->note, sizeof r->note,
            "%.0f lines share a set: %.0f of its own, the others in the level before it, which "
            "it excludes",
            fit->lines, fit->shape.ways);
    else
        snprintf(r->note, sizeof r->note, "ways of %.0f KiB%s", fit->shape.way_bytes / 1024,
                 sharp == 0 ? "; the rise after it is gradual, as random replacement's" : "");
    if (fit->exclusive || fit->overruled)
        r->evidence = evidence_doubted(r->evidence);
    if (log->damaged)
        r->evidence = evidence_doubted(r->evidence);
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
    return level > 1 || count_edges(log, true) < 2;
}

/* Leaves out the series of lines that follow no rule. Whether there was any. */
static bool drop_scattered(struct level_log *log)
{
    size_t kept = 0, n = log->n;

    for (size_t i = 0; i < n; i++)
        if (!log->seen[i].scattered)
            log->seen[kept++] = log->seen[i];
    log->n = kept;
    return kept < n;
}

static void doubt_prediction(struct result *r)
{
    r->evidence = evidence_doubted(r->evidence);
    snprintf(r->note, sizeof r->note,
             "for lines evenly apart; others conflict earlier, as where ways are predicted");
}

static void find_ways(struct result *r, struct level_log *log, const struct results *out,
                      unsigned level, const struct set_mapping *before, struct set_mapping *shape)
{
    struct set_mapping_fit fit;
    const struct result *size = result_find(out, id_at(CACHE_SIZE, level));
    double value = size->value;
    double low = 0.9 * (size->has_bounds ? size->low : value);
    double high = 1.1 * (size->has_bounds ? size->high : value);
    const struct set_mapping *nearer = before->ways > 0 ? before : NULL;
    enum set_mapping_verdict verdict =
        set_mapping_fit(&fit, log->seen, log->n, low, value, high, nearer);
    bool unexplained = verdict == SET_MAPPING_INCONSISTENT || fit.overruled;
    bool uneven = level == 1 && unexplained && drop_scattered(log);

    /* Ways that are predicted from an address conflict where sets do not. */
    if (uneven)
        verdict = set_mapping_fit(&fit, log->seen, log->n, low, value, high, nearer);

    if (verdict == SET_MAPPING_FOUND && frames_hide(log, &fit, level))
        verdict = SET_MAPPING_INCONSISTENT;
    if (verdict == SET_MAPPING_FOUND) {
        set_ways(r, log, &fit);
        if (uneven)
            doubt_prediction(r);
        *shape = fit.shape;
    } else {
        set_no_ways(r, verdict, log, &fit, size, out);
    }
}

/* Returns true when BYTES is none of the N at SEEN. */
static bool is_new(const double *seen, size_t n, double bytes)
{
    for (size_t i = 0; i < n; i++)
        if (seen[i] == bytes)
            return false;
    return true;
}

/* The capacities that the board took its series for, as many as fit: "32 KiB, 704 KiB". */
static struct result_words capacities_text(const struct log_run *run)
{
    enum { MOST = 64 }; /* more than fit into the words */
    struct result_words all = { "" };
    double seen[MOST];
    size_t n = 0;

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series && n < MOST;
         s = log_find_series(run, "cache_ways", s + 1)) {
        double bytes = (double)log_series_number(&run->series[s], "capacity");
        size_t used = strlen(all.text);

        if (log_series_number(&run->series[s], "proven") > 0 || !is_new(seen, n, bytes))
            continue;
        seen[n++] = bytes;
        snprintf(all.text + used, sizeof all.text - used, "%s%.12s", used ? ", " : "",
                 words_bytes(bytes).text);
    }
    return all;
}

/* Returns the bytes of a page where the board leaves out a level of SIZE bytes, and would again:
 * where frames are random it looks for a set among so many candidates, a page each, that are to be
 * twice as many pages as the level has. 0: not for that reason. */
static double page_that_hides(const struct log_run *run, double size)
{
    double candidates = 0, page = 0;

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1))
        if (log_series_number(&run->series[s], "proven") > 0) {
            candidates = fmax(candidates, (double)log_series_number(&run->series[s], "pool"));
            page = (double)log_series_number(&run->series[s], "page");
        }
    return 2 * size < candidates * page ? 0 : page;
}

/* No series is of LEVEL. */
static void set_unmeasured(struct result *r, const struct log_run *run, const struct results *out,
                           unsigned level)
{
    double size = cache_measured(out, level, CACHE_SIZE), page = page_that_hides(run, size);

    if (page > 0) {
        set_hidden(r, level, size, page);
        return;
    }
    result_unknown(r, result_words("cache.%u is %s", level, words_bytes(size).text).text,
                   result_words("no samples of this size: cache_ways measured sets of %s (the "
                                "board's estimates)",
                                capacities_text(run).text)
                       .text,
                   remedy_sizes(whole_run, out));
}

/* Why the ways of LEVEL cannot be looked for in LOG. False: they can. */
static bool set_unready(struct result *r, const struct log_run *run, const struct level_log *log,
                        const struct results *out, unsigned level)
{
    unsigned levels = cache_levels(out);
    unsigned without = latency_at(out, level, levels) <= 0 ? level : level + 1;

    if (cache_measured(out, level, CACHE_SIZE) <= 0)
        result_unknown(r, "needs the size of this level",
                       result_words("%s is not known", id_at(CACHE_SIZE, level).text).text,
                       remedy_of(out, id_at(CACHE_SIZE, level), whole_run));
    else if (latency_at(out, without, levels) <= 0)
        result_unknown(
            r, "needs the latencies of this level and the next",
            result_words("that of level %u is not known", without).text,
            remedy_of(out, without > levels ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, without),
                      whole_run));
    else if (log->n == 0 && log->n_empty > 0)
        result_unknown(r, "needs points of this level",
                       result_words("none in %zu series (%s)", log->n_empty,
                                    log->late ? "no time was left" : "no usable sample")
                           .text,
                       log->late ? remedy_up_to(whole_run, "time", 60)
                                 : remedy_thorough(whole_run));
    else if (log->n == 0)
        set_unmeasured(r, run, out, level);
    else
        return false;
    return true;
}

/* ---- sets that were found by what their lines evict ---- */

enum { MOST_SETS = 64, MOST_SET_LINES = 64 };

/* What the sets of one level show. */
struct proven {
    unsigned ways[MOST_SETS];
    size_t n;
    double tried, joined; /* lines held against these sets, and those that they evict */
    bool damaged;
};

/* The costs of laps over 1, 2, 3 ... lines of C into LAPS; their number. */
static size_t laps_of(const struct curve *c, double laps[MOST_SET_LINES])
{
    size_t n = 0;

    while (n < c->n && n < MOST_SET_LINES && c->at[n].x == (double)(n + 1)) {
        laps[n] = c->at[n].y;
        n++;
    }
    return n;
}

/* Adds the set of SERIES to P, where it is one of LEVEL. */
static void read_proven(struct proven *p, struct curve_reference *reference,
                        const struct log_series *series, const struct results *out, unsigned level)
{
    double laps[MOST_SET_LINES], latency[MOST_LEVELS + 1];
    unsigned levels = cache_levels(out);
    struct eviction_set_fit fit;
    struct curve c;

    if (p->n == MOST_SETS || levels > MOST_LEVELS || curve_make_by(&c, reference, series) != 0)
        return;
    for (unsigned k = 0; k <= levels; k++)
        latency[k] = latency_at(out, k + 1, levels);
    bool found = eviction_set_fit(&fit, laps, laps_of(&c, laps), latency, levels);
    if (found && fit.level + 1 == level) {
        p->ways[p->n++] = fit.ways;
        p->tried += (double)log_series_number(series, "tried");
        p->joined += (double)log_series_number(series, "joined");
        p->damaged |= series->damaged;
    }
    curve_free(&c);
}

static struct proven proven_of(struct curve_reference *reference, const struct results *out,
                               unsigned level)
{
    const struct log_run *run = reference->run;
    struct proven p = { .n = 0 };

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1))
        if (log_series_number(&run->series[s], "proven") > 0)
            read_proven(&p, reference, &run->series[s], out, level);
    return p;
}

/* How many sets of P have WAYS. */
static size_t count_ways(const struct proven *p, unsigned ways)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += p->ways[i] == ways;
    return n;
}

/* Sets R to the ways that most sets of P show; the rule of succession gives how sure that is. */
static void set_proven_ways(struct result *r, const struct proven *p)
{
    size_t agree = 0;

    for (size_t i = 0; i < p->n; i++) {
        size_t n = count_ways(p, p->ways[i]);

        if (n > agree) {
            agree = n;
            r->value = p->ways[i];
        }
    }
    if (2 * agree <= p->n) {
        result_unknown(r, "needs most sets to agree",
                       result_words("%zu of %zu sets of lines that evict each other have %.0f ways",
                                    agree, p->n, r->value)
                           .text,
                       remedy_thorough(whole_run));
        return;
    }
    r->kind = RESULT_NUMBER;
    result_by(r, "eviction_sets");
    r->remedy.kind = REMEDY_UNSAID;
    r->nominal = r->low = r->high = r->value;
    r->has_nominal = r->has_bounds = true;
    for (size_t i = 0; i < p->n; i++) {
        r->low = fmin(r->low, p->ways[i]);
        r->high = fmax(r->high, p->ways[i]);
    }
    r->evidence = evidence_agreement(agree, p->n);
    r->damaged = p->damaged;
    snprintf(r->note, sizeof r->note,
             "%zu of %zu sets of lines that evict each other; 1 in %.0f lines at one place of "
             "their pages shares a set",
             agree, p->n, p->joined > 0 ? p->tried / p->joined : 0);
}

/* Pages are searched by lines at a few places of them, which share no set where the index takes all
 * bits of addresses: a set that was found so may be two. */
static void refuse_one_set(struct result *r)
{
    result_unknown(
        r, "needs two sets that agree, as the index takes all bits of addresses",
        result_words("one set of lines that evict each other, of %.0f ways", r->value).text,
        remedy_thorough(whole_run));
}

/* Returns the size of WAYS ways and a power of two of sets of LINE bytes that is nearest to BYTES,
 * as a ratio. */
static double nearest_sets_bytes(double bytes, double ways, double line)
{
    return ways * line * exp2(round(log2(bytes / (ways * line))));
}

/* Returns the size of LEVEL of WAYS ways that explains the curve of RUN best; 0: none does. */
static double bytes_by_curve(const struct log_run *run, const struct results *out, unsigned level,
                             double ways, double about)
{
    const struct known_ways known = {
        .ways = ways,
        .line = 64,
        .within = cache_measured(out, level, CACHE_LATENCY),
        .beyond = level < cache_levels(out) ? cache_measured(out, level + 1, CACHE_LATENCY)
                                            : result_measured(out, id_of(MEMORY_LATENCY)),
        .from = 1.5 * cache_measured(out, level - 1, CACHE_SIZE),
    };
    size_t at = log_find_sampled(run, "cache_size");
    struct curve c;

    if (at >= run->n_series || !(known.within > 0) || curve_make(&c, run, &run->series[at]) != 0)
        return 0;
    double bytes = c.in_cycles ? known_ways_bytes(&c, &known, about) : 0;
    curve_free(&c);
    return bytes;
}

/* Answers a size, BYTES by its sets, for that of its curve: the range reaches over both. */
static void revise_size(struct results *out, const struct result *by_curve, double bytes,
                        struct result_words why)
{
    struct result r = *by_curve;

    result_remark(&r, "%s by the curve alone; %s", words_bytes(r.value).text, why.text);
    r.value = r.nominal = bytes;
    r.has_nominal = true;
    r.low = fmin(r.low, bytes);
    r.high = fmax(r.high, bytes);
    result_revise(out, &r);
}

/* Answers the size of LEVEL, which scattered frames blur, by P's ways and a power of two of sets,
 * as a level that is no last one has: by the curve, else, of more sets where it seems sure, the
 * nearest one, as of such sizes one lies within a factor of sqrt(2). */
static void round_size(const struct log_run *run, struct results *out, unsigned level,
                       const struct proven *p, double ways)
{
    enum { FEWEST = 2, ENOUGH = 3, ENOUGH_OF_SURE = 4 };
    static const double line = 64, doubtful = 0.8;
    const struct result *size = result_find(out, id_at(CACHE_SIZE, level));

    if (size == NULL || !result_is_number(size) || !size->has_bounds || p->n < FEWEST ||
        count_ways(p, (unsigned)ways) < p->n)
        return;
    double bytes = bytes_by_curve(run, out, level, ways, size->value);
    if (bytes == 0 && p->n >= (size->confidence > doubtful ? ENOUGH_OF_SURE : ENOUGH))
        bytes = nearest_sets_bytes(size->value, ways, line);
    if (bytes == 0 || bytes == size->value)
        return;
    revise_size(out, size, bytes,
                result_words("%.0f ways are proven, of a power of two of sets", ways));
}

/* A first level holds its ways times what each holds: where the curve alone is off from that by
 * little, as a random replacement leaves it, that is its size. */
static void agree_with_sets(struct results *out, const struct set_mapping *shape)
{
    static const double most = 0.05;
    const struct result *size = result_find(out, id_at(CACHE_SIZE, 1));
    double bytes = shape->ways * shape->way_bytes;

    if (size == NULL || !result_is_number(size) || !(bytes > 0) || size->value == bytes ||
        fabs(size->value / bytes - 1) > most)
        return;
    revise_size(out, size, bytes,
                result_words("%.0f ways of %s", shape->ways, words_bytes(shape->way_bytes).text));
}

static void add_ways(const struct log_run *run, unsigned levels, struct results *out)
{
    struct set_mapping before = { 0, 0 };
    struct curve_reference reference = curve_reference_of(run);
    struct unit unit = unit_of(run, latency_at(out, 1, levels), &reference);

    for (unsigned k = 1; k <= levels; k++) {
        struct level_log log = read_level(&reference, out, &unit, k, levels);
        struct result *r = result_add(out, id_at(CACHE_WAYS, k));
        struct set_mapping shape = { 0, 0 };

        r->damaged = log.damaged;
        if (!set_unready(r, run, &log, out, k))
            find_ways(r, &log, out, k, &before, &shape);
        struct proven proven = proven_of(&reference, out, k);
        double ways; /* 0: not known; answers that are added move R */

        if (proven.n > 0 && (k > 1 || !result_is_number(r)))
            set_proven_ways(r, &proven);
        if (proven.n == 1 && cache_counts_lines(out, k) && result_is_number(r))
            refuse_one_set(r);
        ways = result_is_number(r) ? r->value : 0;
        if (k == 1)
            agree_with_sets(out, &shape);
        else if (proven.n > 0 && k < levels && ways > 0)
            round_size(run, out, k, &proven, ways);
        before = shape;
    }
}

/* The series of LEVEL with the longest stride and one group: what BlackjackBench would measure. */
static const struct log_series *published_series(const struct log_run *run, unsigned level)
{
    const struct log_series *best = NULL;

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1)) {
        const struct log_series *here = &run->series[s];

        if (log_series_number(here, "level") == level && log_series_number(here, "spread") == 0 &&
            log_series_number(here, "scattered") == 0 && log_series_number(here, "proven") == 0 &&
            (best == NULL ||
             log_series_number(here, "stride") >= log_series_number(best, "stride")))
            best = here;
    }
    return best;
}

/* BlackjackBench sections 3.1.3 and 4.2.2: the biggest relative step. */
static void find_published(struct result *r, const struct log_run *run,
                           const struct log_series *series)
{
    struct curve c;
    double *y;
    size_t n = 0, at = STATS_NONE;

    result_by(r, "biggest_relative_step");
    result_unknown(r, "needs a number of lines beyond which loads cost more",
                   result_words("no step in a series of %zu points", series->n_samples).text,
                   remedy_text("`analyze` without `--method paper` would tell"));
    if (curve_make(&c, run, series) != 0)
        return;
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
}

/* The compact length of one series. X-Ray works on pages so large that translation costs
 * nothing; here what the control pays for it is taken off. */
static double series_length(const struct log_run *run, const struct log_series *series,
                            const struct unit *unit, double above)
{
    double length = 0;
    struct curve c;
    size_t n;

    if (curve_make(&c, run, series) != 0)
        return 0;
    struct capacity_edge_point *points = pair_up(&c, unit, &n);
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

static int by_stride(const void *a, const void *b)
{
    const struct compact_sets_stride *p = a, *q = b;

    return (p->stride > q->stride) - (p->stride < q->stride);
}

/* The series of LEVEL with one line after the other, each stride twice the one before; the longest
 * such row, ascending, in AT; its length. */
static size_t row_of_strides(const struct log_run *run, unsigned level, const struct unit *unit,
                             double above, struct compact_sets_stride at[MOST_SERIES])
{
    size_t n = 0, kept = 0;

    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series && n < MOST_SERIES;
         s = log_find_series(run, "cache_ways", s + 1)) {
        const struct log_series *here = &run->series[s];

        if (log_series_number(here, "level") == level && log_series_number(here, "spread") == 0 &&
            log_series_number(here, "scattered") == 0 && log_series_number(here, "proven") == 0)
            at[n++] = (struct compact_sets_stride){ (double)log_series_number(here, "stride"),
                                                    series_length(run, here, unit, above) };
    }
    qsort(at, n, sizeof *at, by_stride);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || at[i].stride > at[kept - 1].stride)
            at[kept++] = at[i];
    return kept;
}

static void add_compact(struct results *out, struct result_id id, double value, size_t strides)
{
    struct result *r = result_add(out, id);

    r->value = r->nominal = value;
    r->has_nominal = true;
    r->evidence = evidence_agreement(strides, strides);
}

/* X-Ray sections 4.2 to 4.5, level after level; beside BlackjackBench's rule, under ids of its own.
 */
static void add_compact_sets(const struct log_run *run, struct results *out)
{
    /* The first level's cost is where its increments count from: any one would do. */
    struct curve_reference reference = curve_reference_of(run);
    const struct unit unit = { nearest_cost(run, &reference), 1 };
    double above = 0;

    for (unsigned k = 1; k <= MOST_LEVELS && published_series(run, k) != NULL; k++) {
        struct compact_sets_stride at[MOST_SERIES];
        struct compact_sets_cache cache;
        size_t n = row_of_strides(run, k, &unit, above, at);

        if (!compact_sets(&cache, at, n))
            continue;
        add_compact(out, id_at(XRAY_WAYS, k), cache.ways, n);
        add_compact(out, id_at(XRAY_SIZE, k), cache.bytes, n);
        above = fmax(above, cache.ways);
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    const struct log_series *series;

    if (log_find_series(run, "cache_ways", 0) >= run->n_series)
        return;
    if (method == METHOD_PAPER) {
        for (unsigned k = 1; k <= MOST_LEVELS && (series = published_series(run, k)) != NULL; k++)
            find_published(result_add(out, id_at(CACHE_WAYS, k)), run, series);
        add_compact_sets(run, out);
    } else if (result_is_number(result_find(out, id_of(CACHE_LEVELS))))
        add_ways(run, cache_levels(out), out);
    else
        remedy_no_levels(result_add(out, id_at(CACHE_WAYS, 1)), out, run, "cache_ways");
}

const struct analysis analysis_cache_ways = {
    .about = "ways of each cache level",
    .probe = "cache_ways",
    .method = "compact_sets",
    .after = { "cache_levels", "cache_hash" },
    .infer = infer,
};
