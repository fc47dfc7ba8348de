/* core.rob.entries: entries of the reorder buffer. Loads of two chains overlap while the operations
 * between them fit in the window. A core that two threads share gives each of them half: then
 * passes have two modes, of which the larger is the answer, and neighbour.share the share of the
 * time that another thread was there. core.scheduler.int.entries, core.scheduler.fp.entries: of
 * these, how many wait for operands: the same with operations that wait for the load before them.
 * core.scheduler.int.depth, core.scheduler.fp.depth: how many of a row may wait while the row after
 * it starts. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/miss_overlap.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions with an array of each point are not inlined: together their frames would be too large.
 */
enum { MOST_POINTS = MISS_POINTS, FEWEST_POINTS = 8 };

/* Operations of the loop itself for each load: the load and its use, the swap of two names, the
 * jump into the round and what leads to it, the counts of rounds and loads. At least three of them
 * do something. */
#define LOOP       12
#define LOOP_LEAST 3
/* The ROB may hold so many times as much: registers, or what else some operations take, may run out
 * first, and two operations may be one entry. Documented sizes of three cores are 3 to 11 percent
 * above the answers. */
#define HIDDEN 1.125
/* Of these, that wait for a load or for one that does. */
#define LOOP_WAITS 2
/* Overlaps of rows agree within this share; beyond so much of the window they may be its doing. */
#define NEAR   0.1
#define NEARLY 0.9
/* What a row that goes on may be off a whole number of cycles on a core that nobody shares. */
#define WHOLE 0.03

/* ---- the answer ---- */

/* The queue is full within BELOW and ABOVE operations, whose step may be from FIRST to LAST. */
static void answer_within(struct result *r, double below, double above, double first, double last)
{
    r->value = (below + above) / 2 + LOOP;
    r->has_bounds = true;
    r->low = first + LOOP_LEAST;
    r->high = fmax(last + 2 * LOOP, ceil(HIDDEN * r->value));
}

static void answer_step(struct result *r, const struct miss_climb *c, const struct miss_fit *f)
{
    answer_within(r, c->x[f->at - 1], c->x[f->at], c->x[f->at - 1], c->x[f->at]);
    r->evidence = evidence_agreement(miss_agreeing(c, f), c->n);
    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             miss_before(c, f) / c->alone, (miss_before(c, f) + f->step) / c->alone);
}

/* Where the core is shared at times, or may be all the time, and one mode was met alone, it may be
 * that of half a queue. SHARED: of the time; ALWAYS: no time without another thread is known; NAN:
 * nothing tells. */
enum { ALWAYS = 2 };
static void doubt_alone(struct result *r, double shared)
{
    static const double much = 0.15;
    static const char half[] = "may have had half of the entries in all of these passes";

    if (shared <= much)
        return;
    r->evidence = evidence_doubted(evidence_doubted(r->evidence));
    if (isnan(shared))
        result_remark(r, "another thread on the core %s: probe %s shows whether one was there",
                      half, "issue");
    else if (shared < ALWAYS)
        result_remark(r, "another thread was on the core in %.0f %% of the time, and %s",
                      100 * shared, half);
    else
        result_remark(r, "rows of operations differ as beside another thread on the core, which %s",
                      half);
}

/* Evidence and note of R, whose queue ends where M says. LOOP_OWN: entries that the loop itself has
 * in it. SHARED: of the time. */
static void explain_modes(struct result *r, const struct miss_climb *c, const struct miss_modes *m,
                          unsigned loop_own, double shared)
{
    const struct overlap_steps *s = &m->steps;

    r->evidence = miss_evidence(c, m);
    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             m->levels.low / c->alone, m->levels.high / c->alone);
    if (s->part < s->at)
        result_remark(r, "%.0f in %.0f %% of the passes: another thread had the rest",
                      (c->x[s->part - 1] + c->x[s->part]) / 2 + loop_own, 100 * s->share);
    else
        doubt_alone(r, shared);
}

