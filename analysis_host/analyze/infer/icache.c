/* icache.1.size: how much code runs at full speed. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 64, FEWEST_POINTS = 8 };

/* Code is larger than the cache where a byte costs so much more than it did at best. Not every line
 * of a footprint is run, and sets fill unevenly, so that there is no edge. */
#define FIRST_RISE 0.1
#define RISE       0.2
#define CLEAR_RISE 0.5

/* A single cache's edge is over at twice its size: by then this share of all rise has come. What
 * rises later is another cache, or translations; footprints have to reach so far that it would. */
#define ONE_EDGE  0.8
#define EDGE_ENDS 2
#define REACH     4

/* Only an image that holds more kernels of probe ops has larger footprints. */
static const char more_code[] =
    "`probes` built with -D PONTOON_OP_SMALL=OFF -D PONTOON_OP_TYPES=compiler would tell";

struct footprints {
    double bytes[MOST_POINTS], cost[MOST_POINTS];
    size_t n;
};

/* Samples of code each of whose kernels runs many times in a row. */
struct repeats {
    const struct log_sample **at; /* by footprint, then order received; owned */
    size_t n;
};

static int by_footprint(const void *a, const void *b)
{
    const struct log_sample *p = *(const struct log_sample *const *)a,
                            *q = *(const struct log_sample *const *)b;

    if (p->x[0] != q->x[0])
        return p->x[0] < q->x[0] ? -1 : 1;
    return (p > q) - (p < q); /* of one array */
}

static bool find_repeats(struct repeats *r, const struct log_series *s)
{
    *r = (struct repeats){ .at = malloc((s->n_samples + 1) * sizeof(struct log_sample *)) };
    for (size_t i = 0; r->at && i < s->n_samples; i++)
        if (s->samples[i].n_x == 2 && s->samples[i].x[1] > 1)
            r->at[r->n++] = &s->samples[i];
    if (r->at)
        qsort(r->at, r->n, sizeof *r->at, by_footprint);
    return r->at != NULL;
}

/* Returns the cost of the code of BYTES when each kernel runs many times in a row, by the first
 * sample of it; NaN: not measured. */
static double repeated(const struct repeats *r, uint64_t bytes)
{
    size_t from = 0, to = r->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (r->at[middle]->x[0] < bytes)
            from = middle + 1;
        else
            to = middle;
    }
    return from < r->n && r->at[from]->x[0] == bytes ? point_cost(r->at[from]) : NAN;
}

/* A footprint is a mixture of kernels, some slower than others: what counts is how the cost of a
 * byte compares with that of the same code when it is there already. */
static void gather_footprints(struct footprints *f, const struct log_series *s)
{
    struct repeats repeats;

    f->n = 0;
    if (!find_repeats(&repeats, s))
        return;
    for (size_t i = 0; i < s->n_samples && f->n < MOST_POINTS; i++) {
        const struct log_sample *p = &s->samples[i];
        double cost = point_cost(p) / repeated(&repeats, p->x[0]);

        if (p->n_x != 2 || p->x[1] != 1 || !(cost > 0))
            continue;
        f->bytes[f->n] = (double)p->x[0];
        f->cost[f->n++] = cost;
    }
    free(repeats.at);
}

/* From the cheapest point on, the footprint at which a byte costs LEVEL, between points by
 * logarithm; NaN when it never does. */
static double crossing(const struct footprints *f, size_t from, double level)
{
    for (size_t i = from; i + 1 < f->n; i++)
        if (f->cost[i] < level && f->cost[i + 1] >= level) {
            double share = (level - f->cost[i]) / (f->cost[i + 1] - f->cost[i]);

            return f->bytes[i] * pow(f->bytes[i + 1] / f->bytes[i], share);
        }
    return NAN;
}

static size_t cheapest(const struct footprints *f)
{
    size_t at = 0;

    for (size_t i = 1; i < f->n; i++)
        if (f->cost[i] <= f->cost[at])
            at = i;
    return at;
}

/* The share of all rise after point AT that is there at twice SIZE. */
static double share_of_edge(const struct footprints *f, size_t at, double size)
{
    double most = 0, there = 0;

    for (size_t i = at; i < f->n; i++) {
        if (f->bytes[i] >= EDGE_ENDS * size && !(there > 0))
            there = f->cost[i] - f->cost[at];
        most = fmax(most, f->cost[i] - f->cost[at]);
    }
    return most > 0 ? there / most : 0;
}

/* Returns false, and says why, where the rise at SIZE is not that of one cache alone: caches of
 * decoded instructions come before, the next level and translations after. */
static bool is_one_edge(struct result *r, const struct footprints *f, double size, double share)
{
    double largest = f->bytes[f->n - 1];

    if (largest < REACH * size)
        result_unknown(r, result_words("needs footprints of %d times the edge", REACH).text,
                       result_words("code costs more from %s on, and there are %s",
                                    words_bytes(size).text, words_bytes(largest).text)
                           .text,
                       remedy_text(more_code));
    else if (share < ONE_EDGE)
        result_unknown(
            r,
            result_words("needs one rise, %.0f %% of which is over at twice the edge",
                         100 * ONE_EDGE)
                .text,
            result_words("code costs more from %s on; %.0f %% of the rise up to %s has come by "
                         "twice that",
                         words_bytes(size).text, 100 * share, words_bytes(largest).text)
                .text,
            remedy_never("the micro-op cache, L1i, the instruction TLB and L2 may all end in this "
                         "range"));
    else
        return true;
    return false;
}

