/* Size of the first instruction cache: code that is run through again and again, once a lap, costs
 * more from the footprint on at which it no longer fits (X-Ray, section 7, names it as what comes
 * next).
 *
 * The code is what probe ops brings: hundreds of straight-line kernels, each run for one lap.
 * x = bytes of code in a lap : repetitions, ops = bytes that were run. With 1 repetition the
 * kernels follow each other in random order; with REPEATED each is run so often before the next, so
 * that it is there for all runs but the first. The difference is what the misses cost. */
#include "hal/board_limits.h"
#include "lib/measure.h"
#include "lib/op_kernel.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    MOST_KERNELS = HAL_LIMIT_OP_KERNELS,
    MOST_KERNEL_BYTES = 8192, /* what follows at a larger distance is not the next kernel */
    LEAST_AVERAGE_BYTES = 64, /* less, and these are not addresses of code (descriptors) */
    LEAST_BYTES = 2048,
    STEPS_A_DOUBLING = 4,
    POINTS = 48,
    REPEATED = 16,
    ROUNDS = 6,
};

struct code {
    ops_kernel *run; /* 0: a slow one, kept as the mark of where the one before ends */
    uintptr_t address;
    uint64_t bytes;
};

static struct code code[MOST_KERNELS];
static unsigned n_code;

/* The first N kernels, each so many times before the next. */
struct lap {
    unsigned n, repetitions;
};

static bool slow(const struct op_set *set)
{
    return probe_same_text(set->op, "div") || probe_same_text(set->op, "mod") ||
           probe_same_text(set->op, "sqrt");
}

static void add(ops_kernel *run, bool slow_one)
{
    uintptr_t address = (uintptr_t)run;
    unsigned at = n_code++;

    for (; at > 0 && code[at - 1].address > address; at--)
        code[at] = code[at - 1];
    code[at] = (struct code){ .run = slow_one ? 0 : run, .address = address };
}

/* Keeps the kernels that are straight code, and how long each is. */
static void measure_code(void)
{
    unsigned kept = 0;

    for (unsigned i = 0; i + 1 < n_code; i++) {
        code[i].bytes = code[i + 1].address - code[i].address;
        if (code[i].run && code[i].bytes <= MOST_KERNEL_BYTES)
            code[kept++] = code[i];
    }
    n_code = kept;
}

static void collect(void)
{
    n_code = 0;
    for (const struct op_set *set = ops_table; set->op; set++)
        for (unsigned k = 0; set->run && k < OPS_KERNELS; k++)
            if (set->run[k] && n_code < MOST_KERNELS)
                add(set->run[k], slow(set));
    measure_code();
}

/* So that no prefetcher of instructions sees a row, and every footprint is a mixture. */
static void shuffle(struct probe_run *run)
{
    for (unsigned i = n_code; i > 1; i--) {
        unsigned other = (unsigned)(probe_random(run) % i);
        struct code moved = code[i - 1];

        code[i - 1] = code[other];
        code[other] = moved;
    }
}

static void run_laps(void *ctx, uint64_t laps)
{
    const struct lap *lap = ctx;

    for (; laps > 0; laps--)
        for (unsigned i = 0; i < lap->n; i++)
            for (unsigned r = 0; r < lap->repetitions; r++)
                code[i].run(1);
}

/* Kernels that have BYTES together or a little more; 0: there are not so many. *GOT: what they
 * have. */
static unsigned kernels_for(uint64_t bytes, uint64_t *got)
{
    *got = 0;
    for (unsigned i = 0; i < n_code; i++) {
        *got += code[i].bytes;
        if (*got >= bytes)
            return i + 1;
    }
    return 0;
}

/* Both ways alternately, so that what disturbs one disturbs the other. */
static void point(struct probe_run *run, unsigned n, uint64_t bytes)
{
    struct lap lap[2] = { { n, 1 }, { n, REPEATED } };
    uint64_t ticks[2][ROUNDS], laps[2];
    unsigned n_ticks[2] = { 0, 0 };

    for (unsigned way = 0; way < 2; way++) {
        const struct measure_kernel kernel = { run_laps, &lap[way] };

        laps[way] = measure_enough_ops(run->plan, &kernel, 1, 0);
    }
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned way = 0; way < 2; way++) {
            const struct measure_kernel kernel = { run_laps, &lap[way] };
            uint64_t took = laps[way] > 0 ? measure_ticks(&kernel, laps[way]) : MEASURE_NONE;

            if (took != MEASURE_NONE)
                ticks[way][n_ticks[way]++] = took;
        }
    for (unsigned way = 0; way < 2; way++) {
        const uint64_t x[2] = { bytes, lap[way].repetitions };

        if (n_ticks[way] > 0)
            probe_sample(run, x, 2, laps[way] * bytes * x[1], ticks[way], n_ticks[way]);
    }
}

/* The next footprint of the sweep: STEPS_A_DOUBLING of them to a doubling. */
static uint64_t next_bytes(unsigned k)
{
    static const unsigned quarters[STEPS_A_DOUBLING] = { 16, 19, 23, 27 };

    return (uint64_t)LEAST_BYTES * quarters[k % STEPS_A_DOUBLING] / 16 << k / STEPS_A_DOUBLING;
}

/* Bytes of all code; 0 where it is too little to be worth a sweep. */
static uint64_t all_code(void)
{
    uint64_t all;

    collect();
    (void)kernels_for(UINT64_MAX, &all);
    return n_code == 0 || all / n_code < LEAST_AVERAGE_BYTES || all < LEAST_BYTES ? 0 : all;
}

static unsigned points(const struct plan *plan)
{
    uint64_t all = all_code();
    unsigned n = 0;

    (void)plan;
    while (n < POINTS && next_bytes(n) <= all)
        n++;
    return 2 * n;
}

static enum record_end run(struct probe_run *run)
{
    uint64_t bytes;

    if (all_code() == 0)
        return RECORD_END_NO_CODE;
    shuffle(run);
    ops_entry = 0;
    probe_series(run, run->name, 0);
    for (unsigned k = 0; k < POINTS; k++) {
        unsigned n = kernels_for(next_bytes(k), &bytes);

        if (n == 0)
            break;
        point(run, n, bytes);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    return RECORD_END_OK;
}

const struct probe probe_icache = {
    .rank = 68,
    .about = "size of the first instruction cache, from code footprints",
    .points = points,
    .run = run,
};
