/* Execution contexts: contexts.int, .float, .memory (BlackjackBench section 3.4), contexts.smp and
 * contexts.smt (X-Ray section 3.6). */
#include "analysis/analysis.h"
#include "model/partition.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 256, MOST_CONTEXTS = 4096 };

/* A thread waits when all take so many times as long as one alone. */
#define WAITS 1.5
/* Contexts that share a processor slow each other down at least so much. */
#define SHARES 1.25

/* Time of M threads side by side in units of that of one, ascending. */
struct parallel_times {
    double m[MOST_POINTS], time[MOST_POINTS];
    size_t n;
    double busy; /* median over least time of one thread alone */
};

static void insert_time(struct parallel_times *c, double m, double time)
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

static bool gather_times(struct parallel_times *c, const struct log_series *s)
{
    c->n = 0;
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_ticks > 0) {
            insert_time(c, (double)s->samples[i].x[0], point_least(&s->samples[i]));
            if (s->samples[i].x[0] == 1)
                c->busy = point_median(&s->samples[i]) / point_least(&s->samples[i]);
        }
    if (c->n == 0 || c->m[0] != 1 || !(c->time[0] > 0))
        return false;
    for (size_t i = c->n; i > 0; i--)
        c->time[i - 1] /= c->time[0];
    return true;
}

/* The last number of threads before one waits; index, or n when none ever does. */
static size_t last_without(const struct parallel_times *c)
{
    size_t i = 0;

    while (i < c->n && c->time[i] < WAITS)
        i++;
    return i == c->n ? c->n : i - 1;
}

/* How clearly one of AT + 1 threads waits and none of AT does: the step from 1 to 2, in a quiet
 * system and without numbers of threads left out between them. */
static double sure_of_wait(const struct parallel_times *c, size_t at)
{
    double together = evidence_near(1, c->time[at]);
    double waits = evidence_clamp(c->time[at + 1] - 1);

    return together * waits / c->busy / (c->m[at + 1] - c->m[at]);
}

/* BARE_CORES: contexts of a board without an operating system, else 0. */
static void answer(struct result *r, const struct parallel_times *c, uint64_t bare_cores,
                   enum method method)
{
    size_t at = method == METHOD_PAPER ? stats_first_step(c->time, c->n) : last_without(c);

    result_by(r, method == METHOD_PAPER ? "first_step" : "first_wait");
    if ((at == STATS_NONE || at >= c->n) && bare_cores > 0 &&
        c->m[c->n - 1] >= (double)bare_cores) {
        /* A bare board ends where its contexts do. */
        r->value = c->m[c->n - 1];
        r->evidence = evidence_near(1, c->time[c->n - 1]);
        snprintf(r->note, sizeof r->note, "as many as the board has, and none waits");
    } else if (at == STATS_NONE || at >= c->n) {
        result_unknown(
            r, result_words("needs threads that take %.1f times as long as one", WAITS).text,
            result_words("up to %.0f threads none waits: they took %.2f times as long",
                         c->m[c->n - 1], c->time[c->n - 1])
                .text,
            remedy_never("the probe starts no more threads"));
    } else {
        r->value = c->m[at];
        r->has_bounds = true;
        r->low = r->value;
        r->high = fmax(r->value, c->m[at + 1] - 1);
        r->evidence = sure_of_wait(c, at);
    }
}

/* Threads beyond the contexts: evenly more time only where the system moves them (section 3.4);
 * steps may as well mean that they ended before it did. */
static void say_growth(struct result *r, const struct parallel_times *c)
{
    for (size_t i = 0; i < c->n && r->kind == RESULT_NUMBER; i++) {
        double beyond = c->m[i] / r->value;

        if (beyond > 1 && beyond < 1.6 && c->time[i] > 1.1 && c->time[i] < 1.85)
            snprintf(r->note, sizeof r->note,
                     "beyond them time grows evenly: the system moves threads");
    }
}

/* Contexts of a board that has no operating system, as the run says; else 0. */
static uint64_t bare_cores_of(const struct log_run *run)
{
    const char *os = log_key_text(run->keys, run->n_keys, "os");

    return os != NULL && strcmp(os, "none") == 0
               ? log_key_number(run->keys, run->n_keys, "cores", 0)
               : 0;
}

static void one_kind(struct result *r, const struct log_series *s, uint64_t bare_cores,
                     enum method method)
{
    struct parallel_times c;

