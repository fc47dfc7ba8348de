/* Latency and throughput of single operations (BlackjackBench section 3.3, X-Ray sections 3.2 to
 * 3.4): chains of one operation on one type, in 1 to 20 independent streams.
 *
 * One series for each operation and type, keys op, type and, where each step carries a second
 * operation that the host has to subtract, with. x = streams:steps, one S for the whole lap and one
 * for half of it, whose difference is free of the loop; ops counts operations on all streams, the
 * carried ones not. x = 0:0 is the reference chain, timed in the same rounds. */
#include "op_kernel.h"
#include "probe.h"
#include "reference.h"

enum {
    ROUNDS = 12,      /* timings of each point, most */
    QUICK_ROUNDS = 6, /* as in BlackjackBench section 3.3.1 */
    PATIENCE = 3,     /* kernels without a gain after which more streams are not tried */
    GAIN = 32,        /* less than 1/32 is no gain */
    TIMINGS = 2 * OPS_KERNELS + 1,
};

volatile unsigned ops_entry;

/* One set while it is measured. */
struct ops_run {
    const struct op_set *set;
    unsigned n;                 /* kernels measured */
    uint64_t laps[OPS_KERNELS]; /* 0: could not be timed */
    uint64_t reference_ops;
    uint64_t ticks[TIMINGS][ROUNDS]; /* whole and half of each kernel, the reference chain last */
    unsigned n_ticks[TIMINGS];
};

static void run_kernel(void *ctx, uint64_t laps)
{
    ops_kernel *const *kernel = ctx;

    (*kernel)(laps);
}

static uint64_t timed(const struct op_set *set, unsigned k, unsigned skipped, uint64_t laps)
{
    ops_kernel *run = set->run[k];
    const struct measure_kernel kernel = { run_kernel, &run };

    ops_entry = skipped;
    return measure_ticks(&kernel, laps);
}

/* Laps of kernel K that last long enough, and in *TICKS how long. */
static uint64_t enough_laps(const struct plan *plan, const struct op_set *set, unsigned k,
                            uint64_t *ticks)
{
    ops_kernel *run = set->run[k];
    const struct measure_kernel kernel = { run_kernel, &run };

    ops_entry = 0;
    return measure_enough_ops(plan, &kernel, 1, ticks);
}

/* Chooses the laps, and how many kernels are worth it: while more streams make a step cheaper. */
static void prepare(struct ops_run *o, const struct plan *plan)
{
    uint64_t best = UINT64_MAX; /* of a step on one stream, 1/4096 ticks */
    unsigned worse = 0;

    for (o->n = 0; o->n < OPS_KERNELS && worse < PATIENCE && o->set->run[o->n]; o->n++) {
        unsigned streams = ops_streams(o->n);
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

static void measure(struct ops_run *o, unsigned rounds)
{
    for (unsigned r = 0; r < rounds; r++) {
        for (unsigned k = 0; k < o->n; k++) {
            if (o->laps[k] == 0)
                continue;
            keep(o, 2 * k, timed(o->set, k, 0, o->laps[k]));
            keep(o, 2 * k + 1, timed(o->set, k, ops_steps(ops_streams(k)) / 2, o->laps[k]));
        }
        if (o->reference_ops > 0)
            keep(o, TIMINGS - 1, measure_ticks(reference_kernel(REFERENCE_ADD), o->reference_ops));
    }
}

static void begin_series(struct probe_run *run, const struct op_set *set)
{
    const struct probe_word words[] = {
        { "op", set->op }, { "type", set->type }, { "with", set->with }, { 0, 0 }
    };

    probe_series_words(run, run->name, words);
}

static void send(struct probe_run *run, const struct ops_run *o)
{
    const uint64_t none[2] = { 0, 0 };

    begin_series(run, o->set);
    for (unsigned k = 0; k < o->n; k++) {
        unsigned streams = ops_streams(k);

        for (unsigned half = 0; half < 2; half++) {
            uint64_t steps = ops_steps(streams) >> half;
            const uint64_t x[2] = { streams, steps };

            probe_sample(run, x, 2, o->laps[k] * steps * streams * o->set->count,
                         o->ticks[2 * k + half], o->n_ticks[2 * k + half]);
        }
    }
    probe_sample(run, none, 2, o->reference_ops, o->ticks[TIMINGS - 1], o->n_ticks[TIMINGS - 1]);
    probe_done(run, run->name, o->n_ticks[TIMINGS - 1] > 0 ? PROBE_OK : PROBE_CLOCK_BACK);
}

static void run_set(struct probe_run *run, const struct op_set *set)
{
    static struct ops_run o;

    o = (struct ops_run){ .set = set };
    if (set->run == 0) {
        begin_series(run, set);
        probe_done(run, run->name, PROBE_NO_INSTRUCTION);
        return;
    }
    prepare(&o, run->plan);
    measure(&o, run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS);
    send(run, &o);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (const struct op_set *set = ops_table; set->op; set++)
        n += set->run ? 2 * (OPS_KERNELS - PATIENCE) + 1 : 0;
    return n;
}

static enum probe_end run(struct probe_run *run)
{
    for (const struct op_set *set = ops_table; set->op && run->out->err == 0; set++)
        run_set(run, set);
    return PROBE_OK;
}

const struct probe probe_ops = {
    .rank = 60,
    .about = "operations: latency, initiation interval, how many are in flight",
    .points = points,
    .run = run,
};
