/* Cache levels, their sizes and latencies, and memory's latency, from latency against working set.
 */
#include "analysis/analysis.h"
#include "model/latency_levels.h"
#include "model/level_votes.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "series/curve_clusters.h"
#include "series/visits.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_CHAINS = 8, FEWEST_VISITS = 3 };
/* First-level latency put under tables that give the increment only: it cancels out of every share,
 * and any plausible figure draws the same plateaus. */
static const double usual_first_ns = 1.5;
/* The rule of answers that something speaks against: it was never counted, so that none is surer
 * than its evidence. */
static const char doubtful_rule[] = "levels_in_doubt";
/* What is wanted before an answer is given. Origin: runs of guests, whose last cache is shared and
 * whose passes differ, and recordings damaged in one place. */
static const struct {
    double steady;    /* octaves that a size may move when a pass is left out, unsaid */
    double coarse;    /* share of a latency that a step of the clock may be */
    double changed;   /* a share that changes by this ratio is in doubt */
    double of_visits; /* least share of visits that show as many levels */
    double least_ns;  /* no DRAM answers sooner: 27.5 ns from row to data, of the fastest (JEDEC
                       * DDR3, DDR4), less what a fast clock may be off by */
    double fast_ns;   /* length of a cycle of processors that have DRAM behind their caches */
} wanted = { 0.02, 0.1, 1.6, 0.5, 20, 1 };

struct source {
    const struct log_run *run;
    const struct log_series *series;
    size_t at; /* its index */
    struct curve curve;
    struct curve chains[MOST_CHAINS];
    size_t n_chains;
    bool increment;
    struct visits visits; /* none: n = 0 */
    bool visited;         /* they are the outer part of the curve */
};

static void source_free(struct source *s)
{
    curve_free(&s->curve);
    visits_free(&s->visits);
    for (size_t i = 0; i < s->n_chains; i++)
        curve_free(&s->chains[i]);
}

/* Splits off the points walked by more than one chain at once (x2): they say how many loads miss,
 * while one chain says how long a load takes. */
static void split_chains(struct source *s)
{
    struct curve *all = &s->curve;
    size_t kept = 0;

    for (size_t i = 0; i < all->n; i++) {
        size_t k = 0;

        if (all->at[i].x2 < 2) {
            all->at[kept++] = all->at[i];
            continue;
        }
        while (k < s->n_chains && s->chains[k].at[0].x2 != all->at[i].x2)
            k++;
        if (k == MOST_CHAINS)
            continue;
        if (k == s->n_chains) {
            s->chains[k] = (struct curve){ .at = malloc(all->n * sizeof *all->at) };
            if (s->chains[k].at == NULL)
                continue;
            s->n_chains++;
        }
        s->chains[k].at[s->chains[k].n++] = all->at[i];
    }
    all->n = kept;
}

/* The series of twice the stride that follows that of S, if any, tells what translations add. PASS
 * is left out of it. */
static void take_out_translation(struct source *s, struct curve_reference *r, size_t pass)
{
    const struct log_run *run = s->run;
    size_t next = log_find_series(run, "cache_size", s->at + 1);
    uint64_t stride = log_series_number(s->series, "stride");
    struct curve wide;

    if (next >= run->n_series || stride == 0)
        return;
    const struct log_series *second = &run->series[next];
    if (log_series_number(second, "stride") != 2 * stride ||
        log_series_number(second, "page") != log_series_number(s->series, "page") ||
        curve_make_without(&wide, r, second, pass) != 0)
        return;
    curve_take_out_translation(&s->curve, &wide);
    curve_free(&wide);
}

/* Where visits that are spread over the run cost else than the one place of the run in which the
 * curve was timed, they are the curve. RAW: the curve's costs with translations. */
static void use_visits(struct source *s, const struct log_run *run, double *raw)
{
    static const double apart = 1.03;

    for (size_t i = 0; raw && i < s->curve.n; i++)
        raw[i] -= s->curve.at[i].y;
    if (visits_make(&s->visits, run, &s->curve, raw) == 0 &&
        visits_apart(&s->visits, &s->curve) > apart)
        s->visited = visits_replace(&s->visits, &s->curve) == 0;
}

/* The costs of C, NULL when memory is short. */
static double *costs_of(const struct curve *c)
{
    double *y = malloc((c->n + 1) * sizeof *y);

    for (size_t i = 0; y && i < c->n; i++)
        y[i] = c->at[i].y;
    return y;
}

