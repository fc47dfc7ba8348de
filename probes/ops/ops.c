/* Latency and throughput of single operations (BlackjackBench section 3.3, X-Ray sections 3.2 to
 * 3.4): chains of one operation on one type, in 1 to 20 independent streams.
 *
 * One series for each operation and type, keys op, type and, where each step carries a second
 * operation that the host has to subtract, with. x = streams:steps, one S for the whole lap and one
 * for half of it, whose difference is free of the loop; ops counts operations on all streams, the
 * carried ones not. x = 0:0 is the reference chain, timed in the same rounds. A series with key
 * apart=1 has operations that need nothing of each other: S of them a step, no chains, for what
 * registers hold too few chains to keep busy. A second series of each with
 * again=1 has whole laps of the fastest kernels, and half ones of the fastest, from many short
 * windows between later probes. */
#include "hal/alloc.h"
#include "lib/granted.h"
#include "lib/op_kernel.h"
#include "lib/pointer_chase.h"
#include "lib/reference.h"
#include "lib/warm.h"
#include "lib/work.h"
#include "rates.h"
#include "run/probe.h"

enum {
    ROUNDS = 12, /* timings of each point, most */
    SLOW_ROUNDS = 3,
    QUICK_ROUNDS = 6, /* as in BlackjackBench section 3.3.1 */
    PATIENCE = 3,     /* kernels without a gain after which more streams are not tried */
    GAIN = 32,        /* less than 1/32 is no gain */
    NEAR_BEST = 10,   /* a rate is near the best that falls short by less than a tenth */
    TIMINGS = 2 * OPS_KERNELS + 1,
};

/* One set while it is measured. Its rounds alternate with those of the others: who disturbs one of
 * them has gone by the next. */
struct ops_run {
    const struct op_set *set;
    struct warm warm;           /* of its first kernel */
    unsigned n;                 /* kernels tried */
    uint64_t laps[OPS_KERNELS]; /* 0: left out, or could not be timed */
    uint64_t reference_ops;
    uint64_t ticks[TIMINGS][ROUNDS]; /* whole and half of each kernel, the reference chain last */
    unsigned n_ticks[TIMINGS];
};

static uint64_t timed(const struct op_set *set, unsigned k, unsigned skipped, uint64_t laps)
{
    const struct measure_kernel kernel = work_kernel(&set->run[k]);

    ops_entry = skipped;
    kernel.run(kernel.ctx, 1); /* other code ran since the last round */
    return measure_ticks(&kernel, laps);
}

/* The first kernel of O that is timed, in whole laps, until its rate stops changing. */
static void warm_set(struct ops_run *o, bool first)
{
    unsigned k = 0;

    while (k < o->n && o->laps[k] == 0)
        k++;
    if (k == o->n)
        return;
    const struct measure_kernel kernel = work_kernel(&o->set->run[k]);

    ops_entry = 0;
    warm_up(&o->warm, &kernel, o->laps[k], first);
}

/* Laps of kernel K that last long enough, and in *TICKS how long. */
static uint64_t enough_laps(const struct plan *plan, const struct op_set *set, unsigned k,
                            uint64_t *ticks)
{
    const struct measure_kernel kernel = work_kernel(&set->run[k]);

    ops_entry = 0;
    return measure_enough_ops(plan, &kernel, 1, ticks);
}