/* SHARED: of the time. */
static void answer_modes(struct result *r, const struct miss_climb *c, const struct miss_modes *m,
                         double shared)
{
    const struct overlap_steps *s = &m->steps;

    answer_within(r, c->x[s->at - 1], c->x[s->at], c->x[s->first - 1], c->x[s->last]);
    explain_modes(r, c, m, LOOP, shared);
}

/* Bounds of a share of which SLOW of N were seen (E. B. Wilson, 1927), at 99 percent. */
static void wilson(double slow, double n, double *low, double *high)
{
    static const double z = 2.576;
    double middle = (slow + z * z / 2) / (n + z * z);
    double half = z * sqrt(slow * (n - slow) / n + z * z / 4) / (n + z * z);

    *low = middle - half;
    *high = middle + half;
}

/* How much of the time another thread was on the core, by the passes in which it had half of the
 * entries. */
static void answer_share(struct results *out, const struct log_series *s,
                         const struct miss_climb *c, const struct miss_modes *m)
{
    size_t n = 0, slow = 0;

    if (m->steps.part >= m->steps.at)
        return;
    for (size_t i = m->steps.part; i < m->steps.at; i++) {
        n += m->points[i].n;
        slow += m->points[i].serial;
    }
    struct result *r = result_add_from(out, id_of(NEIGHBOUR_SHARE), s);
    r->value = (double)slow / (double)n;
    r->has_bounds = true;
    wilson((double)slow, (double)n, &r->low, &r->high);
    r->evidence = miss_evidence(c, m);
    snprintf(r->note, sizeof r->note,
             "%zu of %zu passes with %.0f to %.0f operations between two loads did not overlap",
             slow, n, c->x[m->steps.part], c->x[m->steps.at - 1]);
}

static void answer_in_order(struct result *r, const struct miss_climb *c, size_t overlap)
{
    r->value = 1;
    r->has_bounds = true;
    r->low = 1;
    r->high = c->x[0] + LOOP;
    r->evidence = evidence_agreement(c->n - overlap, c->n);
    snprintf(r->note, sizeof r->note,
             "two misses never overlap with %.0f operations between: in order, or fewer than %.0f",
             c->x[0], r->high);
}

/* SHARED: of the time. FOUND: M is what the passes show; else their medians are. */
static void answer(struct result *r, const struct miss_climb *c, const struct miss_fit *f,
                   bool found, const struct miss_modes *m, double shared)
{
    size_t overlap = miss_overlapping(c);

    if (found)
        answer_modes(r, c, m, shared);
    else if (miss_stands_out(c, f))
        answer_step(r, c, f);
    else if (2 * overlap < c->n)
        answer_in_order(r, c, overlap);
    else
        result_unknown(r, "needs operations enough between two loads that they do not overlap",
                       result_words("with %.0f a load takes %.2f of what it takes alone",
                                    c->x[c->n - 1], c->cost[c->n - 1] / c->alone)
                           .text,
                       remedy_never("the window is larger than any that is tried"));
    if (!found && result_is_number(r) && r->value > 1)
        doubt_alone(r, shared);
}

/* ---- operations that wait ---- */

/* Places are full between BELOW, which fit, and ABOVE, which do not, with two of the loop's own;
 * the step may be from FIRST to LAST. */
static void answer_places(struct result *r, double below, double above, double first, double last)
{
    r->value = (below + above) / 2;
    r->has_bounds = true;
    r->low = first;
    r->high = last + LOOP_WAITS;
}

static void answer_waiting_step(struct result *r, const struct miss_climb *c,
                                const struct miss_fit *f)
{
    answer_places(r, c->x[f->at - 1], c->x[f->at], c->x[f->at - 1], c->x[f->at]);
    r->evidence = evidence_agreement(miss_agreeing(c, f), c->n);
    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             miss_before(c, f) / c->alone, (miss_before(c, f) + f->step) / c->alone);
}

static void answer_waiting_modes(struct result *r, const struct miss_climb *c,
                                 const struct miss_modes *m, double shared)
{
    const struct overlap_steps *s = &m->steps;

    answer_places(r, c->x[s->at - 1], c->x[s->at], c->x[s->first - 1], c->x[s->last]);
    explain_modes(r, c, m, 0, shared);
}