enum { NO_PASS = -1 };

/* Makes the curves of S from all passes but PASS. *RAW: to be freed, the costs with what
 * translations add; NULL: not wanted. false: there is no curve. */
static bool make_curves(struct source *s, size_t pass, double **raw)
{
    struct curve_reference r = curve_reference_of(s->run);

    if (curve_make_without(&s->curve, &r, s->series, pass) != 0)
        return false;
    for (size_t i = 0; s->increment && i < s->curve.n; i++)
        s->curve.at[i].y = s->curve.at[i].fair = s->curve.at[i].mean = s->curve.at[i].typical +=
            usual_first_ns;
    split_chains(s);
    if (raw != NULL)
        *raw = costs_of(&s->curve);
    take_out_translation(s, &r, pass);
    return s->curve.n > 0;
}

/* The first curve of latency against working set. false: there is none. */
static bool source_find(const struct log_run *run, struct source *s)
{
    size_t at = log_find_sampled(run, "cache_size");
    double *raw = NULL;

    *s = (struct source){ .run = run, .at = at };
    if (at >= run->n_series)
        return false;
    s->series = &run->series[at];
    s->increment = curve_is_increment(s->series);
    if (!make_curves(s, (size_t)NO_PASS, &raw))
        return false;
    use_visits(s, run, raw);
    free(raw);
    return true;
}

/* Puts what the visits of S cost in place of the outer part of CURVE. false: memory is short. */
static bool take_visited(const struct source *s, struct curve *curve)
{
    size_t kept = curve_first(curve, s->visits.from), from = curve_first(&s->curve, s->visits.from);
    struct curve_point *at = realloc(curve->at, (kept + s->curve.n - from + 1) * sizeof *curve->at);

    if (at == NULL)
        return false;
    curve->at = at;
    curve->n = kept;
    while (from < s->curve.n)
        curve->at[curve->n++] = s->curve.at[from++];
    return true;
}

/* Returns the curves of S without PASS, to be freed with part_free(); NULL where there are none. */
static struct source *make_part(const struct source *s, size_t pass)
{
    struct source *part = malloc(sizeof *part);

    if (part == NULL)
        return NULL;
    *part = (struct source){
        .run = s->run, .series = s->series, .at = s->at, .increment = s->increment
    };
    if (make_curves(part, pass, NULL))
        return part;
    source_free(part);
    free(part);
    return NULL;
}

static void part_free(struct source *part)
{
    if (part != NULL)
        source_free(part);
    free(part);
}

/* Asks what the levels are without each pass, and without the last points. */
static void ask_parts(const struct source *s, struct level_votes *votes)
{
    enum { MOST_LEFT_OUT = 24 };
    size_t passes = 0;

    level_votes_begin(votes, &s->curve, s->chains, s->n_chains);
    level_votes_ask_ends(votes, &s->curve, s->chains, s->n_chains);
    for (size_t i = 0; i < s->curve.n; i++)
        if (!s->visited || s->curve.at[i].x < s->visits.from)
            passes = s->curve.at[i].n > passes ? s->curve.at[i].n : passes;
    for (size_t pass = 0; passes > 1 && pass < passes && pass < MOST_LEFT_OUT; pass++) {
        struct source *part = make_part(s, pass);

        if (part != NULL && (!s->visited || take_visited(s, &part->curve)))
            level_votes_ask(votes, &part->curve, part->chains, part->n_chains,
                            result_words("pass %zu of %zu", pass + 1, passes).text);
        part_free(part);
    }
}

/* Asks what the levels are at other times of the run: by the sweep alone, by each visit. */
static void ask_times(const struct source *s, struct level_votes *votes)
{
    struct source *part = s->visited ? make_part(s, (size_t)NO_PASS) : NULL;

    level_votes_begin(votes, &s->curve, s->chains, s->n_chains);
    if (part != NULL)
        level_votes_ask(votes, &part->curve, part->chains, part->n_chains, "the visits");
    part_free(part);
    for (size_t i = 0; s->visited && i < s->visits.n; i++)
        level_votes_ask(votes, &s->visits.curve[i], NULL, 0,
                        result_words("all visits but number %zu", i + 1).text);
}

static void set_bounds(struct result *r, double low, double high)
{
    r->has_bounds = true;
    r->low = fmin(low, r->value);
    r->high = fmax(high, r->value);
}

