/* Ceilings of arithmetic ("Applying the Roofline Model", chapter 5): additions, multiplications and
 * fused multiply-adds in several mixes, independent of each other and in registers alone.
 *
 * One series for each type and mix, keys type and mix (add, mul, balanced: as many of each,
 * add2_mul, add_mul2: two of the one, fma, fma_add). x = contexts:depth:unroll, depth accumulators
 * of each operation, unroll times in a lap; ops = operations of all contexts, one on a vector is
 * one. x = contexts:0:0 is the reference chain on each of them, timed in the same rounds right
 * after a kernel of its series, whose clock it has. All kernels run on one context; the two best of
 * each mix then on 2, 4 ... all, from a barrier to the next.
 *
 * mix=clock, for vectors: the reference chain right after 2 ms of itself (x = 0), and right after
 * 2 ms of fused multiply-adds (x = 1): processors slow their clock down for wide vectors. x =
 * 2:round: windows of these multiply-adds, one after the other in the order of time, from the first
 * one after 2 ms of the reference chain on; ops = operations of a window.
 *
 * The same series with again=1: the two best kernels of a mix on one context, and the chain, timed
 * between the probes that come after. */
#include "hal/alloc.h"
#include "hal/thread.h"
#include "hal/timer.h"
#include "lib/peak_kernel.h"
#include "lib/reference.h"
#include "lib/warm.h"
#include "repeat.h"
#include "run/probe.h"
#include "team.h"
#include <stdbool.h>

enum {
    MOST_ROUNDS = 24,
    BEST = 2,         /* kernels of a mix that run on several contexts */
    LONGER = 8,       /* laps there: meeting at a barrier takes part of a microsecond */
    WARM_SHARE = 500, /* of a second: 2 ms */
    TRANSITIONS = 3,  /* from the reference chain to wide vectors */
    WINDOWS = 128,    /* of each, of two shortest timings */
    SENTENCES = 8,    /* that these take */
};