/* WINDOW: the answer to core.rob.entries; null where there is none. FOUND, M, SHARED: as in
 * answer(). */
static void answer_waiting(struct result *r, const struct miss_climb *c, const struct miss_fit *f,
                           bool found, const struct miss_modes *m, double shared,
                           const struct result *window)
{
    bool known = window->kind == RESULT_NUMBER;
    size_t at = found ? m->steps.at : f->at;

    if (known && window->value <= 1)
        result_unknown(r, "needs operations that start out of order", window->note,
                       remedy_never("in order none is passed by while it waits"));
    else if (!found && !miss_stands_out(c, f))
        result_unknown(r, "needs operations enough that wait that two loads do not overlap",
                       result_words("with %.0f a load takes %.2f of what it takes alone",
                                    c->x[c->n - 1], c->cost[c->n - 1] / c->alone)
                           .text,
                       remedy_never("more wait than are tried, or no two loads overlap"));
    else if (known && c->x[at] + LOOP >= window->low)
        result_unknown(r, "needs a queue that is full before the window is",
                       result_words("loads overlap with up to %.0f that wait, and with %.0f that "
                                    "do not",
                                    c->x[at - 1], window->low)
                           .text,
                       remedy_never("as many may wait as the window holds"));
    else if (found)
        answer_waiting_modes(r, c, m, shared);
    else
        answer_waiting_step(r, c, f);
    if (!found && result_is_number(r))
        doubt_alone(r, shared);
}

/* ---- rows ---- */