static void set_latency(struct result *r, const struct source *s, double y)
{
    if (s->increment) {
        result_unknown(
            r, "needs the first level's own latency",
            result_words("the table gives the increment over it only: %.2f ns", y - usual_first_ns)
                .text,
            remedy_run("cache_size"));
    } else if (!s->curve.in_cycles) {
        remedy_no_cycle(r, y, "cache_size");
    } else {
        r->value = y;
        r->ns = y * s->curve.cycle_ns;
    }
}

/* How near the median repetition of LEVEL's points is to the lowest, on average: passes that met
 * other programs differ. */
static double steadiness(const struct curve *c, const struct latency_level *level)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x >= level->from && c->at[i].x <= level->to) {
            sum += evidence_near(c->at[i].y, c->at[i].typical);
            n++;
        }
    return n > 0 ? sum / (double)n * evidence_agreement(n, n) : 0;
}

/* R is in doubt, whatever was counted of answers with its evidence. */
static void dispute(struct result *r)
{
    result_by(r, doubtful_rule);
    r->evidence = evidence_doubted(r->evidence);
}

/* Returns true for a size that caches are built in: a power of two of sets, with ways of a small
 * odd factor. The roundest number within narrow bounds may be none: a share of a cache is not
 * built. */
static bool is_built(double bytes)
{
    static const double small = 11, large = 15, large_from = 16 << 20;

    return stats_odd_part(bytes) <= (bytes >= large_from ? large : small);
}

/* What a step of the clock adds to a point of LEVEL: the least of its points, as the longest
 * timings tell most. */
static double step_of(const struct curve *c, const struct latency_level *level)
{
    double step = INFINITY;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x >= level->from && c->at[i].x <= level->to)
            step = fmin(step, c->at[i].step);
    return isfinite(step) ? step : 0;
}

/* Bounds of a plateau: its lowest and highest point, what VOTE says of it, and the step of the
 * clock on either side; the nearer they are, the surer it is one. */
static void set_plateau(struct result *r, const struct curve *c, const struct latency_level *level,
                        const struct level_vote *vote)
{
    double step = step_of(c, level);

    set_bounds(r, fmax(fmin(level->latency_low, vote->low) - step, 0),
               fmax(level->latency_high, vote->high) + step);
    r->evidence = evidence_near(r->low, r->high) * steadiness(c, level);
    if (step > wanted.coarse * r->value) {
        dispute(r);
        result_remark(r, "a step of the clock is %.2g cycles a load", step);
    }
}

/* Returns the least size from BYTES on, in steps of a sixteenth of its octave, that caches are
 * built in. */
static double next_built(double bytes)
{
    double step = exp2(floor(log2(bytes))) / 16, size = ceil(bytes / step) * step;

    while (!is_built(size))
        size += step;
    return size;
}

/* R, of the first level, is of no size that caches are built in. Nobody else has a share of that
 * level: the program itself and page tables have some sets' lines, which shows where memory is slow
 * beside few loads. The whole is in the bounds, and doubtful. */
static void doubt_first_size(struct result *r)
{
    double built = next_built(r->high);

    set_bounds(r, r->low, built);
    dispute(r);
    result_remark(r, "caches have %s: lines of the program and of page tables lie in it",
                  words_bytes(built).text);
}

/* The size of LEVEL, the NUMBER-th of an array. An exclusive cache adds its size to that of the
 * level before it. Where its end moves with what is left out, the bounds hold both. */
static void set_size(struct result *r, unsigned number, const struct latency_level *level,
                     const struct level_vote *vote)
{
    double before = number > 1 ? level[-1].nominal : 0;
    bool built =
        is_built(level->nominal) || (level->nominal > before && is_built(level->nominal - before));
    double nominal = built ? level->nominal : 0;
    double moved = vote->shift > wanted.steady ? exp2(vote->shift) : 1;

    r->value = nominal > 0 ? nominal : level->size;
    r->has_nominal = nominal > 0;
    r->nominal = nominal;
    r->evidence = level->evidence / moved;
    set_bounds(r, level->size_low / moved, level->size_high * moved);
    snprintf(r->note, sizeof r->note, "%s", level->why);
    if (!built && number == 1)
        doubt_first_size(r);
}

/* R, of a level, is another one without a part of the samples. */
static void unknown_by_vote(struct result *r, const char *what, const char *left_out)
{
    result_unknown(r, "needs samples that agree without any one pass and without the last points",
                   result_words("%s without %s", what, left_out).text,
                   remedy_thorough("cache_size"));
}

