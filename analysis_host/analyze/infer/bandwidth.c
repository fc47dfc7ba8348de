/* Bandwidth: bandwidth.LEVEL.OP of one context, bandwidth.LEVEL.OP.N of N together,
 * bandwidth.LEVEL.OP.saturation, the fewest contexts that get all there is, and
 * bandwidth.LEVEL.OP.traffic, what the level moves for one context. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/again.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 16, MOST_CONTEXTS = 4096, N_OPS = 5 };

static const char *const ops[N_OPS] = { "read", "write", "copy", "triad", "nt_write" };

/* So much of the most that any number of contexts gets is all there is. */
#define ALL_THERE_IS 0.9
/* An outer level may seem so much faster than an inner one, and a stream so much slower than a
 * chain, before one of the two must be wrong. */
#define FASTER 1.3
#define SLOWER 0.7

/* Totals of 1, 2, 4 ... contexts. */
struct totals {
    double contexts[MOST_NUMBERS];
    struct throughput rate[MOST_NUMBERS];
    unsigned n;
};

/* The best number of streams and unrolling on one context; its sample, or NULL. POINTS: those of S.
 */
static const struct log_sample *best_alone(const struct log_series *s, const struct by_x *points,
                                           struct throughput *rate)
{
    const struct log_sample *best = NULL;

    *rate = (struct throughput){ .n = 0 };
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x != 4 || p->x[0] != 1)
            continue;
        struct throughput r = throughput_first(points, p);

        if (r.best > rate->best) {
            *rate = r;
            best = p;
        }
    }
    return best;
}

static void gather_totals(struct totals *t, const struct log_series *s,
                          const struct throughput *alone)
{
    *t = (struct totals){ .contexts = { 1 }, .rate = { *alone }, .n = 1 };
    for (size_t i = 0; i < s->n_samples && t->n < MOST_NUMBERS; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x != 4 || (double)p->x[0] <= t->contexts[t->n - 1] || p->x[0] > MOST_CONTEXTS)
            continue;
        t->rate[t->n] = throughput_at(s, p->x, 1, 4);
        t->contexts[t->n++] = (double)p->x[0];
    }
}

/* How far the rates of contexts AT and of one step fewer are from the limit that parts them, as a
 * share of how much they scatter. */
static double sure_of_saturation(const struct totals *t, unsigned at, double most)
{
    const double limit = ALL_THERE_IS * most;
    const struct throughput *with = &t->rate[at], *fewer = at > 0 ? &t->rate[at - 1] : NULL;
    double above = evidence_margin(with->best - with->median, with->best - limit);
    double below =
        fewer != NULL ? evidence_margin(fewer->highest - fewer->best, limit - fewer->best) : 1;

    return fmin(above, below);
}

static void saturation(struct result *r, const struct totals *t)
{
    double most = 0;
    unsigned at = 0;

    result_by(r, "first_with_all");
    for (unsigned i = 0; i < t->n; i++)
        most = fmax(most, t->rate[i].best);
    while (t->rate[at].best < ALL_THERE_IS * most)
        at++;
    if (at + 1 == t->n) {
        result_none(r);
        return;
    }
    r->value = t->contexts[at];
    r->has_bounds = true;
    r->low = at > 0 ? t->contexts[at - 1] + 1 : 1;
    r->high = r->value;
    r->evidence = sure_of_saturation(t, at, most);
}

static void several(struct results *out, const struct log_series *s, const struct result_id *one,
                    const struct throughput *alone, const struct throughput_units *units)
{
    struct totals t;

    gather_totals(&t, s, alone);
    for (unsigned i = 1; i < t.n; i++) {
        struct result_id id = id_together(one->level, one->op, (unsigned)t.contexts[i]);

        throughput_answer(result_add_from(out, id, s), &t.rate[i], units);
    }
    if (t.n > 1)
        saturation(result_add_from(out, id_moving(BANDWIDTH_SATURATION, one->level, one->op), s),
                   &t);
}

/* The best on one context of S and of what was timed again of it, *VARIANT of which; true when
 * something was. */
