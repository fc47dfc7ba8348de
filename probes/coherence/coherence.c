/* Loads of lines that another context has, by their state and level (Molka et al., PACT 2009);
 * atomic operations; false sharing.
 *
 * Series with key kind. 0: x = A:B:STATE:LEVEL, ops = loads of A, each after the last, of lines
 * that B has: STATE 0 modified, 1 exclusive, 2 shared, in level LEVEL of B's caches. STATE 3:
 * timings without loads, ops as of the others. 1: x = OP:N, OP 0 addition, 1 compare and swap:
 * operations of N contexts on one word; of 2 and more each S has ops of its own, those of all. 2: x
 * = A:B:BYTES, ops = increments of A of a word so many bytes from the one that B increments.
 *
 * A is context 0. B: those whose modified lines come fastest and slowest to A, and the one in the
 * middle; with --thorough as many as there is time for. */
#include "atomics.h"
#include "hal/thread.h"
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/measure.h"
#include "placed.h"

enum {
    MOST_OTHERS = 63, /* contexts that are tried for their distance */
    FEW_ROUNDS = 2,   /* for that */
    QUICK_ROUNDS = 5,
    EMPTY = PLACED_STATES, /* STATE of timings without loads */
    WORDS_BYTES = 8192,
    FAR_BYTES = 4096, /* between words of two lines */
    NEAR_BYTES = 4,
    ALONE_ROUNDS = 9,
    MOST_COUNTS = 9, /* of contexts at once: powers of two, and all */
};

/* Another context, by the ticks of a load of its lines. */
struct other {
    unsigned context;
    uint64_t ticks;
};

static struct placed placed;

static unsigned others_of(unsigned n)
{
    return n - 1 < MOST_OTHERS ? n - 1 : MOST_OTHERS;
}

/* How many of N_OTHERS contexts are taken for B. */
static unsigned picked(const struct plan *plan, unsigned n_others)
{
    return plan->effort == EFFORT_THOROUGH || n_others < 3 ? n_others : 3;
}

static uint64_t least_of(const struct placed_cell *c)
{
    uint64_t least, next;

    measure_lowest_two(c->ticks, c->n, &least, &next);
    return least / (c->loads / placed.n_lines);
}

/* Fills OTHER, nearest first, with the contexts of the N that there are; how many. */
static unsigned rank_others(struct other other[MOST_OTHERS], unsigned n)
{
    unsigned kept = 0;

    for (unsigned b = 1; b <= others_of(n); b++) {
        if (others_of(n) > 1 && !states_measure(&placed, 0, b, 0, FEW_ROUNDS, true))
            continue;
        struct other o = { b, others_of(n) > 1 ? least_of(&placed.cell[0][0]) : 0 };
        unsigned place = kept++;

        for (; place > 0 && other[place - 1].ticks > o.ticks; place--)
            other[place] = other[place - 1];
        other[place] = o;
    }
    return kept;
}

static void send_cell(struct probe_run *run, const struct placed_cell *c, unsigned b,
                      unsigned state, size_t push_bytes)
{
    const uint64_t x[] = { 0, b, state, push_bytes };

    if (c->n > 0)
        probe_sample(run, x, 4, c->loads, c->ticks, c->n);
}

/* What was timed of lines of B. */
static void send_pair(struct probe_run *run, unsigned b,
                      const struct placed_cell cell[PLACED_STATES][PLAN_CACHES],
                      const struct placed_cell *empty)
{
    for (unsigned s = 0; s < PLACED_STATES; s++)
        for (unsigned l = 0; l < placed.n_levels; l++)
            send_cell(run, &cell[s][l], b, s, placed.push_bytes[l]);
    send_cell(run, empty, b, EMPTY, 0);
}

/* ---- again ---- */

/* Pairs that are timed again: a hypervisor, or a system, moves contexts to other cores, and
 * frequencies change. */
enum {
    AGAIN_PAIRS = HAL_LIMIT_SYSTEM ? 2 : 1, /* without a system nothing moves: none */
    AGAIN_TIMES = HAL_LIMIT_SYSTEM ? 16 : 1,
    AGAIN_ROUNDS = 1
};

static struct kept_pair {
    unsigned b, third, times;
    struct placed_cell cell[AGAIN_TIMES][PLACED_STATES][PLAN_CACHES], empty[AGAIN_TIMES];
} kept[AGAIN_PAIRS];
static unsigned n_kept;

static void keep_pair(unsigned b, unsigned third)
{
    if (HAL_LIMIT_SYSTEM && n_kept < AGAIN_PAIRS)
        kept[n_kept++] = (struct kept_pair){ .b = b, .third = third };
}

static void again(struct probe_run *run)
{
    (void)run;
    for (unsigned i = 0; i < n_kept; i++) {
        struct kept_pair *k = &kept[i];

        if (k->times == AGAIN_TIMES ||
            !states_measure(&placed, 0, k->b, k->third, AGAIN_ROUNDS, false))
            continue;
        for (unsigned s = 0; s < PLACED_STATES; s++)
            for (unsigned l = 0; l < PLAN_CACHES; l++)
                k->cell[k->times][s][l] = placed.cell[s][l];
        k->empty[k->times++] = placed.empty;
    }
}

static void send_again(struct probe_run *run)
{
    static const struct probe_key keys[] = { { "kind", 0 }, { "again", 1 }, { 0, 0 } };

    if (n_kept > 0) {
        probe_series(run, run->name, keys);
        for (unsigned i = 0; i < n_kept; i++)
            for (unsigned t = 0; t < kept[i].times; t++)
                send_pair(run, kept[i].b, kept[i].cell[t], &kept[i].empty[t]);
        probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    }
    states_end(&placed);
    n_kept = 0;
}