/* The size of LEVEL was not found. */
static void set_unsized(struct result *r, const struct source *s, const struct latency_level *level)
{
    double end = s->curve.at[s->curve.n - 1].x;

    if (level->alone > 0)
        result_unknown(
            r, "needs two points on the plateau of each level",
            result_words("the one at %s costs unlike those beside it: a level may end there",
                         words_bytes(level->alone).text)
                .text,
            remedy_run("cache_size"));
    else if (*level->why != '\0')
        remedy_no_memory(r, s->curve.n);
    else
        result_unknown(r, "needs a sweep beyond this level",
                       result_words("at least %s: the sweep ends at %s, before a further step",
                                    words_bytes(level->to).text, words_bytes(end).text)
                           .text,
                       remedy_up_to("cache_size", "max", 4 * end));
}

/* How clearly levels are apart: the least of all steps, each from the highest point of a plateau to
 * the lowest of the next. Where there is none: how flat the one plateau is. */
static double sure_of_steps(const struct latency_level *levels, unsigned n)
{
    double least = n == 1 ? evidence_near(levels[0].latency_low, levels[0].latency_high) : 1;

    for (unsigned k = 0; k + 1 < n; k++)
        least = fmin(least, evidence_margin(levels[k].latency_high, levels[k + 1].latency_low));
    return least;
}

/* ---- tables of other tools ---- */

/* What makes a table of another tool doubtful; all false for series of the record stream. */
struct table_doubts {
    bool strided;                     /* loads are nearer to each other than lines */
    bool prefetched;                  /* what should be memory costs as little as a cache */
    bool rises;                       /* costs rise where the table ends */
    double stride, end, last, growth; /* bytes, bytes, nanoseconds, ratio over the last octave */
};

static struct table_doubts table_doubts(const struct source *s)
{
    static const double line = 64, least_memory = 20, beyond_caches = 32 * 1024 * 1024,
                        most_growth = 1.15;
    const struct curve *c = &s->curve;
    struct table_doubts d = { .stride = (double)log_series_number(s->series, "stride"),
                              .end = c->at[c->n - 1].x,
                              .last = c->at[c->n - 1].y };
    size_t before = curve_first(c, d.end / 2);

    if (log_key_text(s->series->keys, s->series->n_keys, "source") == NULL)
        return (struct table_doubts){ .stride = 0 };
    d.growth = c->at[before].y > 0 ? d.last / c->at[before].y : 1;
    d.rises = d.growth > most_growth;
    d.strided = d.stride > 0 && d.stride < line;
    d.prefetched = d.stride > 0 && !s->increment && d.end >= beyond_caches && d.last < least_memory;
    return d;
}

/* Doubts R, an answer about levels, as far as D makes it doubtful. */
static void doubt(struct result *r, const struct table_doubts *d)
{
    if (r->kind != RESULT_NUMBER || (!d->strided && !d->prefetched))
        return;
    r->evidence = evidence_doubted(r->evidence);
    result_by(r, doubtful_rule);
    if (d->strided)
        result_remark(r, "loads are %.0f B apart: several share a line, and cost less than a miss",
                      d->stride);
    if (d->prefetched)
        result_remark(r, "%.3g ns at %s: lines are prefetched along the stride of %.0f B", d->last,
                      words_bytes(d->end).text, d->stride);
}

/* Doubts R, the number of LEVELS: it halves with each octave between two of the N levels that
 * belongs to neither, beyond the two that the end of a cache takes, and where costs rise at the end
 * of the table. A further level may lie there. */
static void doubt_count(struct result *r, const struct latency_level *levels, unsigned n,
                        const struct table_doubts *d)
{
    static const double usual_octaves = 2.5;

    doubt(r, d);
    for (unsigned k = 0; k + 1 < n && d->end > 0; k++)
        for (double o = log2(levels[k + 1].from / levels[k].to); o > usual_octaves; o--) {
            r->evidence = evidence_doubted(r->evidence);
            result_by(r, doubtful_rule);
        }
    if (d->rises) {
        r->evidence = evidence_doubted(r->evidence);
        result_by(r, doubtful_rule);
        result_remark(r, "costs rise by %.0f %% in the last octave", 100 * (d->growth - 1));
    }
}