    if (s->end == RECORD_END_NO_INSTRUCTION || s->n_samples == 0) {
        remedy_unsampled_series(r, s);
    } else if (!gather_times(&c, s)) {
        result_unknown(r, "needs one thread timed alone",
                       result_words("%zu points, none of 1 thread is usable", s->n_samples).text,
                       remedy_thorough("contexts"));
    } else {
        answer(r, &c, bare_cores, method);
        say_growth(r, &c);
    }
}

static const enum quantity kinds[] = { CONTEXTS_INT, CONTEXTS_FLOAT, CONTEXTS_MEMORY };

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The series of KIND whose threads had a context of their own each; NULL: there is none. */
static const struct log_series *pinned_series(const struct log_run *run, uint64_t kind)
{
    for (size_t i = log_find_series(run, "contexts", 0); i < run->n_series;
         i = log_find_series(run, "contexts", i + 1)) {
        const struct log_series *s = &run->series[i];

        if (log_series_number(s, "pinned") == 1 &&
            log_key_number(s->keys, s->n_keys, "kind", KINDS) == kind)
            return s;
    }
    return NULL;
}

/* Fewer than all contexts ran threads that the system PLACED side by side, and threads with a
 * context each never were at work at the same time: other programs had the contexts. */
static void never_together(struct result *r, double placed, uint64_t cores)
{
    result_unknown(
        r, "needs threads with a context each that are at work at the same time",
        result_words("none were; %.0f ran side by side where the system placed them, on %.0f "
                     "contexts",
                     placed, (double)cores)
            .text,
        remedy_thorough("contexts"));
}

/* R says what threads did that the system placed: where more of them ran side by side when pinned,
 * those are the contexts, and the system puts two on one. */
static void join_pinned(struct result *r, const struct log_run *run, uint64_t kind,
                        enum method method)
{
    const struct log_series *s = pinned_series(run, kind);
    struct result free = *r, pinned = { .name = r->name };

    if (s == NULL || method == METHOD_PAPER)
        return;
    uint64_t cores = log_key_number(run->keys, run->n_keys, "cores", 0);
    one_kind(&pinned, s, cores, method);
    if (pinned.kind != RESULT_NUMBER) {
        if (free.kind == RESULT_NUMBER && free.value < (double)cores)
            never_together(r, free.value, cores);
        return;
    }
    if (free.kind == RESULT_NUMBER && free.value >= pinned.value) {
        result_remark(r, "%.0f where each has a context of its own", pinned.value);
        return;
    }
    r->kind = RESULT_NUMBER;
    r->value = r->low = pinned.value;
    r->high = fmax(pinned.value, pinned.high);
    r->has_bounds = true;
    r->evidence = pinned.evidence;
    r->series_line = s->first_line;
    r->note[0] = '\0';
    r->remedy.kind = REMEDY_UNSAID;
    if (free.kind == RESULT_NUMBER)
        result_remark(r, "each on a context of its own; %.0f where the system places them",
                      free.value);
    else
        result_remark(r, "each on a context of its own");
}

static void all_kinds(const struct log_run *run, enum method method, struct results *out)
{
    for (size_t i = log_find_series(run, "contexts", 0); i < run->n_series;
         i = log_find_series(run, "contexts", i + 1)) {
        const struct log_series *s = &run->series[i];
        uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", KINDS);

        if (kind >= KINDS || log_series_number(s, "pinned") == 1)
            continue;
        struct result *r = result_add_from(out, id_of(kinds[kind]), s);
        one_kind(r, s, bare_cores_of(run), method);
        join_pinned(r, run, kind, method);
    }
}

/* ---- processors ---- */

struct pairs {
    double *alone; /* of each context, ticks; 0: not measured */
    unsigned *group;
    unsigned n;
};

static void measure_alone(struct pairs *p, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *x = &s->samples[i];

        if (x->n_x == 2 && x->x[0] == x->x[1] && x->x[0] < p->n && x->n_ticks > 0)
            p->alone[x->x[0]] = point_median(x);
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
        double ratio = point_median(x) / alone;
        *nearest = fmin(*nearest, fabs(ratio - SHARES));
        if (ratio > SHARES)
            partition_join(p->group, p->n, x->x[0], x->x[1]);
    }
}

static struct result *processor_result(struct results *out, const struct log_series *s,
                                       enum quantity quantity)
{
    struct result *r = result_add_from(out, id_of(quantity), s);

    result_by(r, "pairwise_interference");
    return r;
}