/* Operations by which rows overlap, of each pair of timings, in ascending order. */
struct overlaps {
    double length, of[MOST_POINTS]; /* LENGTH: of a row */
    size_t n;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* ALONE: one row that goes on; ROWS: each begins anew. */
static void gather_overlaps(struct overlaps *o, const struct log_series *s)
{
    const struct log_sample *alone = NULL, *rows = NULL;

    *o = (struct overlaps){ 0 };
    for (size_t i = 0; i < s->n_samples; i++)
        *(s->samples[i].x[0] == 0 ? &alone : &rows) = &s->samples[i];
    if (alone == NULL || rows == NULL)
        return;
    o->length = (double)rows->x[0];
    for (size_t i = 0; i < alone->n_ticks && i < rows->n_ticks && o->n < MOST_POINTS; i++)
        if (alone->ticks[i] > 0)
            o->of[o->n++] = o->length * (1 - (double)rows->ticks[i] * (double)alone->ops /
                                                 (double)alone->ticks[i] / (double)rows->ops);
    qsort(o->of, o->n, sizeof *o->of, ascending);
}

/* How many are within a tenth of the middle one. */
static size_t count_near(const struct overlaps *o)
{
    size_t near = 0;

    for (size_t i = 0; i < o->n; i++)
        near += fabs(o->of[i] - o->of[o->n / 2]) <= NEAR * o->of[o->n / 2];
    return near;
}

/* Those within a tenth of the middle one agree, and bound it. */
static void answer_overlap(struct result *r, const struct overlaps *o)
{
    size_t agree = 0;

    r->value = o->of[o->n / 2];
    r->has_bounds = true;
    r->low = r->high = r->value;
    for (size_t i = 0; i < o->n; i++)
        if (fabs(o->of[i] - r->value) <= NEAR * r->value) {
            r->low = fmin(r->low, o->of[i]);
            r->high = fmax(r->high, o->of[i]);
            agree++;
        }
    if (4 * agree < 3 * o->n) {
        result_unknown(
            r, "needs three of four timings that agree, as on a core that nobody shares",
            result_words("%zu of %zu are within a tenth of %.0f", agree, o->n, o->of[o->n / 2])
                .text,
            remedy_run("cache_size,reorder_buffer"));
        return;
    }
    r->value = round(r->value); /* a queue has a whole number of places */
    r->low -= LOOP_WAITS;
    r->high += LOOP_WAITS;
    r->evidence = evidence_agreement(agree, o->n);
    snprintf(r->note, sizeof r->note, "rows of %.0f, each waiting for none, overlap", o->length);
}

/* WINDOW: the answer to core.rob.entries; null where there is none. */
static void answer_rows(struct result *r, const struct overlaps *o, const struct result *window)
{
    bool known = window->kind == RESULT_NUMBER;
    double overlap = o->n > 0 ? o->of[o->n / 2] : 0;

    if (known && window->value <= 1)
        result_unknown(r, "needs operations that start out of order", window->note,
                       remedy_never("in order none is passed by while it waits"));
    else if (overlap < FEWEST_POINTS || overlap > o->length / 2)
        result_unknown(r, "needs rows of which two overlap, by half of one at most",
                       result_words("rows of %.0f overlap by %.0f", o->length, overlap).text,
                       remedy_never("fewer or more wait than rows of that length show"));
    else if (known && overlap + FEWEST_POINTS >= NEARLY * window->low)
        result_unknown(
            r, "needs a queue that is full before the window is",
            result_words("rows overlap by %.0f, and the window holds %.0f", overlap, window->low)
                .text,
            remedy_never("as many may wait as the window holds"));
    else
        answer_overlap(r, o);
}

/* ---- series ---- */

/* Key of says what a series measures; FORMER is the word of older images. */
static bool is_of(const struct log_series *s, const char *word, const char *former)
{
    const char *of = log_key_text(s->keys, s->n_keys, "of");

    return of != NULL && (strcmp(of, word) == 0 || strcmp(of, former) == 0);
}

static bool is_int_rows(const struct log_series *s)
{
    return is_of(s, "int_rows", "rows");
}

/* The answer that a series gives. */
static struct result_id asked_of(const struct log_series *s)
{
    if (log_key_text(s->keys, s->n_keys, "of") == NULL)
        return id_of(CORE_ROB_ENTRIES);
    if (is_int_rows(s))
        return id_of(CORE_SCHEDULER_INT_DEPTH);
    if (is_of(s, "fp_rows", "real_rows"))
        return id_of(CORE_SCHEDULER_FP_DEPTH);
    return id_of(is_of(s, "fp", "reals") ? CORE_SCHEDULER_FP_ENTRIES : CORE_SCHEDULER_INT_ENTRIES);
}

/* Cycles of an operation of the row that goes on; 0: a cycle is not known. */
static double cycles_of_one(const struct log_series *s, double cycle)
{
    double cost = 0;

    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == 0)
            cost = point_median(&s->samples[i]);
    return cycle > 0 ? cost / cycle : 0;
}

/* CYCLE: ticks. Beside a neighbour on the core a row that goes on takes no whole number of cycles,
 * and others start past far fewer. */
static bool is_shared(const struct log_series *s, double cycle)
{
    double cycles = cycles_of_one(s, cycle);

    return fabs(cycles - round(cycles)) > WHOLE * cycles;
}

__attribute__((noinline)) static void infer_rows(struct result *r, const struct log_series *s,
                                                 double cycle, const struct result *window)
{
    struct overlaps o;

    gather_overlaps(&o, s);
    if (o.n == 0)
        remedy_unsampled_series(r, s);
    else if (is_shared(s, cycle))
        result_unknown(
            r, "needs a core that nobody shares while rows are timed",
            result_words("an operation of one row takes %.2f cycles", cycles_of_one(s, cycle)).text,
            remedy_run("cache_size,reorder_buffer"));
    else
        answer_rows(r, &o, window);
}

/* 0 where rows of integer operations show that no other thread was there; ALWAYS where they show
 * one: a row that goes on takes no whole number of cycles, or timings of rows that do overlap
 * differ; NAN: there are none. */