static bool best_of_all(struct results *out, const struct log_run *run, const struct log_series *s,
                        struct throughput *alone, struct log_sample *variant)
{
    struct log_series all;
    struct by_x points;

    if (series_with_again(&all, run, s) != 0 || by_x_sort(&points, &all) != 0) {
        out->no_memory = true;
        points = (struct by_x){ .n = 0 };
    }
    const struct log_sample *best = best_alone(&all, &points, alone);
    *variant = best != NULL ? *best : (struct log_sample){ .n_x = 0 };
    by_x_free(&points);
    free(all.samples);
    return all.n_samples > s->n_samples;
}

/* ---- answers that cannot both be true ---- */

static void contradict(struct result *r, const struct result *other, double bound)
{
    result_remark(r, "contradicts %s: %s than %.3g B/cycle", other->id,
                  r->value > bound ? "more" : "less", bound);
    r->evidence *= evidence_near(r->value, bound);
    r->contradicts = true;
}

/* R, of reading at LEVEL, is no faster than at INNER, the next level inwards (MEMORY_LEVEL: none),
 * and no slower than a chain of loads of WORD bytes each. */
static void check_reading(struct result *r, const struct results *out, unsigned level,
                          unsigned inner, double word)
{
    const struct result *nearer = NULL, *latency;

    if (!result_is_number(r))
        return;
    if (inner != MEMORY_LEVEL)
        nearer = result_find(out, id_moving(BANDWIDTH_ALONE, inner, "read"));
    latency = result_find(out, level == MEMORY_LEVEL ? id_of(MEMORY_LATENCY)
                                                     : id_at(CACHE_LATENCY, level));
    if (result_is_number(nearer) && r->value > nearer->value * FASTER)
        contradict(r, nearer, nearer->value);
    if (result_is_number(latency) && latency->value > 0 &&
        r->value < SLOWER * word / latency->value)
        contradict(r, latency, word / latency->value);
}

/* Answers ID, the bandwidth of one context, and those of several; INNER: as of check_reading(). */
static void answer(struct results *out, const struct log_run *run, const struct log_series *s,
                   const struct result_id *id, unsigned inner, const struct throughput_units *units)
{
    struct throughput alone;
    struct log_sample best;
    bool again = best_of_all(out, run, s, &alone, &best);
    struct result *r = result_add_from(out, *id, s);

    if (s->end == RECORD_END_NO_INSTRUCTION) {
        remedy_unsampled_series(r, s);
        return;
    }
    throughput_answer(r, &alone, units);
    if (best.n_x > 0 && r->kind == RESULT_NUMBER)
        snprintf(r->note, sizeof r->note, "best of streams x unroll: %llu x %llu",
                 (unsigned long long)best.x[2], (unsigned long long)best.x[3]);
    if (best.n_x > 0 && again)
        throughput_answer_quiet(r, &alone, units);
    if (strcmp(id->op, "read") == 0)
        check_reading(r, out, id->level, inner,
                      (double)log_key_number(s->keys, s->n_keys, "word", 1));
    if (best.n_x > 0)
        several(out, s, id, &alone, units);
}

/* Levels, as they are carried from one series to the next. */
struct place {
    unsigned deepest;     /* the board's own count of levels */
    unsigned board_level; /* of the series before, in that count */
    unsigned level;       /* of the series before, among the answers */
    unsigned inner;       /* last level whose reading was answered; MEMORY_LEVEL: none */
};

/* The level that S was measured in; a series without samples is as the one before. */
static void find_level(struct place *p, const struct log_series *s, const struct results *out)
{
    unsigned at = throughput_board_level(s);

    if (s->n_samples > 0 || at != p->board_level)
        p->level = throughput_level(out, s->n_samples > 0 ? (double)s->samples[0].x[1] : INFINITY,
                                    at, p->deepest);
    p->board_level = at;
}

static void one_series(struct results *out, const struct log_run *run, const struct log_series *s,
                       struct place *p, const struct throughput_units *units)
{
    uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", N_OPS);

