/* Ways by eviction sets: lines that were found to evict each other (Vila, Koepf, Morales 2019). */
#include "cache_ways.h"
#include "model/eviction_set.h"
#include "model/known_ways.h"
#include "result/query.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>

enum { MOST_LINES = 64 }; /* of a set, more than EVICTION_LINES of probes/cache_ways/eviction.h */

/* Thresholds, and what each was fitted on. */
static const struct {
    double line, beyond_nearer, sure;
    size_t by_curve, by_nearest, by_nearest_of_sure;
} limit = {
    /* Bytes of a line: APART_BYTES of probes/cache_ways/conflict_set.c. */
    .line = 64,
    /* The curve is read from so many times the size of the level before: chosen. */
    .beyond_nearer = 1.5,
    /* Sets, all of the same ways, that let the curve choose a size: chosen, two being the fewest
     * that can agree. */
    .by_curve = 2,
    /* Sets that let the nearest size be taken where the curve chooses none: chosen; the table in
     * tests/analysis_host/analyze/infer/test_cache_ways.c holds each. */
    .by_nearest = 3,
    /* The same against a size above this confidence: tests/data/machines/guests/
     * inclusive-second-level.machine, and that table. */
    .by_nearest_of_sure = 4,
    .sure = 0.8,
};

struct eviction_sets ways_eviction_sets(struct curve_reference *reference,
                                        const struct results *out, unsigned level)
{
    const struct log_run *run = reference->run;
    unsigned levels = cache_levels(out);
    double laps[MOST_LINES], latency[CACHE_WAYS_LEVELS + 1];
    struct eviction_sets sets = { .n = 0 };

    if (levels > CACHE_WAYS_LEVELS)
        return sets;
    for (unsigned k = 0; k <= levels; k++)
        latency[k] = latency_at(out, k + 1, levels);
    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1)) {
        const struct log_series *series = &run->series[s];
        struct eviction_set_fit fit;
        struct curve c;
        size_t n = 0; /* laps over 1, 2, 3 ... lines */

        if (log_series_number(series, "proven") == 0 || sets.n == EVICTION_SETS ||
            curve_make_by(&c, reference, series) != 0)
            continue;
        while (n < c.n && n < MOST_LINES && c.at[n].x == (double)(n + 1)) {
            laps[n] = c.at[n].y;
            n++;
        }
        if (eviction_set_fit(&fit, laps, n, latency, levels) && fit.level + 1 == level) {
            sets.ways[sets.n++] = fit.ways;
            sets.tried += (double)log_series_number(series, "tried");
            sets.joined += (double)log_series_number(series, "joined");
            sets.damaged |= series->damaged;
        }
        curve_free(&c);
    }
    return sets;
}

/* How many of SETS have WAYS. */
static size_t count_ways(const struct eviction_sets *sets, unsigned ways)
{
    size_t n = 0;

    for (size_t i = 0; i < sets->n; i++)
        n += sets->ways[i] == ways;
    return n;
}

/* Sets R to the ways that most of SETS show; the rule of succession gives its evidence. */
static void take_majority(struct result *r, const struct eviction_sets *sets)
{
    size_t agree = 0;

    for (size_t i = 0; i < sets->n; i++) {
        size_t n = count_ways(sets, sets->ways[i]);

        if (n > agree) {
            agree = n;
            r->value = sets->ways[i];
        }
    }
    if (2 * agree <= sets->n) {
        result_unknown(r, "needs most sets to agree",
                       result_words("%zu of %zu sets of lines that evict each other have %.0f ways",
                                    agree, sets->n, r->value)
                           .text,
                       remedy_thorough(CACHE_WAYS_PROBES));
        return;
    }
    r->kind = RESULT_NUMBER;
    result_by(r, "eviction_sets");
    r->remedy.kind = REMEDY_UNSAID;
    r->nominal = r->low = r->high = r->value;
    r->has_nominal = r->has_bounds = true;
    for (size_t i = 0; i < sets->n; i++) {
        r->low = fmin(r->low, sets->ways[i]);
        r->high = fmax(r->high, sets->ways[i]);
    }
    r->evidence = evidence_agreement(agree, sets->n);
    r->damaged = sets->damaged;
    snprintf(r->note, sizeof r->note,
             "%zu of %zu sets of lines that evict each other; 1 in %.0f lines at one place of "
             "their pages shares a set",
             agree, sets->n, sets->joined > 0 ? sets->tried / sets->joined : 0);
}

void ways_by_eviction_sets(struct result *r, const struct eviction_sets *sets,
                           const struct results *out)
{
    if (sets->n > 0 && (r->name.level > 1 || !result_is_number(r)))
        take_majority(r, sets);
    /* The probe searches lines at a few places of each page. Where the index takes all bits of
     * addresses, these share no set: a set that was found so may be two. */
    if (sets->n == 1 && cache_counts_lines(out, r->name.level) && result_is_number(r))
        result_unknown(
            r, "needs two sets that agree, as the index takes all bits of addresses",
            result_words("one set of lines that evict each other, of %.0f ways", r->value).text,
            remedy_thorough(CACHE_WAYS_PROBES));
}

double ways_bytes_by_eviction_sets(const struct log_run *run, const struct results *out,
                                   unsigned level, const struct eviction_sets *sets, double ways)
{
    const struct result *size = result_find(out, id_at(CACHE_SIZE, level));
    const struct known_ways known = {
        .ways = ways,
        .line = limit.line,
        .within = cache_measured(out, level, CACHE_LATENCY),
        .beyond = level < cache_levels(out) ? cache_measured(out, level + 1, CACHE_LATENCY)
                                            : result_measured(out, id_of(MEMORY_LATENCY)),
        .from = limit.beyond_nearer * cache_measured(out, level - 1, CACHE_SIZE),
    };
    size_t at = log_find_sampled(run, "cache_size");
    double bytes = 0;
    struct curve c;

    if (size == NULL || !result_is_number(size) || !size->has_bounds || sets->n < limit.by_curve ||
        count_ways(sets, (unsigned)ways) < sets->n)
        return 0;
    if (at < run->n_series && known.within > 0 && curve_make(&c, run, &run->series[at]) == 0) {
        if (c.in_cycles)
            bytes = known_ways_bytes(&c, &known, size->value);
        curve_free(&c);
    }
    if (bytes > 0)
        return bytes;
    if (sets->n < (size->confidence > limit.sure ? limit.by_nearest_of_sure : limit.by_nearest))
        return 0;
    /* A level that is no last one has a power of two of sets: of such sizes one lies within a
     * factor of sqrt(2). */
    double way_of_one_set = ways * limit.line;
    return way_of_one_set * exp2(round(log2(size->value / way_of_one_set)));
}
