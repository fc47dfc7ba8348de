/* Ways of each cache level, from lines that fall into one set. */
#include "infer/cache_ways/cache_ways.h"
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include <math.h>

/* Answers the size of LEVEL, BYTES by its sets, where the curve alone gave another: the range
 * covers both. 0 BYTES: not known by its sets. */
static void revise_size(struct results *out, unsigned level, double bytes, struct result_words why)
{
    const struct result *by_curve = result_find(out, id_at(CACHE_SIZE, level));

    if (bytes == 0 || by_curve->value == bytes)
        return;
    struct result r = *by_curve;

    result_remark(&r, "%s by the curve alone; %s", words_bytes(r.value).text, why.text);
    r.value = r.nominal = bytes;
    r.has_nominal = true;
    r.low = fmin(r.low, bytes);
    r.high = fmax(r.high, bytes);
    result_revise(out, &r);
}

/* The first level is V, with a victim cache: the curve of its size holds those lines too, as far
 * apart as the walk's are. The answer is the level alone, in doubt; the range covers both. */
static void leave_out_victims(struct results *out, const struct set_mapping_victims *v)
{
    struct result r = *result_find(out, id_at(CACHE_SIZE, 1));
    double bytes = v->shape.ways * v->shape.way_bytes;

    result_remark(&r,
                  "%s by the curve alone; at least %.0f lines of any set fit on top of its ways: a "
                  "victim cache",
                  words_bytes(r.value).text, v->lines);
    r.value = r.nominal = bytes;
    r.has_nominal = true;
    r.low = fmin(r.low, bytes);
    r.high = fmax(r.high, bytes);
    r.evidence = evidence_doubted(r.evidence);
    result_by(&r, "levels_in_doubt");
    result_revise(out, &r);
}

/* Level after level: by stride; by eviction sets where there are some; then the size. */
static void add_ways(const struct log_run *run, unsigned levels, struct results *out)
{
    struct set_mapping sets = { 0, 0 };
    struct curve_reference reference = curve_reference_of(run);
    double first = latency_at(out, 1, levels), nearest = ways_nearest_cost(&reference);
    struct ways_scale scale = { first, nearest > 0 ? first / nearest : 1 };

    for (unsigned k = 1; k <= levels; k++) {
        struct result *r = result_add(out, id_at(CACHE_WAYS, k));

        sets = ways_by_stride(r, &reference, out, k, &scale, &sets);
        struct eviction_sets evicted = ways_eviction_sets(&reference, out, k);
        ways_by_eviction_sets(r, &evicted, out);
        double ways = result_is_number(r) ? r->value : 0; /* answers that are added move R */

        struct set_mapping_victims victims = { .lines = 0 };
        if (k == 1 && ways == 0)
            victims = ways_victims(&reference, out, &scale);
        if (victims.lines > 0)
            leave_out_victims(out, &victims);
        else if (k == 1)
            revise_size(
                out, k, ways_bytes_by_stride(out, &sets),
                result_words("%.0f ways of %s", sets.ways, words_bytes(sets.way_bytes).text));
        else if (k < levels && ways > 0)
            revise_size(out, k, ways_bytes_by_eviction_sets(run, out, k, &evicted, ways),
                        result_words("%.0f ways are proven, of a power of two of sets", ways));
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    if (log_find_series(run, "cache_ways", 0) >= run->n_series)
        return;
    if (method == METHOD_PAPER)
        ways_published(run, out);
    else if (result_is_number(result_find(out, id_of(CACHE_LEVELS))))
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
