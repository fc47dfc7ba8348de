/* Whether an outer level is inclusive, by a line that the first level keeps beside a full set of
 * it: where the frames of pages hide sets from the orders of visits that cache_policy replays. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OF_SET, OF_OTHERS };

/* What the sets of one level show. */
struct votes {
    size_t inclusive, other, unclear;
    double most, beside; /* cycles a load in the clearest set: of its own line, of another's */
    bool damaged;
};

/* Lines from one visit of SERIES to the next, where a lap has LINES and visits at most as many as
 * it says. */
static double lines_a_visit(const struct log_series *series, double lines)
{
    double most = (double)log_series_number(series, "visits");

    return most > 0 ? ceil(lines / most) : 1;
}

/* Adds what SERIES tells of a level of WAYS, whose misses cost STEP cycles more than its hits. */
static void count_vote(struct votes *v, struct curve_reference *reference,
                       const struct log_series *series, double ways, double step)
{
    /* Of the step, for each line of the set. A set of one line too many misses at least once in
     * three visits where it has few ways; where it has many, two or more times a lap. A line that
     * stays costs what another does. */
    const double lost = fmin(0.25, 2 / ways), kept = fmin(0.08, 0.64 / ways);
    struct curve c;

    if (curve_make_by(&c, reference, series) != 0)
        return;
    const struct curve_point *own = curve_at(&c, ways, OF_SET),
                             *other = curve_at(&c, ways, OF_OTHERS);
    if (own != NULL && other != NULL) {
        double loads = ways + floor(ways / lines_a_visit(series, ways));
        double added = loads / ways * (own->y - other->y) / step;

        v->inclusive += added > lost;
        v->other += added < kept;
        v->unclear += added >= kept && added <= lost;
        v->damaged |= c.damaged;
        if (v->most == 0 || own->y - other->y > v->most - v->beside) {
            v->most = own->y;
            v->beside = other->y;
        }
    }
    curve_free(&c);
}

/* A first level that forgets lines in use would lose the line by itself. */
static bool first_keeps_lines(const struct results *out)
{
    const struct result *policy = result_find(out, id_at(CACHE_POLICY, 1));

    return policy == NULL || policy->kind != RESULT_NAME ||
           (strstr(policy->text, "fifo") == NULL && strstr(policy->text, "random") == NULL);
}

/* Returns true when the first level has room for LINES of one set and the line that is visited
 * after them. */
static bool first_holds(const struct results *out, double lines)
{
    return lines <= 1 || cache_nominal(out, 1, CACHE_WAYS) > lines;
}

/* Makes R the answer NAME, which AGREE of the sets show. */
static struct result *set_name(struct result *r, const struct votes *v, const char *name,
                               size_t agree)
{
    r->kind = RESULT_NAME;
    r->remedy.kind = REMEDY_UNSAID;
    snprintf(r->text, sizeof r->text, "%s", name);
    r->evidence = evidence_agreement(agree, v->inclusive + v->other + v->unclear);
    r->damaged = v->damaged;
    snprintf(r->probe, sizeof r->probe, "cache_ways");
    result_by(r, "hot_line");
    return r;
}

static void set_inclusive(struct result *r, const struct votes *v, double ways)
{
    size_t n = v->inclusive + v->other + v->unclear;

    set_name(r, v, "inclusive", v->inclusive);
    snprintf(
        r->note, sizeof r->note,
        "%zu of %zu sets lose a line that the first level has in use: %.1f cycles a load beside "
        "%.0f others of its set, %.1f beside those of another",
        v->inclusive, n, v->most, ways, v->beside);
}

static void set_neither(struct result *r, const struct votes *v)
{
    set_name(r, v, "nine", v->other);
    snprintf(
        r->note, sizeof r->note,
        "%zu of %zu sets leave a line alone that the first level has in use; its size is whole "
        "sets of its own ways, no sum of two levels'",
        v->other, v->inclusive + v->other + v->unclear);
}

/* Returns true when the size of LEVEL is a power of two of sets: of an exclusive level a program
 * gets the sum of its size and that of the level before it. */
static bool is_its_own_size(const struct results *out, unsigned level)
{
    double set = cache_nominal(out, level, CACHE_WAYS) * cache_nominal(out, level, CACHE_LINE);
    double size = cache_nominal(out, level, CACHE_SIZE);

    return set > 0 && size >= set && stats_odd_part(size / set) == 1;
}

static void find_inclusion(const struct log_run *run, struct curve_reference *reference,
                           struct results *out, unsigned level, unsigned levels)
{
    double ways = cache_nominal(out, level, CACHE_WAYS);
    double step = latency_at(out, level + 1, levels) - latency_at(out, level, levels);
    const struct result *orders = result_find(out, id_at(CACHE_INCLUSION, level));
    struct votes v = { .inclusive = 0 };

    if (!(ways > 0) || !(step > 0) || (orders != NULL && orders->kind != RESULT_NULL))
        return;
    for (size_t s = log_find_series(run, "cache_hot", 0); s < run->n_series;
         s = log_find_series(run, "cache_hot", s + 1))
        if (log_series_number(&run->series[s], "level") == level &&
            first_holds(out, lines_a_visit(&run->series[s], ways)))
            count_vote(&v, reference, &run->series[s], ways, step);
    bool lost = v.inclusive > v.other + v.unclear && first_keeps_lines(out);
    bool kept = v.other > v.inclusive + v.unclear && v.other > 1 && is_its_own_size(out, level);
    if (!lost && !kept)
        return;
    struct result revised = orders != NULL ? *orders : (struct result){ 0 };
    struct result *r = orders != NULL ? &revised : result_add(out, id_at(CACHE_INCLUSION, level));
    if (lost)
        set_inclusive(r, &v, ways);
    else
        set_neither(r, &v);
    if (orders != NULL)
        result_revise(out, r);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    if (method == METHOD_PAPER || log_find_series(run, "cache_hot", 0) >= run->n_series)
        return;
    struct curve_reference reference = curve_reference_of(run);
    unsigned levels = cache_levels(out);

    for (unsigned level = 2; level <= levels; level++)
        find_inclusion(run, &reference, out, level, levels);
}

const struct analysis analysis_cache_inclusion = {
    .about = "inclusion of outer levels, by a line that an inner one keeps",
    .probe = "cache_ways",
    .also = { "cache_hot" },
    .method = "hot_line",
    .after = { "cache_ways", "cache_policy" },
    .infer = infer,
};