/* Memory's latency of a table that ends while costs rise. */
static void add_memory_at_least(const struct source *s, const struct table_doubts *d,
                                struct results *out)
{
    result_unknown(result_add_from(out, id_of(MEMORY_LATENCY), s->series),
                   "needs a sweep beyond the last cache",
                   result_words("at least %.4g ns: costs rise by %.0f %% in the last octave, which "
                                "ends at %s",
                                d->last, 100 * (d->growth - 1), words_bytes(d->end).text)
                       .text,
                   remedy_up_to("cache_size", "max", 4 * d->end));
}

/* What the visits say of one thing. */
struct by_visit {
    double value[VISITS_MOST];
    double ns[VISITS_MOST]; /* of a latency, by the clock of the visit */
    size_t n;
};

static double least_of(const struct by_visit *y)
{
    return stats_quantile(y->value, y->n, 0);
}

static double greatest_of(const struct by_visit *y)
{
    return stats_quantile(y->value, y->n, 1);
}

/* What each visit by itself says of LAST, the last cache of N_LEVELS: its size, its latency. Visits
 * that see another number of levels say nothing; nor do those in which it costs far more, whose
 * lines others evicted. */
static void ask_visits(const struct source *s, const struct latency_level *last, unsigned n_levels,
                       struct by_visit *size, struct by_visit *latency)
{
    struct latency_level levels[LATENCY_LEVELS_MOST];

    size->n = latency->n = 0;
    for (size_t i = 0; i < s->visits.n; i++) {
        const struct latency_level *seen = &levels[n_levels - 2];

        if (latency_levels_find(&s->visits.curve[i], NULL, 0, levels) != n_levels ||
            seen->latency > wanted.changed * last->latency)
            continue;
        latency->ns[latency->n] = seen->latency * s->visits.curve[i].cycle_ns;
        latency->value[latency->n++] = seen->latency;
        if (seen->sized)
            size->value[size->n++] = seen->nominal > 0 ? seen->nominal : seen->size;
    }
}

/* The value of R, a latency, is quantile Q of visits Y, its bounds are their least and greatest;
 * what they differ by says how sure. */
static void set_by_visits(struct result *r, const struct source *s, const struct by_visit *y,
                          double q)
{
    if (r->kind != RESULT_NUMBER || y->n < FEWEST_VISITS)
        return;
    double low = stats_quantile(y->value, y->n, 0.25), high = stats_quantile(y->value, y->n, 0.75);

    set_latency(r, s, stats_quantile(y->value, y->n, q));
    r->ns = stats_quantile(y->ns, y->n, q);
    set_bounds(r, least_of(y), greatest_of(y));
    r->evidence = evidence_near(low, high) * evidence_agreement(y->n, y->n);
    result_by(r, "visits");
}

/* R, the size of the last cache, with what visits Y say of it, which may differ from each other
 * also where most of them agree with the curve: others use the same cache, and the value is the
 * usual share. */
static void set_share(struct result *r, const struct source *s, const struct by_visit *y)
{
    if (r->kind != RESULT_NUMBER || y->n < FEWEST_VISITS)
        return;
    double low = least_of(y), high = greatest_of(y), usual = stats_median(y->value, y->n);

    if (low * wanted.changed < high) {
        r->value = usual;
        r->has_nominal = false;
        r->nominal = 0;
        set_bounds(r, low, high);
        r->evidence = evidence_doubted(r->evidence * evidence_near(low, high));
        *r->note = '\0';
        result_remark(r,
                      "the share of this cache that others leave: %s at least, %s usually, %s "
                      "at most, in %zu visits of the run",
                      words_bytes(low).text, words_bytes(usual).text, words_bytes(high).text, y->n);
    } else if (s->visited)
        set_bounds(r, fmin(r->low, low), fmax(r->high, high));
}

/* Returns what speaks against LEVEL, the last of N, being memory; NULL: nothing does. */
static const char *not_memory(const struct source *s, const struct latency_level *level, unsigned n)
{
    double cycle = s->curve.cycle_ns;
    size_t passes = 0;

    for (size_t i = 0; i < s->curve.n; i++)
        passes = s->curve.at[i].n > passes ? s->curve.at[i].n : passes;
    if (level->open)
        return "in a rise";
    if (n > 1 && cycle > 0 && cycle < wanted.fast_ns && level->latency * cycle < wanted.least_ns)
        return "where a load is faster than memory";
    if (s->series->damaged && s->series->points_lost >= passes)
        return "and points are lost, which may be those of larger sizes";
    return NULL;
}