/* Chooses the laps, and how many kernels are worth it: while more streams make a step cheaper. */
static void prepare(struct ops_run *o, const struct plan *plan)
{
    uint64_t best = UINT64_MAX; /* of a step on one stream, 1/4096 ticks */
    unsigned worse = 0;

    for (o->n = 0; o->n < OPS_KERNELS && worse < PATIENCE; o->n++) {
        unsigned streams = ops_streams(o->n);

        o->laps[o->n] = 0;
        if (!o->set->run[o->n])
            continue;
        uint64_t ticks = 0, laps = enough_laps(plan, o->set, o->n, &ticks);

        o->laps[o->n] = laps;
        if (laps == 0)
            continue;
        uint64_t cost = ticks * 4096 / laps / streams / ops_steps(streams);
        worse = cost < best - best / GAIN ? 0 : worse + 1;
        best = cost < best ? cost : best;
    }
    o->reference_ops = measure_enough_ops(plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
}

static void keep(struct ops_run *o, unsigned at, uint64_t ticks)
{
    if (ticks != MEASURE_NONE)
        o->ticks[at][o->n_ticks[at]++] = ticks;
}

static void round_of(struct ops_run *o)
{
    warm_set(o, false);
    for (unsigned k = 0; k < o->n; k++) {
        if (o->laps[k] == 0)
            continue;
        keep(o, 2 * k, timed(o->set, k, 0, o->laps[k]));
        keep(o, 2 * k + 1, timed(o->set, k, ops_steps(ops_streams(k)) / 2, o->laps[k]));
    }
    if (o->reference_ops > 0)
        keep(o, TIMINGS - 1, reference_ticks(o->reference_ops));
}

static void begin_series(struct probe_run *run, const struct op_set *set)
{
    const struct probe_word words[] = {
        { "op", set->op },
        { "type", set->type },
        { "with", set->with },
        { "apart", set->apart ? "1" : 0 },
        { 0, 0 },
    };

    probe_series_words(run, run->name, words);
}

static void send(struct probe_run *run, const struct ops_run *o)
{
    const uint64_t none[2] = { 0, 0 };

    begin_series(run, o->set);
    for (unsigned k = 0; k < o->n; k++) {
        unsigned streams = ops_streams(k);

        for (unsigned half = 0; half < 2 && o->set->run[k]; half++) {
            uint64_t steps = ops_steps(streams) >> half;
            const uint64_t x[2] = { streams, steps };

            probe_sample(run, x, 2, o->laps[k] * steps * streams * o->set->count,
                         o->ticks[2 * k + half], o->n_ticks[2 * k + half]);
        }
    }
    probe_sample(run, none, 2, o->reference_ops, o->ticks[TIMINGS - 1], o->n_ticks[TIMINGS - 1]);
    probe_done(run, run->name, o->n_ticks[TIMINGS - 1] > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* The least that an operation on kernel K cost, 1/4096 ticks; UINT64_MAX: it was not timed. */
static uint64_t least_cost(const struct ops_run *o, unsigned k)
{
    uint64_t least, next;

    measure_lowest_two(o->ticks[2 * k], o->n_ticks[2 * k], &least, &next);
    if (least == MEASURE_NONE || o->laps[k] == 0)
        return UINT64_MAX;
    return least * 4096 / o->laps[k] / ops_streams(k) / ops_steps(ops_streams(k));
}

/* Lets the kernel of the best rate be timed again, and the one of most streams that is near it: a
 * neighbour may have hidden that more of them are faster. */
static void take_fastest(const struct ops_run *o)
{
    unsigned best = 0, widest = 0;
    uint64_t costs[OPS_KERNELS] = { 0 };

    for (unsigned k = 0; k < o->n; k++) {
        costs[k] = least_cost(o, k);
        best = costs[k] < costs[best] ? k : best;
    }
    for (unsigned k = 0; k < o->n; k++)
        if (costs[k] <= costs[best] + costs[best] / NEAR_BEST)
            widest = k;
    if (o->n == 0 || costs[best] == UINT64_MAX)
        return;
    const struct rate_of of[RATES_EACH] = {
        { best, false, o->laps[best] },
        { best, true, o->laps[best] },
        { widest, false, o->laps[widest] },
    };
    rates_take(o->set, of, widest > best ? 3 : 2, o->reference_ops);
}

/* FIRST: of its type. What is chosen before the type is warm is chosen anew. */
static void begin_set(struct ops_run *o, const struct op_set *set, const struct plan *plan,
                      bool first)
{
    o->set = set;
    o->warm = (struct warm){ .usual_ticks = 0 };
    for (unsigned i = 0; i < TIMINGS; i++)
        o->n_ticks[i] = 0;
    prepare(o, plan);
    if (!first)
        return;
    warm_set(o, true);
    prepare(o, plan);
}

static void send_missing(struct probe_run *run, const struct op_set *set)
{
    begin_series(run, set);
    probe_done(run, run->name, RECORD_END_NO_INSTRUCTION);
}

/* Measures sets from SET on, as many as ALL has room for, and sends them; the first that is left.
 */
static const struct op_set *run_some(struct probe_run *run, const struct op_set *set,
                                     struct ops_run *all, size_t room)
{
    unsigned quick = run->plan->slow ? SLOW_ROUNDS : QUICK_ROUNDS;
    unsigned rounds = run->plan->effort == EFFORT_QUICK ? quick : ROUNDS;
    size_t n = 0;

    for (const char *type = ""; set->op && n < room; set++) {
        if (set->run)
            begin_set(&all[n++], set, run->plan, !probe_same_text(type, set->type));
        else
            send_missing(run, set);
        type = set->type;
    }
    for (unsigned r = 0; r < rounds; r++)
        for (size_t i = 0; i < n; i++)
            round_of(&all[i]);
    for (size_t i = 0; i < n; i++) {
        send(run, &all[i]);
        take_fastest(&all[i]);
    }
    return set;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (const struct op_set *set = ops_table; set->op; set++)
        if (set->run)
            n += (set->apart ? 2U : 2U * (OPS_KERNELS - PATIENCE)) + 1 + RATES_EACH + 1;
    return n;
}

static size_t n_sets(void)
{
    size_t n = 0;

    while (ops_table[n].op)
        n++;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    const struct op_set *set = ops_table;
    size_t bytes = n_sets() * sizeof(struct ops_run);
    struct hal_block block;

    if (bytes > 0 && chase_alloc(&block, bytes, sizeof(struct ops_run)) != 0)
        return RECORD_END_NO_MEMORY;
    rates_prepare(n_sets());
    while (set->op && run->out->err == 0)
        set = run_some(run, set, block.start, block.size_bytes / sizeof(struct ops_run));
    if (bytes > 0)
        hal_free(&block);
    return RECORD_END_OK;
}

static const struct probe_extra extra = {
    .again = rates_again,
    .send_again = rates_send,
};

const struct probe probe_ops = {
    .rank = 60,
    .slow = true,
    .about = "operations: latency and reciprocal throughput",
    .extra = &extra,
    .points = points,
    .run = run,
};
