/* Ceilings of arithmetic ("Applying the Roofline Model", chapter 5): additions, multiplications and
 * fused multiply-adds in several mixes, independent of each other and in registers alone.
 *
 * One series for each type and mix, keys type and mix (add, mul, balanced: as many of each,
 * add2_mul, add_mul2: two of the one, fma, fma_add). x = contexts:depth:unroll, depth accumulators
 * of each operation, unroll times in a lap; ops = operations of all contexts, one on a vector is
 * one. x = contexts:0:0 is the reference chain on each of them, timed in the same rounds. All
 * kernels run on one context; the two best of each mix then on 2, 4 ... all, from a barrier to the
 * next.
 *
 * mix=clock, for vectors: the reference chain right after 2 ms of itself (x = 0), and right after
 * 2 ms of fused multiply-adds (x = 1): processors slow their clock down for wide vectors.
 *
 * The same series with again=1: the two best kernels of a mix on one context, and the chain, timed
 * between the probes that come after. */
#include "hal/alloc.h"
#include "hal/thread.h"
#include "hal/timer.h"
#include "lib/peak_kernel.h"
#include "lib/reference.h"
#include "repeat.h"
#include "run/probe.h"
#include "team.h"
#include <stdbool.h>

enum {
    MOST_ROUNDS = 24,
    BEST = 2,        /* kernels of a mix that run on several contexts */
    LONGER = 8,      /* laps there: meeting at a barrier takes part of a microsecond */
    WARM_SHARE = 500 /* of a second: 2 ms */
};

/* A kernel on so many contexts, or the reference chain beside a set. */
struct point {
    const struct peak_set *set;
    const struct peak_kernel *kernel; /* NULL: the reference chain */
    unsigned contexts;
    unsigned turn;  /* which point is timed when it is this one's turn */
    uint64_t laps;  /* of the reference chain operations; 0: they cannot be timed */
    uint64_t least; /* of ticks */
    unsigned n;
    uint64_t ticks[MOST_ROUNDS];
};

struct peaks {
    struct probe_run *run;
    struct point *at;
    unsigned n;
    unsigned first; /* of those that are timed on several contexts now */
    uint64_t begin, budget_ticks;
};

static unsigned rounds(const struct plan *plan)
{
    static const unsigned by_effort[] = { 6, 12, MOST_ROUNDS };

    return by_effort[plan->effort];
}

static void run_kernel(void *ctx, uint64_t laps)
{
    const struct peak_kernel *kernel = ctx;

    kernel->run(laps);
}

static struct measure_kernel kernel_of(const struct point *p)
{
    return p->kernel ? (struct measure_kernel){ run_kernel, (void *)(uintptr_t)p->kernel }
                     : *reference_kernel(REFERENCE_ADD);
}

static void keep(struct point *p, uint64_t ticks)
{
    if (ticks == MEASURE_NONE || ticks == 0)
        return;
    p->ticks[p->n++] = ticks;
    p->least = p->n == 1 || ticks < p->least ? ticks : p->least;
}

static void shuffle(struct peaks *a, unsigned from)
{
    for (unsigned i = from; i < a->n; i++) {
        unsigned j = from + (unsigned)(((probe_random(a->run) >> 32) * (i - from + 1)) >> 32);

        a->at[i].turn = a->at[j].turn;
        a->at[j].turn = i;
    }
}

/* ---- one context ---- */

static void add_point(struct peaks *a, const struct peak_set *set, const struct peak_kernel *kernel)
{
    struct point *p = &a->at[a->n++];

    *p = (struct point){ .set = set, .kernel = kernel, .contexts = 1 };
    const struct measure_kernel k = kernel_of(p);
    p->laps = measure_enough_ops(a->run->plan, &k, kernel ? 1 : REFERENCE_LAP, 0);
}

static void add_all(struct peaks *a)
{
    for (const struct peak_set *set = peak_table; set->type; set++) {
        add_point(a, set, 0);
        for (const struct peak_kernel *k = set->kernel; k->run; k++)
            add_point(a, set, k);
    }
}

static void time_once(struct point *p)
{
    const struct measure_kernel k = kernel_of(p);

    if (p->laps == 0)
        return;
    k.run(k.ctx, 1); /* other code ran before */
    keep(p, measure_ticks(&k, p->laps));
}

static void time_alone(struct peaks *a)
{
    for (unsigned r = 0; r < rounds(a->run->plan); r++) {
        shuffle(a, 0);
        for (unsigned i = 0; i < a->n; i++)
            time_once(&a->at[a->at[i].turn]);
    }
}

