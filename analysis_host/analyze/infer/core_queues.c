/* What a core holds in flight: entries of the reorder buffer, load queue and store queue, registers
 * for renaming, scheduler entries, branches. Two misses overlap while what the operations between
 * them need has room for these (H. Wong, "Measuring Reorder Buffer Capacity", 2013). Each kind of
 * operation is a series; the structure of which it fills fewest entries is the one that it tells
 * of, unless another one is full first. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/miss_overlap.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char probe[] = "core_queues";
static const char may_have_had[] = "may have had part of the entries in all of these passes";

enum { FEWEST_POINTS = 8 };

/* Two structures are full together where they differ by so many entries, or by this share. */
#define SAME       4
#define SAME_SHARE 0.03
/* Two queues of one core: one has half of the other, as beside another thread. */
#define HALF_LEAST 0.375
#define HALF_MOST  0.625
/* On a core that executes in order misses overlap in fewer than this share of the timings. */
#define STRAY 0.03
#define ALIKE 0.2
/* So much of the time another thread was on the core; so much that modes of several times may be
 * taken for one another; or so much that few passes are without. */
#define MUCH   0.15
#define OFTEN  0.3
#define MOSTLY 0.75

enum structure {
    REORDER,
    WORDS,
    REALS,
    LOADS,
    STORES,
    WAIT_WORDS,
    WAIT_REALS,
    WAIT_LOADS,
    BRANCHES
};
enum { STRUCTURES = BRANCHES + 1 };

/* Of N operations of a kind between two loads: entries that both loads, the use of the first, and
 * what hands its result on have besides. OWN: of the structure that the kind tells of; ALL: of the
 * reorder buffer; IN_WORDS, IN_LOADS: whether each operation writes a register of words, or is a
 * load, too. HIDDEN: entries that may be left when the first operation has no place, as a share:
 * several schedulers are not filled evenly. */