/* Memory's latency: that of LEVEL, the last one of N, of which VOTE says whether it stays. */
static void add_memory(const struct source *s, const struct latency_level *level, unsigned n,
                       const struct level_vote *vote, struct results *out)
{
    struct result *memory = result_add_from(out, id_of(MEMORY_LATENCY), s->series);
    double end = s->curve.at[s->curve.n - 1].x;
    const char *other = not_memory(s, level, n);

    set_latency(memory, s, level->latency);
    if (memory->kind != RESULT_NUMBER)
        return;
    set_plateau(memory, &s->curve, level, vote);
    if (other != NULL) {
        dispute(memory);
        result_remark(memory, "at least: the sweep ends at %s, %s", words_bytes(end).text, other);
    } else if (vote->against > 0) {
        unknown_by_vote(memory, "the last level costs another time", vote->why);
    }
    if (!s->visited)
        return;
    /* A lap over memory is timed once a visit, so that others add to it in most visits. */
    struct by_visit y = { .n = 0 };
    for (size_t i = 0; i < s->visits.n; i++) {
        const struct curve *c = &s->visits.curve[i];
        double cost = c->at[c->n - 1].y;

        if (cost > wanted.changed * level->latency)
            continue;
        y.ns[y.n] = cost * c->cycle_ns;
        y.value[y.n++] = cost;
    }
    set_by_visits(memory, s, &y, 0.25);
    if (memory->kind == RESULT_NUMBER && y.n < s->visits.n)
        set_bounds(memory, fmin(memory->low, level->latency_low), memory->high);
}

/* Returns true, and leaves COUNT unknown, where the least working set may be larger than the first
 * level, LEVEL: then nothing tells which level the first plateau is. */
static bool begins_late(const struct source *s, const struct latency_level *level,
                        struct result *count)
{
    static const double least_first = 16 * 1024;
    double first = s->curve.at[0].x;

    if (first <= least_first && !level->late)
        return false;
    result_unknown(
        count, "needs working sets from 16 KiB down, and a level that they are in",
        result_words("the least is %s: smaller caches may lie before it", words_bytes(first).text)
            .text,
        remedy_run("cache_size"));
    return true;
}

/* COUNT is another number where a part of the samples is left out. */
static void dispute_count(struct result *count, const struct level_votes *votes)
{
    dispute(count);
    set_bounds(count, (double)votes->least - 1, (double)votes->most - 1);
    result_remark(count, "%zu without %s", votes->other - 1, votes->why);
}

/* COUNT: the number of caches, of N LEVELS. */
static void set_count(struct result *count, const struct source *s,
                      const struct latency_level *levels, unsigned n,
                      const struct level_votes *votes)
{
    const struct latency_level *last = &levels[n - 1];
    double end = s->curve.at[s->curve.n - 1].x;
    const char *other = not_memory(s, last, n);

    count->value = (double)(n - 1);
    count->evidence = sure_of_steps(levels, n);
    if (n == 1 && !last->open)
        snprintf(count->note, sizeof count->note, "no step up to %.0f KiB", end / 1024);
    if (n == 1 && !latency_levels_flat(&s->curve)) {
        result_unknown(count, "needs levels, or a cost that is the same at all working sets",
                       result_words("the cost rises from %.3g to %.3g cycles, and is nowhere level",
                                    s->curve.at[0].typical, s->curve.at[s->curve.n - 1].typical)
                           .text,
                       remedy_thorough("cache_size"));
    } else if (other != NULL) {
        dispute(count);
        result_remark(count, "at least: the sweep ends at %s, %s", words_bytes(end).text, other);
        count->remedy = remedy_up_to("cache_size", "max", 4 * end);
    } else if (2 * votes->against > votes->asked) {
        unknown_by_vote(count,
                        result_words("%u levels of cache, and %zu", n - 1, votes->other - 1).text,
                        votes->why);
    } else if (votes->against > 0) {
        dispute_count(count, votes);
    }
}

/* The size and latency of cache LEVEL, the NUMBER-th of an array, from 1. VOTE: whether it stays
 * when a part is left out. */
