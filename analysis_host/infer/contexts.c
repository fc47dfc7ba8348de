/* Execution contexts: contexts.int, .float, .memory (BlackjackBench section 3.4), contexts.smp and
 * contexts.smt (X-Ray section 3.6). */
#include "analysis/analysis.h"
#include "series/point.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 256, MOST_CONTEXTS = 4096, MOST_ROUNDS = 32 };

/* A thread waits when all take so many times as long as one alone. */
#define WAITS 1.5
/* One thread alone that typically takes so many times its best shares its context with other
 * programs. */
#define BUSY 1.15
/* Contexts that share a processor slow each other down at least so much. */
#define SHARES 1.25

/* Time of M threads in units of that of one, ascending. */
struct crowd {
    double m[MOST_POINTS], time[MOST_POINTS];
    size_t n;
    double busy; /* how much longer one thread alone typically took than at best */
};

/* The least of the timings: an operating system only ever adds. */
static double least(const struct log_sample *p)
{
    double best = INFINITY;

    for (size_t i = 0; i < p->n_ticks; i++)
        best = fmin(best, (double)p->ticks[i]);
    return best;
}

/* Two that did not quite meet look free of each other, and a disturbed one looks slow. */
static double typical(const struct log_sample *p)
{
    double y[MOST_ROUNDS];
    size_t n = 0;

    for (; n < p->n_ticks && n < MOST_ROUNDS; n++)
        y[n] = (double)p->ticks[n];
    return stats_median(y, n);
}

static void insert(struct crowd *c, double m, double time)
{
    size_t at = 0;

    while (at < c->n && c->m[at] < m)
        at++;
    if (at < c->n && c->m[at] == m) { /* tried twice */
        c->time[at] = fmin(c->time[at], time);
        return;
    }
    if (c->n == MOST_POINTS)
        return;
    for (size_t i = c->n++; i > at; i--) {
        c->m[i] = c->m[i - 1];
        c->time[i] = c->time[i - 1];
    }
    c->m[at] = m;
    c->time[at] = time;
}

static bool gather(struct crowd *c, const struct log_series *s)
{
    c->n = 0;
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_ticks > 0) {
            insert(c, (double)s->samples[i].x[0], least(&s->samples[i]));
            if (s->samples[i].x[0] == 1)
                c->busy = typical(&s->samples[i]) / least(&s->samples[i]);
        }
    if (c->n == 0 || c->m[0] != 1 || !(c->time[0] > 0))
        return false;
    for (size_t i = c->n; i > 0; i--)
        c->time[i - 1] /= c->time[0];
    return true;
}

/* The last number of threads before one waits; index, or n when none ever does. */
static size_t last_without(const struct crowd *c)
{
    size_t i = 0;

    while (i < c->n && c->time[i] < WAITS)
        i++;
    return i == c->n ? c->n : i - 1;
}

static void answer(struct result *r, const struct crowd *c, uint64_t places, enum method method)
{
    size_t at = method == METHOD_PAPER ? stats_first_step(c->time, c->n) : last_without(c);

    snprintf(r->method, sizeof r->method, "%s",
             method == METHOD_PAPER ? "first_step" : "first_wait");
    if ((at == STATS_NONE || at >= c->n) && places > 0 && c->m[c->n - 1] >= (double)places) {
        /* A bare board ends where its contexts do. */
        r->value = c->m[c->n - 1];
        r->confidence = 0.9;
        snprintf(r->note, sizeof r->note, "as many as the board has, and none waits");
    } else if (at == STATS_NONE || at >= c->n) {
        result_unknown_prose(r, "up to %.0f threads none waits", c->m[c->n - 1]);
    } else {
        r->value = c->m[at];
        r->has_bounds = true;
        r->low = r->value;
        r->high = fmax(r->value, c->m[at + 1] - 1);
        r->confidence = c->m[at + 1] - c->m[at] > 1                  ? 0.5
                        : c->busy > BUSY                             ? 0.6
                        : c->time[at] < 1.2 && c->time[at + 1] > 1.7 ? 0.95
                                                                     : 0.75;
    }
}