/* ---- states ---- */

static unsigned rounds_of(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : PLACED_ROUNDS;
}

/* Tenths of a second for all pairs, by effort. */
static const uint64_t tenths[] = { 1, 4, 100 };

/* Of K picked among N, in order: the first, the last, those evenly between. */
static unsigned place_of(unsigned i, unsigned k, unsigned n)
{
    return k > 1 ? i * (n - 1) / (k - 1) : 0;
}

static void all_states(struct probe_run *run, const struct other *other, unsigned n)
{
    static const struct probe_key keys[] = { { "kind", 0 }, { 0, 0 } };
    uint64_t begin = hal_timer_now_ticks(),
             budget = measure_budget_ticks(run->plan, tenths[run->plan->effort]);
    unsigned k = picked(run->plan, n);

    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < k && run->out->err == 0 && (i < 2 || !measure_late(begin, budget));
         i++) {
        /* The nearest, the farthest, and then those between. */
        unsigned at = place_of(i == 0 ? 0 : k - i, k, n), b = other[at].context;
        unsigned third = n > 1 ? other[at == n - 1 ? n - 2 : n - 1].context : 0;

        if (!states_measure(&placed, 0, b, third, rounds_of(run->plan), false))
            continue;
        send_pair(run, b, placed.cell, &placed.empty);
        keep_pair(b, third);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void send_windows(struct probe_run *run, const uint64_t *x, unsigned n_x,
                         const struct atomics_windows *w)
{
    for (unsigned i = 0; i < w->n; i++)
        probe_sample(run, x, n_x, w->ops[i], &w->ticks[i], 1);
}

static void alone(struct probe_run *run, enum atomics_op op, uint32_t *word)
{
    const struct measure_kernel kernel = atomics_kernel(op, word);
    const uint64_t x[] = { op, 1 };
    uint64_t ticks[ALONE_ROUNDS], ops = measure_enough_ops(run->plan, &kernel, PLAN_CACHES, 0);
    unsigned n = measure_rounds(&kernel, ops, ticks, rounds_of(run->plan));

    if (n > 0)
        probe_sample(run, x, 2, ops, ticks, n);
}

/* Longest that windows of one number of contexts are waited for, in the shortest timings. */
enum { PATIENCE = 400 };

static void contended(struct probe_run *run, enum atomics_op op, uint32_t *word, unsigned n)
{
    const struct plan *plan = run->plan;
    const uint64_t x[] = { op, n };
    struct atomics_windows w;

    atomics_contended(&w, op, word, n, plan->sample_ticks, PATIENCE * plan->sample_ticks);
    send_windows(run, x, 2, &w);
}

static void all_atomics(struct probe_run *run, uint32_t *word, unsigned n)
{
    static const struct probe_key keys[] = { { "kind", 1 }, { 0, 0 } };
    unsigned most = n < ATOMICS_CONTEXTS ? n : ATOMICS_CONTEXTS;

    probe_series(run, run->name, keys);
    for (unsigned op = 0; op < ATOMICS_OPS; op++) {
        alone(run, op, word);
        for (unsigned m = 2; m < most; m *= 2)
            contended(run, op, word, m);
        if (most > 1)
            contended(run, op, word, most);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void false_sharing(struct probe_run *run, uint32_t *words, unsigned b)
{
    static const struct probe_key keys[] = { { "kind", 2 }, { 0, 0 } };
    static const size_t apart[] = { FAR_BYTES, NEAR_BYTES };
    uint64_t enough = run->plan->sample_ticks;
    struct atomics_windows w;

    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < sizeof apart / sizeof apart[0]; i++) {
        const uint64_t x[] = { 0, b, apart[i] };

        atomics_apart(&w, words, b, apart[i], enough, PATIENCE * enough);
        send_windows(run, x, 3, &w);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = hal_thread_contexts();
    unsigned cells = PLACED_STATES * plan->n_caches + 1;
    unsigned pairs = n > 1 && plan->n_caches > 0
                         ? picked(plan, others_of(n)) + HAL_LIMIT_SYSTEM * AGAIN_PAIRS * AGAIN_TIMES
                         : 0;

    if (n == 1)
        return ATOMICS_OPS;
    return pairs * cells + ATOMICS_OPS * (1 + MOST_COUNTS * ATOMICS_WINDOWS) + 2 * ATOMICS_WINDOWS;
}

/* Returns the context whose lines are nearest. */
static unsigned run_states(struct probe_run *run, unsigned n)
{
    struct other other[MOST_OTHERS] = { { .context = 1 } };

    n_kept = 0;
    if (states_begin(&placed, run->plan) == 0)
        all_states(run, other, rank_others(other, n));
    return other[0].context;
}

static enum record_end run(struct probe_run *run)
{
    unsigned n = hal_thread_contexts(), nearest = 1;
    struct hal_block words;

    (void)hal_thread_pin(0);
    if (n > 1 && run->plan->n_caches > 0)
        nearest = run_states(run, n);
    if (hal_alloc(&words, WORDS_BYTES, WORDS_BYTES, HAL_PAGES_BASE) != 0)
        return RECORD_END_NO_MEMORY;
    all_atomics(run, words.start, n);
    if (n > 1)
        false_sharing(run, words.start, nearest);
    hal_free(&words);
    (void)hal_thread_pin(0);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

static const struct probe_extra extra = { .again = again, .send_again = send_again };

const struct probe probe_coherence = {
    .rank = 76,
    .about = "lines of other cores by state; atomic operations; false sharing",
    .options = options,
    .extra = &extra,
    .points = points,
    .run = run,
};
