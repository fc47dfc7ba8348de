/* Bandwidth: bandwidth.LEVEL.OP of one context, bandwidth.LEVEL.OP.N of N together, and
 * bandwidth.LEVEL.OP.saturation, the fewest contexts that get all there is. */
#include "analysis/analysis.h"
#include "series/throughput.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NUMBERS = 16, N_OPS = 5 };

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

/* The best number of streams and unrolling on one context; its sample, or NULL. */
static const struct log_sample *best_alone(const struct log_series *s, struct throughput *rate)
{
    const struct log_sample *best = NULL;

    *rate = (struct throughput){ .n = 0 };
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x != 4 || p->x[0] != 1)
            continue;
        struct throughput r = throughput_at(s, p->x, 4, 4);
        if (r.best > rate->best) {
            *rate = r;
            best = p;
        }
    }
    return best;
}

static void gather(struct totals *t, const struct log_series *s, const struct throughput *alone)
{
    *t = (struct totals){ .contexts = { 1 }, .rate = { *alone }, .n = 1 };
    for (size_t i = 0; i < s->n_samples && t->n < MOST_NUMBERS; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x != 4 || (double)p->x[0] <= t->contexts[t->n - 1])
            continue;
        t->rate[t->n] = throughput_at(s, p->x, 1, 4);
        t->contexts[t->n++] = (double)p->x[0];
    }
}

static struct result *add(struct results *out, const struct log_series *s, const char *unit,
                          const char *level, const char *op, const char *what)
{
    struct result *r = results_add(out, unit, "bandwidth.%s.%s%s", level, op, what);

    snprintf(r->probe, sizeof r->probe, "bandwidth");
    snprintf(r->method, sizeof r->method, "second_highest");
    r->damaged = s->damaged;
    return r;
}

static void saturation(struct result *r, const struct totals *t)
{
    double most = 0;
    unsigned at = 0;

    snprintf(r->method, sizeof r->method, "first_with_all");
    for (unsigned i = 0; i < t->n; i++)
        most = fmax(most, t->rate[i].best);
    while (t->rate[at].best < ALL_THERE_IS * most)
        at++;
    if (at + 1 == t->n) {
        r->kind = RESULT_NONE;
        snprintf(r->note, sizeof r->note, "none");
        return;
    }
    r->value = t->contexts[at];
    r->has_bounds = true;
    r->low = at > 0 ? t->contexts[at - 1] + 1 : 1;
    r->high = r->value;
    r->confidence = 0.8;
}

static void several(struct results *out, const struct log_series *s, const char *level,
                    const char *op, const struct throughput *alone,
                    const struct throughput_units *units)
{
    struct totals t;

    gather(&t, s, alone);
    for (unsigned i = 1; i < t.n; i++) {
        char number[16];

        snprintf(number, sizeof number, ".%.0f", t.contexts[i]);
        throughput_answer(add(out, s, "B per cycle", level, op, number), &t.rate[i], units);
    }
    if (t.n > 1)
        saturation(add(out, s, "count", level, op, ".saturation"), &t);
}

static void answer(struct results *out, const struct log_series *s, const char *level,
                   const char *op, const struct throughput_units *units)
{
    struct throughput alone;
    const struct log_sample *best = best_alone(s, &alone);
    struct result *r = add(out, s, "B per cycle", level, op, "");

    if (s->status != NULL && strcmp(s->status, "skip:no instruction") == 0) {
        result_unknown_prose(r, "not measured: the compiler has no such store for this target");
        return;
    }
    throughput_answer(r, &alone, units);
    if (best == NULL)
        return;
    if (r->kind == RESULT_NUMBER)
        snprintf(r->note, sizeof r->note, "best of streams x unroll: %llu x %llu",
                 (unsigned long long)best->x[2], (unsigned long long)best->x[3]);
    several(out, s, level, op, &alone, units);
}

/* ---- answers that cannot both be true ---- */

static struct result *find(struct results *out, const char *level, const char *part)
{
    char id[64];

    snprintf(id, sizeof id, "%s%s", level, part);
    for (size_t i = 0; i < out->n; i++)
        if (strcmp(out->at[i].id, id) == 0 && out->at[i].kind == RESULT_NUMBER)
            return &out->at[i];
    return NULL;
}

static void contradict(struct result *r, const struct result *other, double bound)
{
    size_t used = strlen(r->note), left = sizeof r->note - used;
    int n = snprintf(r->note + used, left, "%scontradicts %s: %s than %.3g B per cycle",
                     used > 0 ? "; " : "", other->id, r->value > bound ? "more" : "less", bound);

    if (n < 0 || (size_t)n >= left)
        strcpy(r->note + sizeof r->note - 4, "..."); /* the note is full */
    r->contradicts = true;
    r->confidence = fmin(r->confidence, 0.4);
}

/* Reading LEVEL, whose inner neighbour is INNER (NULL: none): no faster than that one, and no
 * slower than a chain of loads of WORD bytes each. */
static void check(struct results *out, const char *level, const char *inner, double word)
{
    char id[48];

    snprintf(id, sizeof id, "bandwidth.%s", level);
    struct result *r = find(out, id, ".read");
    if (r == NULL)
        return;
    snprintf(id, sizeof id, "bandwidth.%s", inner != NULL ? inner : "");
    const struct result *nearer = inner != NULL ? find(out, id, ".read") : NULL;
    const struct result *latency = find(out, level, ".latency");
    if (nearer != NULL && r->value > nearer->value * FASTER)
        contradict(r, nearer, nearer->value);
    if (latency != NULL && latency->value > 0 && strcmp(latency->unit, "cycle") == 0 &&
        r->value < SLOWER * word / latency->value)
        contradict(r, latency, word / latency->value);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    unsigned long long deepest = throughput_deepest(run, "bandwidth"), named = 0;
    struct throughput_units units = throughput_units_of(run);
    char level[24] = "", last[24] = "";

    (void)method;
    for (size_t i = log_find_series(run, "bandwidth", 0); i < run->n_series;
         i = log_find_series(run, "bandwidth", i + 1)) {
        const struct log_series *s = &run->series[i];
        unsigned long long at = log_key_number(s->keys, s->n_keys, "level", 0);
        unsigned long long kind = log_key_number(s->keys, s->n_keys, "kind", N_OPS);
        char id[48];

        if (at == 0 || kind >= N_OPS)
            continue;
        if (s->n_samples > 0 || at != named) /* else as in the series before */
            throughput_level(level, out, s->n_samples > 0 ? (double)s->samples[0].x[1] : INFINITY,
                             at, deepest);
        named = at;
        snprintf(id, sizeof id, "bandwidth.%s.%s", level, ops[kind]);
        /* The board took one level for two, or saw a cache that the host does not. */
        if (results_find(out, id) != NULL || (strcmp(level, "memory") == 0 && at != deepest))
            continue;
        answer(out, s, level, ops[kind], &units);
        if (kind == 0) {
            double word = (double)log_key_number(s->keys, s->n_keys, "word", 1);

            check(out, level, *last != '\0' ? last : NULL, word);
            snprintf(last, sizeof last, "%s", level);
        }
    }
}

const struct analysis analysis_bandwidth = {
    .about = "bandwidth of each level and of memory, alone and together",
    .probe = "bandwidth",
    .method = "second_highest",
    .after = { "cache_levels" },
    .infer = infer,
};