/* Threads beyond the contexts: evenly more time only where the system moves them (section 3.4);
 * steps may as well mean that they ended before it did. */
static void say_growth(struct result *r, const struct crowd *c)
{
    for (size_t i = 0; i < c->n && r->kind == RESULT_NUMBER; i++) {
        double beyond = c->m[i] / r->value;

        if (beyond > 1 && beyond < 1.6 && c->time[i] > 1.1 && c->time[i] < 1.85)
            snprintf(r->note, sizeof r->note,
                     "beyond them time grows evenly: the system moves threads");
    }
}

static void kinds(const struct log_run *run, enum method method, struct results *out)
{
    static const char *const names[] = { "int", "float", "memory" };
    uint64_t places = log_key_number(run->keys, run->n_keys, "cores", 0);
    const char *os = log_key_text(run->keys, run->n_keys, "os");
    bool bare = os != NULL && strcmp(os, "none") == 0;

    for (size_t s = log_find_series(run, "contexts", 0); s < run->n_series;
         s = log_find_series(run, "contexts", s + 1)) {
        const struct log_series *series = &run->series[s];
        uint64_t kind = log_key_number(series->keys, series->n_keys, "kind", 99);
        struct crowd c;

        if (kind >= sizeof names / sizeof names[0])
            continue;
        struct result *r = results_add(out, "count", "contexts.%s", names[kind]);
        snprintf(r->probe, sizeof r->probe, "contexts");
        r->damaged = series->damaged;
        if (series->status != NULL && strcmp(series->status, "skip:no instruction") == 0) {
            result_unknown_prose(r, "the image has no work of this kind");
            continue;
        }
        if (!gather(&c, series)) {
            result_unknown_prose(r, "one thread alone was not timed");
            continue;
        }
        answer(r, &c, bare ? places : 0, method);
        say_growth(r, &c);
    }
}

/* ---- processors ---- */

struct pairs {
    double *alone; /* of each context, ticks; 0: not measured */
    unsigned *group;
    unsigned n;
};

static void join(struct pairs *p, unsigned a, unsigned b)
{
    unsigned from = p->group[b], to = p->group[a];

    for (unsigned i = 0; i < p->n; i++)
        if (p->group[i] == from)
            p->group[i] = to;
}

static void measure_alone(struct pairs *p, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *x = &s->samples[i];

        if (x->n_x == 2 && x->x[0] == x->x[1] && x->x[0] < p->n && x->n_ticks > 0)
            p->alone[x->x[0]] = typical(x);
    }
}

/* The first context that was not timed on its own, without which no pair of it can be judged; n:
 * all were. */
static unsigned not_alone(const struct pairs *p)
{
    unsigned i = 0;

    while (i < p->n && p->alone[i] > 0)
        i++;
    return i;
}

/* Joins those that slow each other down; the least certain ratio seen goes to *NEAREST. */
static void join_all(struct pairs *p, const struct log_series *s, double *nearest)
{
    *nearest = INFINITY;
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *x = &s->samples[i];

        if (x->n_x != 2 || x->x[0] >= p->n || x->x[1] >= p->n || x->x[0] == x->x[1] ||
            x->n_ticks == 0)
            continue;
        double alone = fmax(p->alone[x->x[0]], p->alone[x->x[1]]);
        if (!(alone > 0))
            continue;
        double ratio = typical(x) / alone;
        *nearest = fmin(*nearest, fabs(ratio - SHARES));
        if (ratio > SHARES)
            join(p, (unsigned)x->x[0], (unsigned)x->x[1]);
    }
}

/* Groups, and the size that all have (0: they differ). */
static unsigned count_groups(const struct pairs *p, unsigned *size)
{
    unsigned groups = 0;

    *size = 0;
    for (unsigned g = 0; g < p->n; g++) {
        unsigned members = 0;

        for (unsigned i = 0; i < p->n; i++)
            members += p->group[i] == g;
        if (members == 0)
            continue;
        *size = groups == 0 || *size == members ? members : 0;
        groups++;
    }
    return groups;
}