    if (throughput_board_level(s) == 0 || kind >= N_OPS || series_is_again(s))
        return;
    find_level(p, s, out);
    struct result_id id = id_moving(BANDWIDTH_ALONE, p->level, ops[kind]);
    /* The board took one level for two, or saw a cache that the host does not. */
    if (result_find(out, id) != NULL || (p->level == MEMORY_LEVEL && p->board_level != p->deepest))
        return;
    answer(out, run, s, &id, p->inner, units);
    if (kind == 0)
        p->inner = p->level;
}

/* ---- what stores bring in ---- */

/* Operations that store, and the lines that move for each that they read or write, where the first
 * cache brings in what is stored. */
static const struct {
    const char *op;
    double moved;
} storing[] = { { "write", 2 }, { "copy", 3.0 / 2 }, { "triad", 4.0 / 3 } };

/* How often LEVEL moves a line for each that operation I asks for; 0: not known. */
static double moved_by(const struct results *out, const struct result *allocate, unsigned level,
                       size_t i)
{
    if (allocate->kind != RESULT_NAME)
        return 0;
    if (strcmp(allocate->text, "write") == 0)
        return storing[i].moved;
    /* Stores go to the next level, which brings in lines or does not. */
    bool next = level == 2 || (level == MEMORY_LEVEL && cache_levels(out) == 1);
    return next ? 1 : 0;
}

static void unknown_traffic(struct result *r, const struct results *out,
                            const struct result *allocate, double value)
{
    struct result_words found = result_words("%.4g B/cycle are asked for", value);

    if (allocate->kind == RESULT_NAME)
        result_unknown(r, "needs to know which cache brings in what is stored", found.text,
                       remedy_never("no probe asks caches beyond the first, which does not"));
    else
        result_unknown(r, result_words("needs %s", allocate->id).text, found.text,
                       remedy_of(out, allocate->name, "cache_size,write_policy"));
}

/* Answers the traffic of operation I at LEVEL, which ALLOCATE, of the first cache, decides. */
static void one_traffic(struct results *out, const struct result *allocate, unsigned level,
                        size_t i)
{
    const struct result *found = result_find(out, id_moving(BANDWIDTH_ALONE, level, storing[i].op));
    struct result_id id = id_moving(BANDWIDTH_TRAFFIC, level, storing[i].op);

    if (!result_is_number(found) || result_find(out, id) != NULL)
        return;
    struct result asked = *found; /* adding moves the answers */
    double moved = moved_by(out, allocate, level, i);
    struct result *r = result_add(out, id);

    result_by(r, "lines_moved");
    r->damaged = asked.damaged;
    if (!(moved > 0)) {
        unknown_traffic(r, out, allocate, asked.value);
        return;
    }
    r->value = asked.value * moved;
    r->has_bounds = asked.has_bounds;
    r->low = asked.low * moved;
    r->high = asked.high * moved;
    r->gb_per_s = asked.gb_per_s * moved;
    r->evidence = asked.evidence * allocate->confidence;
}

static void traffic(struct results *out)
{
    const struct result *found = result_find(out, id_at(CACHE_ALLOCATE, 1));
    unsigned levels = cache_levels(out);

    if (found == NULL)
        return;
    struct result allocate = *found;
    for (unsigned level = 2; level <= levels + 1; level++)
        for (size_t i = 0; i < sizeof storing / sizeof storing[0]; i++)
            one_traffic(out, &allocate, level <= levels ? level : MEMORY_LEVEL, i);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct throughput_units units = throughput_units_of(run);
    struct place place = { .deepest = throughput_deepest(run, "bandwidth") };

    (void)method;
    for (size_t i = log_find_series(run, "bandwidth", 0); i < run->n_series;
         i = log_find_series(run, "bandwidth", i + 1))
        one_series(out, run, &run->series[i], &place, &units);
    traffic(out);
}

const struct analysis analysis_bandwidth = {
    .about = "bandwidth of each level and of memory, alone and together",
    .probe = "bandwidth",
    .method = "second_highest",
    .after = { "cache_levels", "cache_ways", "write_policy" },
    .infer = infer,
};