static const struct kind {
    const char *of;
    enum quantity asked;
    enum structure structure;
    unsigned own, all;
    bool in_words, in_loads;
    double hidden;
} kinds[] = {
    { "nop", CORE_ROB_ENTRIES, REORDER, MISS_OWN_ROB, 3, false, false, 0 },
    { "int", CORE_REGISTERS_INT_FREE, WORDS, 3, 3, false, false, 0 },
    { "fp", CORE_REGISTERS_VECTOR_FREE, REALS, 0, 3, false, false, 0 },
    { "load", CORE_LOAD_QUEUE_ENTRIES, LOADS, MISS_OWN_LOADS, 3, true, false, 0 },
    { "store", CORE_STORE_QUEUE_ENTRIES, STORES, MISS_OWN_STORES, 3, false, false, 0 },
    { "int_after", CORE_SCHEDULER_INT_ENTRIES, WAIT_WORDS, 1, 3, true, false, 0.08 },
    { "fp_after", CORE_SCHEDULER_FP_ENTRIES, WAIT_REALS, 1, 4, false, false, 0.08 },
    { "load_after", CORE_SCHEDULER_LOAD_ENTRIES, WAIT_LOADS, 1, 4, true, true, 0.08 },
    { "branch", CORE_BRANCHES_IN_FLIGHT, BRANCHES, 0, 3, false, false, 0 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Those that may be full before another one. */
static const char *const full_first[STRUCTURES] = {
    [REORDER] = "the reorder buffer is",
    [WORDS] = "the registers for renaming are",
    [LOADS] = "the load queue is",
};

/* What is known so far. */
struct core {
    double entries[STRUCTURES]; /* NAN: not known */
    double by_mix;              /* reorder buffer by probe reorder_buffer; NAN: not known */
    bool mix_parted;            /* its passes were with another thread and without */
    double shared;              /* of the time another thread was on the core; NAN: not seen */
    bool may_be_shared;         /* an operating system is below */
    bool parted;                /* passes of the reorder buffer had two modes */
    bool half;                  /* one was in all passes of this probe */
};

/* Misses overlap with up to FITS operations; the step may be after FIRST to LAST of them. */
struct step {
    double fits, first, last;
};

/* True when N operations leave nothing of ENTRIES, NAN: not known. */
static bool fills(double n, double entries)
{
    return n >= entries - fmax(SAME, SAME_SHARE * entries);
}

/* The structure that is full when N operations, as many as may fit, of K lie between two loads,
 * other than K's own. */
static enum structure other_full(const struct core *core, const struct kind *k, double n)
{
    if (k->structure != REORDER && fills(n + k->all, core->entries[REORDER]))
        return REORDER;
    if (k->in_words && fills(n + k->all, core->entries[WORDS]))
        return WORDS;
    if (k->in_loads && fills(n + 2, core->entries[LOADS]))
        return LOADS;
    return k->structure;
}

static struct step step_of(const struct miss_climb *c, const struct miss_modes *m)
{
    const struct overlap_steps *s = &m->steps;
    double gap = c->x[s->at] - c->x[s->at - 1] - 1; /* numbers between the two points */

    return (struct step){ c->x[s->at - 1] + floor(gap / 2), c->x[s->first - 1], c->x[s->last] - 1 };
}

/* Median of what a load takes at three points from point FROM on. */
static double middle_cost(const struct miss_climb *c, size_t from)
{
    double a = c->cost[from], b = c->cost[from + 1], d = c->cost[from + 2];

    return fmax(fmin(a, b), fmin(fmax(a, b), d));
}

/* Fills *M as miss_find_modes() does, where timings do not have two modes: beside another thread
 * operations take longer, so that what overlaps comes near what does not. Misses overlap in a
 * timing nearer to the points with fewest operations than to those with most. */
static bool find_by_level(const struct miss_climb *c, double own, struct miss_modes *m)
{
    static const double clear = 1.5;
    double low = middle_cost(c, 0), high = middle_cost(c, c->n - 3);

    if (!(high > clear * low))
        return false;
    *m = (struct miss_modes){ .levels = { .low = low, .high = high, .split = (low + high) / 2 } };
    miss_mark_serial(c, 0, m);
    return overlap_steps_find(m->points, c->n, own, &m->steps);
}

static bool find_step(const struct miss_climb *c, double own, struct miss_modes *m)
{
    return miss_find_modes(c, own, m) || find_by_level(c, own, m);
}

/* ---- answers ---- */

/* Timings of C in which two misses overlap. */
static size_t overlapping_timings(const struct miss_climb *c)
{
    size_t n = 0;

    for (size_t i = c->from[0]; i < c->from[c->n]; i++)
        n += c->timings[i].cost < MISS_OVERLAP * c->alone;
    return n;
}

/* As on a core that executes in order: what a load takes with few operations between is what one
 * chain takes. */
static bool never_overlaps(const struct miss_climb *c)
{
    double least = c->cost[0] / c->alone;

    return (double)overlapping_timings(c) < STRAY * (double)(c->from[c->n] - c->from[0]) &&
           least > 1 - ALIKE && least < 1 + ALIKE;
}

/* OVERLAP: so many timings do, which are few. */
static void answer_none(struct result *r, const struct miss_climb *c, size_t overlap)
{
    size_t n = c->from[c->n] - c->from[0];

    result_none(r);
    r->evidence = evidence_agreement(n - overlap, n);
    result_remark(r, "two misses never overlap, with %.0f to %.0f operations between: in order",
                  c->x[0], c->x[c->n - 1]);
}

/* In nearly all passes misses overlapped with up to FITS operations. */
static void answer_half(struct result *r, const struct kind *k, double fits)
{
    result_unknown(
        r, "needs passes in which no other thread is on the core",
        result_words("in nearly all of them the core had part of its entries: %.0f", fits + k->own)
            .text,
        remedy_run("cache_size,reorder_buffer,core_queues"));
}

static void answer_bound(struct result *r, const struct kind *k, const struct step *s,
                         enum structure full)
{
    result_unknown(
        r, "needs a structure that is full before others are",
        result_words("at least %.0f: %s full first", s->fits + k->own, full_first[full]).text,
        remedy_never("operations of this kind need an entry of each"));
}

/* Operations of probe reorder_buffer, which were timed all over the run, found as many ENTRIES, and
 * some of their passes were without another thread: else both may have had half. */
static bool is_confirmed(const struct core *core, const struct kind *k, double entries)
{
    static const double near = 0.12;

    return k->structure == REORDER && core->mix_parted &&
           fabs(entries - core->by_mix) <= near * entries;
}

/* Passes have one mode: it may be that of a part, where the core was shared for much of the time,
 * or where nothing tells whether it was. SHARED: of the time; NAN: not seen. */
static void doubt_one_mode(struct result *r, const struct core *core, double shared)
{
    if (isnan(shared) ? !core->may_be_shared : shared <= MUCH)
        return;
    r->evidence = evidence_doubted(evidence_doubted(r->evidence));
    if (isnan(shared))
        result_remark(r, "another thread on the core %s: probe %s shows whether one was there",
                      may_have_had, "issue");
    else
        result_remark(r, "another thread was on the core in %.0f %% of the time, and %s",
                      100 * shared, may_have_had);
}

/* Two modes show that the core had all entries in the other passes. Hardly any passes make no mode.
 * Threads may share other structures than the reorder buffer without halves: there two modes tell
 * nothing unless that has them, too. SHARED: of the time; NAN: not seen. */
static bool are_two_modes(const struct core *core, const struct kind *k,
                          const struct overlap_steps *s, double shared)
{
    static const double part_of = 4, few = 0.05, unseen = 0.25;
    double least = isnan(shared) ? unseen : shared <= MUCH ? few : shared / part_of;

    return s->part < s->at && s->share >= least && (k->structure == REORDER || core->parted);
}

/* Notes a second mode of the passes, or doubts the only one. */
static void explain(struct result *r, struct core *core, const struct kind *k,
                    const struct miss_climb *c, const struct miss_modes *m)
{
    const struct overlap_steps *s = &m->steps;
    double shared = isnan(c->shared) ? core->shared : c->shared;
    bool two = are_two_modes(core, k, s, shared);

    snprintf(r->note, sizeof r->note, "a load takes %.2f, then %.2f of what it takes alone",
             m->levels.low / c->alone, m->levels.high / c->alone);
    if (k->structure == REORDER)
        core->parted = two;
    if (c->sorted)
        result_remark(r, "another thread was on the core in %.0f %% of the passes, left out here",
                      100 * c->shared);
    if (s->part < s->at)
        result_remark(r, "%.0f in %.0f %% of the passes: another thread had the rest",
                      c->x[s->part - 1] + k->own, 100 * s->share);
    if (!c->sorted && !two && !is_confirmed(core, k, r->value))
        doubt_one_mode(r, core, shared);
    else if (!c->sorted && shared > OFTEN && k->structure != REORDER && k->structure != STORES)
        r->evidence = evidence_doubted(r->evidence);
}

/* False where passes told nothing of the structure, so that another answer to it may stay. */
static bool answer_step(struct result *r, struct core *core, const struct kind *k,
                        const struct miss_climb *c, const struct miss_modes *m)
{
    enum { OWN_MOST = 2 }; /* of the instructions around, that may have no entry or another one */
    struct step s = step_of(c, m);
    enum structure full = other_full(core, k, s.last);

    if (core->half || m->steps.share > MOSTLY) {
        answer_half(r, k, core->half ? s.fits : c->x[m->steps.part - 1]);
    } else if (full != k->structure) {
        answer_bound(r, k, &s, full);
    } else {
        r->value = s.fits + k->own;
        r->has_bounds = true;
        r->low = fmax(1, s.first + k->own - OWN_MOST);
        r->high = fmax(s.last + k->own + OWN_MOST, ceil((1 + k->hidden) * r->value));
        r->evidence = miss_evidence(c, m);
        explain(r, core, k, c, m);
    }
    return !core->half && m->steps.share <= MOSTLY;
}

/* As answer_step(). */
static bool answer(struct result *r, struct core *core, const struct kind *k,
                   const struct miss_climb *c)
{
    struct miss_modes m;

    if (c->n < FEWEST_POINTS || !(c->alone > 0))
        result_unknown(
            r, "needs 8 numbers of operations between, and one chain alone",
            result_words("%zu numbers; alone: %s", c->n, c->alone > 0 ? "yes" : "no").text,
            remedy_run("cache_size,core_queues"));
    else if (find_step(c, k->own, &m))
        return answer_step(r, core, k, c, &m);
    else if (never_overlaps(c))
        answer_none(r, c, overlapping_timings(c));
    else
        result_unknown(r, "needs operations enough between two loads that they do not overlap",
                       result_words("with %.0f a load takes %.2f of what it takes alone",
                                    c->x[c->n - 1], c->cost[c->n - 1] / c->alone)
                           .text,
                       remedy_never("these operations take no entry, or there are more entries "
                                    "than are tried"));
    return r->kind == RESULT_NONE;
}

/* ---- what other samples say ---- */

/* Entries of the reorder buffer as probe reorder_buffer has them; NAN: not known. */
static double rob_by_mix(const struct results *out)
{
    const struct result *r = result_find(out, id_of(CORE_ROB_ENTRIES));

    return result_is_number(r) && r->value > 1 ? r->value : NAN;
}

/* Adds R, in place of what another analysis answered to the same question. */
static void add_answer(struct results *out, const struct result *r)
{
    if (result_find(out, r->name) != NULL)
        result_revise(out, r);
    else
        *result_add(out, r->name) = *r;
}

/* An answer to be filled in, not added yet. */
static struct result begin_answer(struct results *out, const struct log_series *s,
                                  enum quantity asked)
{
    struct results made = { .source = out->source };
    struct result r = *result_add_from(&made, id_of(asked), s);

    results_free(&made);
    return r;
}

/* Returns true where EARLIER, another analysis' answer, is to stay: that of the reorder buffer by a
 * mix of operations where R tells nothing (not TOLD), or that the core executes in order, as a
 * reorder buffer of 1 does. */
static bool stays(const struct result *earlier, const struct result *r, bool told)
{
    return r->name.quantity == CORE_ROB_ENTRIES && result_is_number(earlier) &&
           (!told || r->kind == RESULT_NONE);
}

static void infer_kind(const struct log_run *run, size_t at, struct core *core,
                       const struct kind *k, struct results *out)
{
    const struct log_series *s = &run->series[at];
    struct result r = begin_answer(out, s, k->asked);
    struct miss_climb c;
    bool told = false;

    miss_gather(&c, run, probe, at);
    if (s->n_samples == 0)
        remedy_unsampled_series(&r, s);
    else
        told = answer(&r, core, k, &c);
    free(c.timings);
    if (result_is_number(&r))
        core->entries[k->structure] = r.value;
    if (!stays(result_find(out, r.name), &r, told))
        add_answer(out, &r);
}

/* The first series of kind K; n_series: none. */
static size_t series_of(const struct log_run *run, const struct kind *k)
{
    size_t at = log_find_series(run, probe, 0);

    while (at < run->n_series) {
        const char *of = log_key_text(run->series[at].keys, run->series[at].n_keys, "of");

        if (of != NULL && strcmp(of, k->of) == 0)
            break;
        at = log_find_series(run, probe, at + 1);
    }
    return at;
}

/* Operations of all kinds overlap up to half of what others did: another thread was there. */
static void look_for_half(const struct log_run *run, struct core *core)
{
    size_t at = series_of(run, &kinds[REORDER]);
    struct miss_climb c;
    struct miss_modes m;

    if (at >= run->n_series || isnan(core->by_mix))
        return;
    miss_gather(&c, run, probe, at);
    if (c.n >= FEWEST_POINTS && c.alone > 0 && find_step(&c, kinds[REORDER].own, &m)) {
        double ratio = (step_of(&c, &m).fits + kinds[REORDER].own) / core->by_mix;

        core->half = ratio >= HALF_LEAST && ratio <= HALF_MOST;
    }
    free(c.timings);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct core core = { .shared = miss_shared_windows(run),
                         .may_be_shared = miss_may_be_shared(run),
                         .by_mix = rob_by_mix(out),
                         .mix_parted = result_is_number(result_find(out, id_of(NEIGHBOUR_SHARE))) };

    (void)method;
    for (unsigned i = 0; i < STRUCTURES; i++)
        core.entries[i] = NAN;
    look_for_half(run, &core);
    for (unsigned i = core.half ? 1 : 0; i < KINDS; i++) {
        size_t at = series_of(run, &kinds[i]);

        if (at < run->n_series)
            infer_kind(run, at, &core, &kinds[i], out);
        if (i == REORDER && isnan(core.entries[REORDER]))
            core.entries[REORDER] = core.by_mix;
    }
}

const struct analysis analysis_core_queues = {
    .about = "load queue, store queue, registers for renaming, schedulers, branches in flight",
    .probe = probe,
    .method = "overlap_of_misses",
    .after = { "reorder_buffer" },
    .infer = infer,
};