static void unknown_processors(const struct log_series *s, const struct pairs *p, unsigned missing,
                               struct results *out)
{
    static const enum quantity quantities[] = { CONTEXTS_SMP, CONTEXTS_SMT };

    for (unsigned i = 0; i < 2; i++)
        result_unknown(processor_result(out, s, quantities[i]), "needs each context timed alone",
                       result_words("context %u of %u was not timed alone; %zu points came",
                                    missing, p->n, s->n_samples)
                           .text,
                       remedy_run("smp_smt"));
}

static void unknown_threads(struct result *smt, const struct partition_sizes *sizes)
{
    result_unknown(smt, "needs the same number of threads in all processors",
                   result_words("%zu processors of %zu to %zu threads", sizes->groups, sizes->least,
                                sizes->most)
                       .text,
                   remedy_thorough("smp_smt"));
}

static void processors(const struct log_series *s, struct pairs *p, struct results *out)
{
    double nearest;

    measure_alone(p, s);
    unsigned missing = not_alone(p);
    if (missing < p->n) {
        unknown_processors(s, p, missing, out);
        return;
    }
    join_all(p, s, &nearest);
    struct partition_sizes sizes = partition_sizes(p->group, p->n);
    double evidence = evidence_clamp(nearest / (SHARES - 1));
    struct result *smp = processor_result(out, s, CONTEXTS_SMP);
    smp->value = (double)sizes.groups;
    smp->evidence = evidence;
    struct result *smt = processor_result(out, s, CONTEXTS_SMT);
    if (sizes.least != sizes.most) {
        unknown_threads(smt, &sizes);
        return;
    }
    smt->value = (double)sizes.most;
    smt->evidence = evidence;
}

/* Which contexts are one processor's, where that was answered. */
static void keep_groups(struct results *out, struct pairs *p)
{
    if (!(result_measured(out, id_of(CONTEXTS_SMP)) > 0) || out->processor != NULL)
        return;
    out->processor = p->group;
    out->n_processor = p->n;
    p->group = NULL;
}

static void one_context(struct results *out, const struct log_series *s)
{
    static const enum quantity quantities[] = { CONTEXTS_SMP, CONTEXTS_SMT };

    for (unsigned i = 0; i < 2; i++) {
        struct result *r = processor_result(out, s, quantities[i]);

        r->value = 1;
        r->evidence = 1; /* the system has no other */
    }
}

static void several_contexts(struct results *out, const struct log_series *s, unsigned n)
{
    struct pairs p = { .alone = calloc(n, sizeof(double)),
                       .group = calloc(n, sizeof(unsigned)),
                       .n = n };

    if (p.alone != NULL && p.group != NULL) {
        partition_apart(p.group, n);
        processors(s, &p, out);
        keep_groups(out, &p);
    } else {
        out->no_memory = true;
    }
    free(p.alone);
    free(p.group);
}

static void smp_smt(const struct log_run *run, struct results *out)
{
    size_t at = log_find_series(run, "smp_smt", 0);
    uint64_t n = log_key_number(run->keys, run->n_keys, "cores", 0);

    if (at >= run->n_series || n == 0 || n > MOST_CONTEXTS)
        return;
    if (n == 1 || run->series[at].end == RECORD_END_ALONE)
        one_context(out, &run->series[at]);
    else
        several_contexts(out, &run->series[at], (unsigned)n);
}

/* Where fewer threads that the system placed ran side by side than pinned ones do: other programs
 * had the contexts. PINNED: processors that do not slow each other down, 0: not known. */
static void say_others_ran(struct result *r, double pinned)
{
    if (r->kind != RESULT_NUMBER || r->value >= pinned)
        return;
    r->evidence *= evidence_near(r->value, pinned);
    r->high = fmax(r->high, pinned);
    snprintf(r->note, sizeof r->note,
             "%.0f pinned threads do not slow each other down: other programs were running",
             pinned);
}

static void cross_check(struct results *out)
{
    double pinned = result_measured(out, id_of(CONTEXTS_SMP));

    for (size_t i = 0; i < out->n; i++)
        for (size_t k = 0; k < KINDS; k++)
            if (out->at[i].name.quantity == kinds[k])
                say_others_ran(&out->at[i], pinned);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    all_kinds(run, method, out);
    smp_smt(run, out);
    cross_check(out);
}

const struct analysis analysis_contexts = {
    .about = "execution contexts, processors, threads of each",
    .probe = "contexts",
    .also = { "smp_smt" },
    .method = "first_wait",
    .infer = infer,
};