static struct result *processor_result(struct results *out, const struct log_series *s,
                                       const char *id)
{
    struct result *r = results_add(out, "count", "%s", id);

    snprintf(r->probe, sizeof r->probe, "smp_smt");
    snprintf(r->method, sizeof r->method, "pairwise_interference");
    r->damaged = s->damaged;
    return r;
}

static void processors(const struct log_series *s, struct pairs *p, struct results *out)
{
    double nearest;
    unsigned size, groups;

    measure_alone(p, s);
    unsigned missing = not_alone(p);
    if (missing < p->n) {
        result_unknown_prose(processor_result(out, s, "contexts.smp"),
                             "context %u was not timed alone", missing);
        result_unknown_prose(processor_result(out, s, "contexts.smt"),
                             "context %u was not timed alone", missing);
        return;
    }
    join_all(p, s, &nearest);
    groups = count_groups(p, &size);
    struct result *smp = processor_result(out, s, "contexts.smp");
    smp->value = groups;
    smp->confidence = nearest > 0.15 ? 0.9 : 0.6;
    struct result *smt = processor_result(out, s, "contexts.smt");
    if (size == 0) {
        result_unknown_prose(smt, "processors have different numbers of threads");
        return;
    }
    smt->value = size;
    smt->confidence = smp->confidence;
}

/* Which contexts are one processor's, where that was answered. */
static void keep_groups(struct results *out, struct pairs *p)
{
    const struct result *smp = results_find(out, "contexts.smp");

    if (smp == NULL || smp->kind != RESULT_NUMBER || out->processor != NULL)
        return;
    out->processor = p->group;
    out->n_processor = p->n;
    p->group = NULL;
}

static void one_context(struct results *out, const struct log_series *s)
{
    static const char *const ids[] = { "contexts.smp", "contexts.smt" };

    for (unsigned i = 0; i < 2; i++) {
        struct result *r = processor_result(out, s, ids[i]);

        r->value = 1;
        r->confidence = 0.9;
    }
}

static void smp_smt(const struct log_run *run, struct results *out)
{
    size_t at = log_find_series(run, "smp_smt", 0);
    uint64_t n = log_key_number(run->keys, run->n_keys, "cores", 0);

    if (at >= run->n_series || n == 0 || n > MOST_CONTEXTS)
        return;
    const struct log_series *s = &run->series[at];
    if (n == 1 || (s->status != NULL && strcmp(s->status, "skip:needs two contexts") == 0)) {
        one_context(out, s);
        return;
    }
    struct pairs p = { .alone = calloc(n, sizeof(double)),
                       .group = calloc(n, sizeof(unsigned)),
                       .n = (unsigned)n };
    for (unsigned i = 0; p.group != NULL && i < p.n; i++)
        p.group[i] = i;
    if (p.alone != NULL && p.group != NULL) {
        processors(s, &p, out);
        keep_groups(out, &p);
    } else {
        out->no_memory = true;
    }
    free(p.alone);
    free(p.group);
}

/* Threads that the system placed had to wait, but the same contexts, each with a thread pinned to
 * it, did not slow each other down: then other programs had them. */
static void cross_check(struct results *out)
{
    static const char *const ids[] = { "contexts.int", "contexts.float", "contexts.memory" };
    const struct result *smp = results_find(out, "contexts.smp");

    for (size_t i = 0; i < out->n && smp != NULL && smp->kind == RESULT_NUMBER; i++) {
        struct result *r = &out->at[i];

        for (size_t k = 0; k < sizeof ids / sizeof ids[0]; k++)
            if (strcmp(r->id, ids[k]) == 0 && r->kind == RESULT_NUMBER && r->value < smp->value) {
                r->confidence = 0.5;
                r->high = fmax(r->high, smp->value);
                snprintf(
                    r->note, sizeof r->note,
                    "%.0f pinned threads do not slow each other down: other programs were running",
                    smp->value);
            }
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    kinds(run, method, out);
    smp_smt(run, out);
    cross_check(out);
}

const struct analysis analysis_contexts = {
    .about = "execution contexts, processors, threads of each",
    .probe = "contexts",
    .method = "first_wait",
    .infer = infer,
};