/* A kernel on so many contexts, or the reference chain of a set. */
struct point {
    const struct peak_set *set;
    const struct peak_kernel *kernel; /* NULL: the reference chain */
    unsigned contexts;
    unsigned turn;        /* which point is timed when it is this one's turn */
    uint64_t laps;        /* of the reference chain operations; 0: they cannot be timed */
    uint64_t least;       /* of ticks */
    uint64_t alone_ticks; /* of as many laps on one context */
    struct warm warm;
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

/* The end of the points from FROM on that are of its type. */
static unsigned end_of_type(const struct peaks *a, unsigned from)
{
    unsigned end = from;

    while (end < a->n && probe_same_text(a->at[end].set->type, a->at[from].set->type))
        end++;
    return end;
}

static void shuffle(struct peaks *a, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++) {
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

/* The first point of P's set that has a kernel and can be timed; NULL: there is none. The reference
 * chain is before the kernels of its set. */
static struct point *kernel_beside(const struct peaks *a, struct point *p)
{
    struct point *k = p;

    while (k < a->at + a->n && k->set == p->set && (!k->kernel || k->laps == 0))
        k++;
    return k < a->at + a->n && k->set == p->set ? k : 0;
}

static void warm_point(struct point *p, bool first)
{
    const struct measure_kernel k = kernel_of(p);

    warm_up(&p->warm, &k, p->laps, first);
}

static void add_all(struct peaks *a)
{
    for (const struct peak_set *set = peak_table; set->type; set++) {
        bool first = set == peak_table || !probe_same_text(set[-1].type, set->type);

        if (first && set->kernel->run) { /* what follows is chosen by warm timings */
            add_point(a, set, set->kernel);
            warm_point(&a->at[--a->n], true);
        }
        add_point(a, set, 0);
        for (const struct peak_kernel *k = set->kernel; k->run; k++)
            add_point(a, set, k);
    }
}

static void time_once(const struct peaks *a, struct point *p)
{
    const struct measure_kernel k = kernel_of(p);
    struct point *before = kernel_beside(a, p);

    if (p->laps == 0)
        return;
    if (before)
        warm_point(before, false);
    if (before != p)
        k.run(k.ctx, 1); /* other code ran before */
    keep(p, measure_ticks(&k, p->laps));
}

/* Types one after the other, each until the clock is its own: that of wide vectors outlasts them.
 */
static void time_alone(struct peaks *a)
{
    for (unsigned r = 0; r < rounds(a->run->plan); r++)
        for (unsigned from = 0, end; from < a->n; from = end) {
            struct point *first = kernel_beside(a, &a->at[from]);

            end = end_of_type(a, from);
            shuffle(a, from, end);
            if (first)
                warm_point(first, true);
            for (unsigned i = from; i < end; i++)
                time_once(a, &a->at[a->at[i].turn]);
        }
}

/* ---- several contexts ---- */

/* What an operation takes, in 2^-20 ticks; UINT64_MAX: not timed. */
static uint64_t cost(const struct point *p)
{
    return p->n > 0 && p->kernel ? (p->least << 20) / (p->laps * p->kernel->ops) : UINT64_MAX;
}

/* The best point of SET among the N first, on one context, that costs more than LAST or as much
 * and is after it; NULL: there is no other. */
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
                                        .alone_ticks = alone->least * LONGER,
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

/* Laps of P that take 2 ms, by what it took alone. */
static uint64_t warm_laps(const struct point *p, const struct plan *plan)
{
    uint64_t wanted =
        measure_second_ticks() > 0 ? measure_second_ticks() / WARM_SHARE : plan->sample_ticks;

    return p->alone_ticks > 0 ? p->laps * (wanted / p->alone_ticks + 1) : p->laps;
}

/* Runs P's kernel on all contexts, LAPS of it. */
static void run_together(const struct point *p, uint64_t laps)
{
    const struct measure_kernel k = kernel_of(p);

    (void)team_ticks(&k, laps);
}

static void time_type(struct peaks *a, unsigned from, unsigned end)
{
    const struct point *first = kernel_beside(a, &a->at[from]);

    shuffle(a, from, end);
    if (first)
        run_together(first, warm_laps(first, a->run->plan));
    for (unsigned i = from; i < end && !measure_late(a->begin, a->budget_ticks); i++) {
        struct point *p = &a->at[a->at[i].turn];
        const struct measure_kernel k = kernel_of(p);
        const struct point *before = kernel_beside(a, p);

        if (before && before != p)
            run_together(before, before->laps);
        keep(p, team_ticks(&k, p->laps));
    }
}

static void lead(void *arg)
{
    struct peaks *a = arg;

    for (unsigned r = 0; r < rounds(a->run->plan); r++) {
        for (unsigned from = a->first, end; from < a->n; from = end) {
            end = end_of_type(a, from);
            time_type(a, from, end);
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
    uint64_t wanted =
        measure_second_ticks() > 0 ? measure_second_ticks() / WARM_SHARE : sample_ticks;

    kernel->run(kernel->ctx, laps * (wanted / ticks + 1));
    return measure_ticks(reference_kernel(REFERENCE_ADD), reference->laps);
}

/* Times windows of BEST from its first operation on, after 2 ms of the reference chain. */
static void send_transition(const struct peaks *a, const struct point *best,
                            const struct point *reference, unsigned round)
{
    const struct measure_kernel kernel = kernel_of(best);
    const uint64_t x[2] = { 2, round }, laps = 2 * best->laps;
    uint64_t ticks[WINDOWS];

    (void)reference_after(reference_kernel(REFERENCE_ADD), reference->laps, reference->least,
                          reference, a->run->plan->sample_ticks);
    for (unsigned i = 0; i < WINDOWS; i++)
        ticks[i] = measure_ticks(&kernel, laps);
    for (unsigned i = 0; i < WINDOWS; i++)
        if (ticks[i] == MEASURE_NONE)
            return;
    probe_sample(a->run, x, 2, laps * best->kernel->ops, ticks, WINDOWS);
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
    for (unsigned i = 0; i < TRANSITIONS; i++)
        send_transition(a, best, reference, i);
    probe_done(a->run, a->run->name, n[1] > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Returns true when no type of the table has wider vectors than SET's: "v256f32", "v512f64". */
static bool is_widest(const struct peak_set *set)
{
    for (const struct peak_set *other = peak_table; other->type; other++)
        if (other->type[0] == 'v' && other->type[1] > set->type[1]) /* 1, 2, 5 */
            return false;
    return true;
}

/* Of each type of the widest vectors the kernel that does most. */
static void run_clocks(const struct peaks *a, unsigned n_alone)
{
    for (const struct peak_set *set = peak_table; set->type; set++) {
        const struct point *best = next_best(a, n_alone, set, 0);
        const struct point *reference = reference_of(a, set);

        if (set->type[0] == 'v' && is_widest(set) && probe_same_text(set->mix, "fma") && best &&
            reference)
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
        n += set->type[0] == 'v' && probe_same_text(set->mix, "fma") ? 2 + TRANSITIONS * SENTENCES
                                                                     : 0;
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
    .about = "peak arithmetic rates, of one and of several contexts",
    .extra = &extra,
    .points = points,
    .run = run,
};