/* ---- several contexts ---- */

/* What an operation takes, in 2^-20 ticks; UINT64_MAX: not timed. */
static uint64_t cost(const struct point *p)
{
    return p->n > 0 && p->kernel ? (p->least << 20) / (p->laps * p->kernel->ops) : UINT64_MAX;
}

/* The best point of SET among the N first, on one context, that costs more than LAST or as much
 * and stands after it; NULL: there is no other. */
static const struct point *next_best(const struct peaks *a, unsigned n, const struct peak_set *set,
                                     const struct point *last)
{
    const struct point *best = 0;

    for (const struct point *p = a->at; p < a->at + n; p++) {
        bool later = !last || cost(p) > cost(last) || (cost(p) == cost(last) && p > last);

        if (p->set == set && p->contexts == 1 && p->n > 0 && later &&
            (!best || cost(p) < cost(best)))
            best = p;
    }
    return best;
}

/* The reference chain of SET on one context; NULL: it could not be timed. */
static const struct point *reference_of(const struct peaks *a, const struct peak_set *set)
{
    for (unsigned i = 0; i < a->n; i++)
        if (a->at[i].set == set && !a->at[i].kernel && a->at[i].n > 0)
            return &a->at[i];
    return 0;
}

/* Adds the work of ALONE (NULL: nothing) on CONTEXTS. */
static void add_several(struct peaks *a, const struct point *alone, unsigned contexts)
{
    if (alone)
        a->at[a->n++] = (struct point){ .set = alone->set,
                                        .kernel = alone->kernel,
                                        .contexts = contexts,
                                        .laps = alone->laps * LONGER };
}

static void add_best(struct peaks *a, unsigned n_alone, unsigned contexts)
{
    for (const struct peak_set *set = peak_table; set->type; set++) {
        const struct point *p = next_best(a, n_alone, set, 0);

        add_several(a, reference_of(a, set), contexts);
        for (unsigned k = 0; k < BEST && p; k++) {
            add_several(a, p, contexts);
            p = next_best(a, n_alone, set, p);
        }
    }
}

static void lead(void *arg)
{
    struct peaks *a = arg;

    for (unsigned r = 0; r < rounds(a->run->plan); r++) {
        shuffle(a, a->first);
        for (unsigned i = a->first; i < a->n && !measure_late(a->begin, a->budget_ticks); i++) {
            struct point *p = &a->at[a->at[i].turn];
            const struct measure_kernel k = kernel_of(p);

            keep(p, team_ticks(&k, p->laps));
        }
        if (a->first == 0) /* alone: no team waits */
            probe_between();
    }
}

static unsigned contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < TEAM_MOST ? n : TEAM_MOST;
}

/* The number of contexts that comes after M: 2, 4 ... and all of them; 0: none. */
static unsigned next_number(unsigned m)
{
    unsigned n = contexts();

    return m >= n ? 0 : 2 * m < n ? 2 * m : n;
}

static void time_together(struct peaks *a)
{
    static const unsigned tenths[] = { 5, 15, 60 };
    unsigned n_alone = a->n;

    if (next_number(1) == 0)
        return;
    a->begin = hal_timer_now_ticks();
    a->budget_ticks = measure_budget_ticks(a->run->plan, tenths[a->run->plan->effort]);
    for (unsigned m = next_number(1); m > 0; m = next_number(m)) {
        a->first = a->n;
        add_best(a, n_alone, m);
        if (a->n == a->first || team_run(m, lead, a) != 0)
            return;
    }
}

/* ---- the clock ---- */

/* Runs KERNEL, LAPS of which take TICKS, for 2 ms, then the reference chain. */
static uint64_t reference_after(const struct measure_kernel *kernel, uint64_t laps, uint64_t ticks,
                                const struct point *reference, uint64_t sample_ticks)
{
    uint64_t wanted = hal_timer_hz() > 0 ? hal_timer_hz() / WARM_SHARE : sample_ticks;

    kernel->run(kernel->ctx, laps * (wanted / ticks + 1));
    return measure_ticks(reference_kernel(REFERENCE_ADD), reference->laps);
}