static void add_level(const struct source *s, unsigned number, const struct latency_level *level,
                      const struct level_vote *vote, struct results *out)
{
    struct result *size = result_add_from(out, id_at(CACHE_SIZE, number), s->series);

    if (!level->sized)
        set_unsized(size, s, level);
    else if (vote->against > 0)
        unknown_by_vote(
            size,
            result_words("%s, and another size or level",
                         words_bytes(level->nominal > 0 ? level->nominal : level->size).text)
                .text,
            vote->why);
    else
        set_size(size, number, level, vote);
    struct result *latency = result_add_from(out, id_at(CACHE_LATENCY, number), s->series);
    set_latency(latency, s, level->latency);
    if (latency->kind == RESULT_NUMBER)
        set_plateau(latency, &s->curve, level, vote);
    if (latency->kind == RESULT_NUMBER && vote->against > 0)
        dispute(latency);
}

static void find_levels(const struct source *s, struct results *out)
{
    struct latency_level levels[LATENCY_LEVELS_MOST];
    struct level_votes votes, times;
    unsigned n = (unsigned)latency_levels_find(&s->curve, s->chains, s->n_chains, levels);
    struct result *count = result_add_from(out, id_of(CACHE_LEVELS), s->series);
    struct table_doubts doubts = table_doubts(s);

    if (n == 0) {
        remedy_no_memory(count, s->curve.n);
        return;
    }
    ask_parts(s, &votes);
    ask_times(s, &times);
    if (begins_late(s, &levels[0], count)) {
        add_memory(s, &levels[n - 1], n, &votes.level[n - 1], out);
        return;
    }
    set_count(count, s, levels, n, &votes);
    if (count->kind == RESULT_NUMBER && 2 * times.against > times.asked)
        dispute_count(count, &times);
    doubt_count(count, levels, n, &doubts);
    struct by_visit share = { .n = 0 }, cost = { .n = 0 };
    if (n > 1)
        ask_visits(s, &levels[n - 2], n, &share, &cost);
    for (unsigned k = 0; k + 1 < n; k++) {
        size_t first = out->n;

        /* The last cache's share may change over the run: what is said of it holds all times. */
        if (k + 2 < n && votes.level[k].against == 0 && times.level[k].against > 0)
            votes.level[k] = times.level[k];
        add_level(s, k + 1, &levels[k], &votes.level[k], out);
        doubt(&out->at[first], &doubts);
        if (k + 2 == n) {
            set_share(&out->at[first], s, &share);
            if (s->visited)
                set_by_visits(&out->at[first + 1], s, &cost, 0.5);
        }
    }
    if (doubts.rises)
        add_memory_at_least(s, &doubts, out);
    else
        add_memory(s, &levels[n - 1], n, &votes.level[n - 1], out);
}

/* The published rule alone: the last cluster is memory's. */
static void find_published(const struct source *s, struct results *out)
{
    struct result *count = result_add_from(out, id_of(CACHE_LEVELS), s->series);
    struct stats_clusters clusters;

    if (!curve_clusters(&s->curve, s->series, count, &clusters))
        return;
    for (unsigned c = 0; c < clusters.n; c++) {
        const struct stats_cluster *cluster = &clusters.at[c];
        struct result_id id = id_of(MEMORY_LATENCY);

        if (c + 1 < clusters.n) {
            curve_cluster_size(result_add_from(out, id_at(CACHE_SIZE, c + 1), s->series), cluster);
            id = id_at(CACHE_LATENCY, c + 1);
        }
        struct result *latency = result_add_from(out, id, s->series);
        result_by(latency, CURVE_CLUSTERS_RULE);
        set_latency(latency, s, cluster->y_min);
        latency->evidence = evidence_near(cluster->y_min, cluster->y_max);
    }
    stats_clusters_free(&clusters);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct source s;

    if (method != METHOD_PAPER && curve_is_of_random_reads(run))
        return; /* random_reads.c */
    if (!source_find(run, &s)) {
        source_free(&s);
        if (log_find_series(run, "cache_size", 0) < run->n_series)
            remedy_unsampled(result_add(out, id_of(CACHE_LEVELS)), run, "cache_size");
        return;
    }
    if (method == METHOD_PAPER)
        find_published(&s, out);
    else
        find_levels(&s, out);
    source_free(&s);
}

const struct analysis analysis_cache_levels = {
    .about = "cache levels, sizes, latencies; memory's latency",
    .probe = "cache_size",
    .method = "levels",
    .after = { "random_reads" }, /* levels of other tools' tables come with them */
    .infer = infer,
};
