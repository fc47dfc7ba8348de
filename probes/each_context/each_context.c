/* Each context by itself: how long an addition of the reference chain takes there, and a load in
 * memory beyond the caches, so that one slow core is seen.
 *
 * One series. x = context : kind; kind 0: ops = additions, kind 1: ops = loads, both by the
 * context's own clock; kind 2: additions by the clock of context 0, which waits for the other:
 * where each core has a counter of its own, that may be as slow as the core is; kind 3: additions
 * in laps of four times as many, which differ from kind 0 by the loop itself. A pass goes through
 * all contexts once and sends each timing as a point of its own. */
#include "hal/thread.h"
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "lib/measure.h"
#include "lib/pair_run.h"
#include "lib/reference.h"

enum {
    ADDITIONS,
    LOADS,
    FROM_OUTSIDE,
    LONG_LAPS,
    KINDS,
    PASSES = 9,
    QUICK_PASSES = 5,
    BEYOND = 4, /* memory, in units of the last cache */
    LONG = 8,   /* a timing, in units of the shortest: waiting for the other costs some of it */
    MOST = 256, /* contexts */
    LAP_LOADS = 64,
};

/* What a context does once. */
struct visit {
    struct measure_kernel kernel[KINDS];
    uint64_t ops[KINDS], ticks[KINDS];
};

static struct far_walker walker;

static void by_own_clock(void *visit)
{
    struct visit *v = visit;

    for (unsigned kind = 0; kind < KINDS; kind++)
        if (kind != FROM_OUTSIDE)
            v->ticks[kind] = measure_ticks(&v->kernel[kind], v->ops[kind]);
    if (hal_thread_moved())
        v->ticks[ADDITIONS] = v->ticks[LONG_LAPS] = v->ticks[LOADS] = MEASURE_NONE;
}

static void add(void *visit)
{
    struct visit *v = visit;

    v->kernel[FROM_OUTSIDE].run(v->kernel[FROM_OUTSIDE].ctx, v->ops[FROM_OUTSIDE]);
}

static void time_other(struct pair_run *pair)
{
    struct visit *v = pair->ctx;
    uint64_t begin = hal_timer_now_ticks();

    pair_go(pair);
    pair_wait(pair);
    v->ticks[FROM_OUTSIDE] = measure_between_ticks(begin, hal_timer_now_ticks());
}

/* Has CONTEXT do V once; ticks are MEASURE_NONE where that context is not to be had. */
static void once(struct visit *v, unsigned context)
{
    struct pair_run pair = { .lead = time_other, .follow = add, .ctx = v };

    for (unsigned kind = 0; kind < KINDS; kind++)
        v->ticks[kind] = MEASURE_NONE;
    (void)far_on_context(context, by_own_clock, v);
    if (context == 0)
        v->ticks[FROM_OUTSIDE] = v->ticks[ADDITIONS];
    else if (pair_run(&pair, 0, context) != HAL_THREAD_OK)
        v->ticks[FROM_OUTSIDE] = MEASURE_NONE;
}

/* Fills V; MEMORY holds what is loaded. 0, or -1: the clock went back. */
static int prepare(struct visit *v, const struct plan *plan, struct hal_block *memory)
{
    struct plan longer = *plan;

    longer.sample_ticks *= LONG;
    (void)far_lay(&walker, memory, 0, memory->size_bytes, plan->seed);
    v->kernel[ADDITIONS] = v->kernel[FROM_OUTSIDE] = *reference_kernel(REFERENCE_ADD);
    v->kernel[LONG_LAPS] = *reference_kernel(REFERENCE_ADD_LONG);
    v->kernel[LOADS] = (struct measure_kernel){ far_walk, &walker };
    v->ops[ADDITIONS] = measure_enough_ops(&longer, &v->kernel[ADDITIONS], REFERENCE_LONG_LAP, 0);
    v->ops[FROM_OUTSIDE] = v->ops[LONG_LAPS] = v->ops[ADDITIONS];
    v->ops[LOADS] = measure_enough_ops(&longer, &v->kernel[LOADS], LAP_LOADS, 0);
    return v->ops[ADDITIONS] > 0 && v->ops[LOADS] > 0 ? 0 : -1;
}

static unsigned n_contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < MOST ? n : MOST;
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? QUICK_PASSES : PASSES;
}

static unsigned points(const struct plan *plan)
{
    return hal_thread_contexts() < 2 ? 0 : n_contexts() * passes(plan) * KINDS;
}

static void pass(struct probe_run *run, struct visit *v)
{
    for (unsigned context = 0; context < n_contexts() && run->out->err == 0; context++) {
        once(v, context);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            const uint64_t x[] = { context, kind };

            if (v->ticks[kind] != MEASURE_NONE && v->ticks[kind] > 0)
                probe_sample(run, x, 2, v->ops[kind], &v->ticks[kind], 1);
        }
    }
}

static enum record_end run(struct probe_run *run)
{
    size_t bytes = far_bytes(run->plan, 1, BEYOND);
    struct visit visit;
    struct hal_block memory;

    if (hal_thread_contexts() < 2)
        return RECORD_END_ALONE;
    if (bytes == 0 || far_alloc(&memory, 0, bytes) != 0)
        return RECORD_END_NO_MEMORY;
    (void)hal_thread_pin(0);
    enum record_end end =
        prepare(&visit, run->plan, &memory) == 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
    probe_series(run, run->name, 0);
    for (unsigned i = 0; i < passes(run->plan) && end == RECORD_END_OK; i++)
        pass(run, &visit);
    hal_free(&memory);
    probe_done(run, run->name,
               end == RECORD_END_OK && run->n_points == 0 ? RECORD_END_CLOCK_BACK : end);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_each_context = {
    .rank = 83,
    .about = "each context by itself: cycle time and memory latency",
    .options = options,
    .points = points,
    .run = run,
};