static void send_clock(const struct peaks *a, const struct peak_set *set, const struct point *best,
                       const struct point *reference)
{
    const struct probe_word words[] = { { "type", set->type }, { "mix", "clock" }, { 0, 0 } };
    const struct measure_kernel kernel = kernel_of(best);
    uint64_t ticks[2][MOST_ROUNDS], sample = a->run->plan->sample_ticks;
    unsigned n[2] = { 0 };

    for (unsigned r = 0; r < rounds(a->run->plan); r++)
        for (unsigned wide = 0; wide < 2; wide++) {
            uint64_t took =
                wide ? reference_after(&kernel, best->laps, best->least, reference, sample)
                     : reference_after(reference_kernel(REFERENCE_ADD), reference->laps,
                                       reference->least, reference, sample);
            if (took != MEASURE_NONE)
                ticks[wide][n[wide]++] = took;
        }
    probe_series_words(a->run, a->run->name, words);
    for (uint64_t wide = 0; wide < 2; wide++)
        probe_sample(a->run, &wide, 1, reference->laps, ticks[wide], n[wide]);
    probe_done(a->run, a->run->name, n[1] > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Of each type of vectors the kernel that does most. */
static void run_clocks(const struct peaks *a, unsigned n_alone)
{
    for (const struct peak_set *set = peak_table; set->type; set++) {
        const struct point *best = next_best(a, n_alone, set, 0);
        const struct point *reference = reference_of(a, set);

        if (set->type[0] == 'v' && probe_same_text(set->mix, "fma") && best && reference)
            send_clock(a, set, best, reference);
    }
}

/* ---- again ---- */

/* The reference chain and the best kernels of each mix are timed again later. */
static void repeat_best(const struct peaks *a, unsigned n_alone)
{
    repeat_prepare();
    for (const struct peak_set *set = peak_table; set->type; set++) {
        const struct point *p = reference_of(a, set);

        if (p)
            repeat_take(set, 0, p->laps);
        p = next_best(a, n_alone, set, 0);
        for (unsigned k = 0; k < BEST && p; k++) {
            repeat_take(set, p->kernel, p->laps);
            p = next_best(a, n_alone, set, p);
        }
    }
}

/* ---- the probe ---- */

static void send_point(const struct peaks *a, const struct point *p)
{
    uint64_t x[3] = { p->contexts, 0, 0 }, ops = p->laps * p->contexts;

    if (p->kernel) {
        x[1] = p->kernel->depth;
        x[2] = p->kernel->unroll;
        ops *= p->kernel->ops;
    }
    if (p->n > 0)
        probe_sample(a->run, x, 3, ops, p->ticks, p->n);
}

static void send_set(const struct peaks *a, const struct peak_set *set)
{
    const struct probe_word words[] = { { "type", set->type }, { "mix", set->mix }, { 0, 0 } };

    probe_series_words(a->run, a->run->name, words);
    for (unsigned i = 0; i < a->n; i++)
        if (a->at[i].set == set)
            send_point(a, &a->at[i]);
    probe_done(a->run, a->run->name, a->run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Points that there is to be room for, or that will be sent at most. */
static unsigned most_points(void)
{
    unsigned n = 0, several = 0;

    for (unsigned m = next_number(1); m > 0; m = next_number(m))
        several += 1 + BEST;
    for (const struct peak_set *set = peak_table; set->type; set++) {
        n += 1 + several;
        for (const struct peak_kernel *k = set->kernel; k->run; k++)
            n++;
    }
    return n;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = most_points() + repeat_points();

    (void)plan;
    for (const struct peak_set *set = peak_table; set->type; set++)
        n += set->type[0] == 'v' && probe_same_text(set->mix, "fma") ? 2 : 0;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    struct peaks a = { .run = run };
    struct hal_block block;

    if (most_points() == 0)
        return RECORD_END_NO_INSTRUCTION;
    if (hal_alloc(&block, most_points() * sizeof *a.at, _Alignof(struct point), HAL_PAGES_BASE) !=
        0)
        return RECORD_END_NO_MEMORY;
    a.at = block.start;
    add_all(&a);
    time_alone(&a);
    unsigned n_alone = a.n;
    time_together(&a);
    run_clocks(&a, n_alone);
    for (const struct peak_set *set = peak_table; set->type && run->out->err == 0; set++)
        send_set(&a, set);
    repeat_best(&a, n_alone);
    hal_free(&block);
    return RECORD_END_OK;
}

static const struct probe_extra extra = {
    .again = repeat_again,
    .send_again = repeat_send,
};

const struct probe probe_peaks = {
    .rank = 61,
    .about = "ceilings of arithmetic: mixes of operations at full rate, alone and together",
    .extra = &extra,
    .points = points,
    .run = run,
};