static void answer(struct result *r, const struct footprints *f)
{
    size_t at = cheapest(f);
    double best = f->cost[at];
    double size = crossing(f, at, best * (1 + RISE));
    double share = size > 0 ? share_of_edge(f, at, size) : 0;

    if (!(size > 0) || !(crossing(f, at, best * (1 + CLEAR_RISE)) > 0)) {
        result_unknown(
            r,
            result_words("needs a footprint whose bytes cost %.1f times the cheapest",
                         1 + CLEAR_RISE)
                .text,
            result_words("%zu footprints up to %s, the most there is, cost %.2f times it", f->n,
                         words_bytes(f->bytes[f->n - 1]).text, f->cost[f->n - 1] / best)
                .text,
            remedy_text(more_code));
        return;
    }
    if (!is_one_edge(r, f, size, share))
        return;
    r->value = round(size);
    r->has_nominal = true;
    r->nominal = exp2(round(log2(size)));
    r->has_bounds = true;
    r->low = floor(fmin(size, crossing(f, at, best * (1 + FIRST_RISE))));
    r->high = ceil(crossing(f, at, best * (1 + CLEAR_RISE)));
    r->evidence = evidence_near(r->low, r->high) * evidence_clamp(share);
    snprintf(r->note, sizeof r->note, "code that is run in part; the edge is not sharp");
}

/* The most bytes of jumps, one a line, of which each costs at most SAME times what it does at best;
 * 0: too few were timed. */
static double end_of_jumps(const struct log_series *s)
{
    static const double same = 1.2;
    double least = INFINITY, end = 0;

    if (s->n_samples < FEWEST_POINTS)
        return 0;
    for (size_t i = 0; i < s->n_samples; i++)
        least = fmin(least, point_cost(&s->samples[i]));
    for (size_t i = 0; i < s->n_samples; i++)
        if (point_cost(&s->samples[i]) <= same * least)
            end = fmax(end, (double)s->samples[i].x[0]);
    return end;
}

/* A chain of jumps through every line of more code, in random order, that is as fast as that of few
 * lines shows a larger cache: what ended at R's size holds decoded instructions, or the like. */
static void hold_against_jumps(const struct log_run *run, struct result *r)
{
    static const double more = 1.4;

    for (size_t s = log_find_series(run, "fetch", 0); s < run->n_series && result_is_number(r);
         s = log_find_series(run, "fetch", s + 1)) {
        const char *order = log_key_text(run->series[s].keys, run->series[s].n_keys, "order");
        double end = end_of_jumps(&run->series[s]);

        if (order == NULL || strcmp(order, "random") != 0 || end < more * r->value)
            continue;
        result_unknown(
            r, "needs code and jumps to end at one size",
            result_words("code costs more from %s on, jumps through each line of %s do not",
                         words_bytes(r->value).text, words_bytes(end).text)
                .text,
            remedy_never("a cache of decoded instructions may end there, and code be fetched ahead "
                         "from the next level"));
    }
}

/* Where lines of one set tell no ways, a cache of decoded instructions or the next level hides what
 * a miss costs, and footprints, which depend on the same costs, show the edge of either. */
static void hold_against_sets(struct result *r, const struct results *out)
{
    const struct result *ways = result_find(out, id_at(ICACHE_WAYS, 1));

    if (!result_is_number(r) || ways == NULL || ways->kind != RESULT_NULL)
        return;
    result_unknown(r, "needs lines of one set to show ways, too",
                   result_words("code costs more from %s on, and lines of one set tell no ways",
                                words_bytes(r->value).text)
                       .text,
                   remedy_never("the micro-op cache and the next level hide misses of code"));
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t s = log_find_series(run, "icache", 0);
    struct footprints f;

    (void)method;
    if (s >= run->n_series || run->series[s].n_samples == 0 ||
        result_find(out, id_at(ICACHE_SIZE, 1)) != NULL) /* sets tell more than footprints */
        return;
    gather_footprints(&f, &run->series[s]);
    struct result *r = result_add_from(out, id_at(ICACHE_SIZE, 1), &run->series[s]);
    if (f.n < FEWEST_POINTS)
        result_unknown(r, result_words("needs %d footprints of code", FEWEST_POINTS).text,
                       result_words("%zu of %zu points are such: the image has little code", f.n,
                                    run->series[s].n_samples)
                           .text,
                       remedy_text(more_code));
    else
        answer(r, &f);
    hold_against_jumps(run, r);
    hold_against_sets(r, out);
}

const struct analysis analysis_icache = {
    .about = "size of the first instruction cache",
    .probe = "icache",
    .method = "lasting_rise",
    .after = { "icache_ways" },
    .infer = infer,
};