static double shared_by_rows(const struct log_run *run, double cycle)
{
    for (size_t at = log_find_series(run, "reorder_buffer", 0); at < run->n_series;
         at = log_find_series(run, "reorder_buffer", at + 1)) {
        struct overlaps o;

        if (!is_int_rows(&run->series[at]))
            continue;
        gather_overlaps(&o, &run->series[at]);
        double middle = o.n > 0 ? o.of[o.n / 2] : 0;
        bool overlap = middle >= FEWEST_POINTS && middle <= o.length / 2;

        if (o.n > 0 && ((cycle > 0 && is_shared(&run->series[at], cycle)) ||
                        (overlap && 4 * count_near(&o) < 3 * o.n)))
            return ALWAYS;
        return o.n > 0 && overlap && cycle > 0 ? 0 : NAN;
    }
    return NAN;
}

/* The share of the time in which another thread was on the core: by the passes of the window, or
 * where these have one mode by the windows of issue or of no-ops; ALWAYS where rows alone tell of
 * one; NAN where one may have been there and nothing tells. */
static double shared_time(const struct log_run *run, double cycle, const struct results *out)
{
    const struct result *share = result_find(out, id_of(NEIGHBOUR_SHARE));
    double by_rows = shared_by_rows(run, cycle), by_windows = miss_shared_windows(run);

    if (share != NULL && result_is_number(share))
        return share->value;
    if (by_rows >= ALWAYS)
        return by_rows;
    if (isnan(by_windows))
        by_windows = miss_shared_widths(run);
    if (isnan(by_windows))
        by_windows = by_rows;
    return isnan(by_windows) && !miss_may_be_shared(run) ? 0 : by_windows;
}

/* What misses that overlap or do not tell of series AT of RUN, that was sampled. WINDOW: the answer
 * to core.rob.entries so far. */
__attribute__((noinline)) static void infer_overlap(struct result *r, const struct log_run *run,
                                                    size_t at, double cycle,
                                                    const struct result *window,
                                                    struct results *out)
{
    struct miss_climb c;
    struct miss_modes m;

    miss_gather(&c, run, "reorder_buffer", at);
    if (c.n < FEWEST_POINTS || !(c.alone > 0)) {
        result_unknown(r, "needs 8 numbers of operations between, and one chain alone",
                       result_words("%zu numbers; alone: %s", c.n, c.alone > 0 ? "yes" : "no").text,
                       remedy_run("cache_size,reorder_buffer"));
    } else {
        struct miss_fit f = miss_best_fit(&c);
        bool found = miss_find_modes(&c, LOOP, &m);
        double shared = shared_time(run, cycle, out);

        if (r->name.quantity == CORE_ROB_ENTRIES)
            answer(r, &c, &f, found, &m, shared);
        else
            answer_waiting(r, &c, &f, found, &m, shared, window);
        if (found && r->name.quantity == CORE_ROB_ENTRIES) /* R may move when another is added */
            answer_share(out, &run->series[at], &c, &m);
    }
    free(c.timings);
}

/* WINDOW becomes the answer to core.rob.entries. CYCLE: ticks. */
static void infer_series(const struct log_run *run, size_t at, double cycle, struct result *window,
                         struct results *out)
{
    const struct log_series *s = &run->series[at];
    struct result_id id = asked_of(s);
    struct result *r = result_add_from(out, id, s);

    if (id.quantity == CORE_SCHEDULER_INT_DEPTH || id.quantity == CORE_SCHEDULER_FP_DEPTH)
        infer_rows(r, s, cycle, window);
    else if (s->n_samples == 0)
        remedy_unsampled_series(r, s);
    else
        infer_overlap(r, run, at, cycle, window, out);
    if (id.quantity == CORE_ROB_ENTRIES)
        *window = *result_find(out, id);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct result window = { .kind = RESULT_NULL };
    double cycle = point_cycle(run);

    (void)method;
    for (size_t at = log_find_series(run, "reorder_buffer", 0); at < run->n_series;
         at = log_find_series(run, "reorder_buffer", at + 1))
        if (log_key_number(run->series[at].keys, run->series[at].n_keys, "again", 0) == 0)
            infer_series(run, at, cycle, &window, out);
}

const struct analysis analysis_reorder_buffer = {
    .about = "entries of the reorder buffer and of the schedulers, and an SMT sibling that runs",
    .probe = "reorder_buffer",
    .method = "overlap_of_misses",
    .infer = infer,
};
