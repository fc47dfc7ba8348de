/* Latency over bandwidth: what a load takes on context 0 while all other contexts move data at
 * several paces, from none to as fast as they can (Esmaili-Dokht and others, "A Mess of Memory
 * System Benchmarking, Simulation and Application Profiling", MICRO 2024).
 *
 * One series for each level and mix of traffic, keys level (as in probe bandwidth), kind (what
 * others do: 0 read, 2 copy, 3 triad, 4 non-temporal write), bytes, the working set that is chased,
 * and paces, their number. x = pace:0, ops = loads, each waiting for the one before; and with each
 * timing but those of pace 0, x = pace:1, ops = bytes that all others moved meanwhile. The others
 * count their own bytes; no counter of the processor is read.
 *
 * Where there is one context alone (key alone=1), it moves data itself, between the loads of the
 * chain and independent of them: pace 1 is a step of the stream for each load, and each further
 * pace twice as many. */
#include "hal/thread.h"
#include "lib/background_load.h"
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "lib/reference.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    PACES = 5, /* of a run that does not say */
    ALL_PACES = 8,
    MOST_PACES = 16,
    MIXES = 4, /* read and copy first */
    FEW_MIXES = 2,
    MOST_ROUNDS = 16,
    IN_A_ROW = 2,
    BEYOND =
        8, /* twice what is chased, and what each of the others has, in units of the last cache */
    NEARER = 4,
    FEWEST_SHARES = 8, /* of the last cache */
    WARM_LAPS = 8,
    LOADS = 4096,
    QUICK_LOADS = 2048,
    VARIANT = 3, /* of streams: two, unrolled */
    FREE_BYTES = 8192,
    MOST_CHUNK = 64,
    ADDITIONS = 1 << 14, /* whose time is taken for that of an addition */
    PAGE_BYTES = 4096,
};

static struct stream streams[BACKGROUND_MOST];
static struct hal_block blocks[BACKGROUND_MOST];
static struct far_walker walker;

/* What is measured: a chase in LEVEL while N - 1 others do OP. */
struct target {
    struct probe_run *run;
    unsigned level, n, paces;
    enum stream_op op;
    size_t chased_bytes, others_bytes;
    size_t step_bytes;                       /* of OP; 0: there are no such kernels */
    struct background_pace pace[MOST_PACES]; /* of the others; 0: none moves anything */
};

static bool is_quick(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK;
}

/* All mixes and the last cache, too. */
static bool is_full(const struct plan *plan)
{
    return plan->paces > 0 || plan->effort == EFFORT_THOROUGH;
}

static unsigned paces(const struct plan *plan)
{
    return plan->paces > 0 ? plan->paces : is_full(plan) ? ALL_PACES : PACES;
}

static unsigned rounds(const struct plan *plan)
{
    static const unsigned by_effort[] = { 4, 8, MOST_ROUNDS };

    return by_effort[plan->effort];
}

static bool in_cache(const struct target *t)
{
    return t->level < t->run->plan->n_caches;
}

/* ---- one context: its own streams between its loads ---- */

static uint64_t steps_a_load;

static void mixed(void *ctx, uint64_t loads)
{
    const uint64_t steps = steps_a_load;
    void *at = walker.at;

    for (; loads > 0; loads--) {
        at = chase_follow(at, 1);
        stream_run(ctx, steps);
    }
    walker.at = at;
}

static unsigned measure_alone(const struct target *t, unsigned pace, uint64_t loads,
                              struct background_timing *at)
{
    const struct measure_kernel kernel = { mixed, &streams[0] };
    unsigned n = 0;

    (void)t;
    steps_a_load = pace > 0 ? (uint64_t)1 << (pace - 1) : 0;
    for (unsigned i = 0; i < IN_A_ROW; i++) {
        uint64_t ticks = measure_ticks(&kernel, loads);

        if (ticks != MEASURE_NONE && ticks > 0)
            at[n++] = (struct background_timing){ ticks, loads * steps_a_load };
    }
    return n;
}

/* ---- paces of the others ---- */

static unsigned measure_beside(const struct target *t, unsigned pace, uint64_t loads,
                               struct background_timing *at)
{
    const struct measure_kernel kernel = { far_walk, &walker };
    unsigned others = pace > 0 ? t->n - 1 : 0;

    for (unsigned i = 1; i <= others; i++)
        (void)stream_set(&streams[i], t->op, VARIANT);
    return background_measure(&kernel, loads, streams, others,
                              in_cache(t) ? streams[t->n - 1].steps : 0, t->pace[pace], at,
                              IN_A_ROW);
}

/* Ticks of STEPS steps of the first of the others' streams, as this context alone takes them. */
static uint64_t ticks_alone(const struct target *t, uint64_t steps)
{
    const struct measure_kernel kernel = { stream_run, &streams[1] };
    uint64_t least = MEASURE_NONE;

    (void)stream_set(&streams[1], t->op, VARIANT);
    for (unsigned i = 0; i < IN_A_ROW + 1; i++) {
        uint64_t ticks = measure_ticks(&kernel, steps);

        least = ticks < least ? ticks : least;
    }
    return least;
}

/* Sets PACE so that each of the others waits for WAIT_TICKS with each STEPS steps, in whole laps of
 * additions of which ADDITIONS take ADD_TICKS: few steps at a time, so that traffic is even. */
static void set_pace(struct background_pace *pace, uint64_t wait_ticks, uint64_t steps,
                     uint64_t add_ticks)
{
    uint64_t wait =
        wait_ticks * ADDITIONS / (add_ticks > 0 ? add_ticks : 1); /* additions with STEPS */

    if (wait * MOST_CHUNK < REFERENCE_LAP * steps)
        return; /* hardly any: it stays the fastest pace */
    pace->additions = (2 * wait / (REFERENCE_LAP * steps) + 1) * REFERENCE_LAP;
    pace->chunk_steps = (pace->additions * steps + wait / 2) / wait;
}

/* Paces at which the others move 1, 2, 3 ... of PACES - 1 parts of all that they can: a step then
 * takes as long as at full pace times the inverse of that share, of which the step itself takes
 * what it takes alone. */
static void choose_paces(struct target *t, uint64_t loads)
{
    const struct background_pace fastest = { FREE_BYTES / t->step_bytes + 1, 0 };
    struct background_timing full[IN_A_ROW];
    unsigned last = t->paces - 1;

    for (unsigned i = 0; i <= last; i++)
        t->pace[i] = fastest;
    if (t->n < 2 || measure_beside(t, last, loads, full) < IN_A_ROW || full[1].steps == 0)
        return;
    uint64_t steps = full[1].steps / (t->n - 1) + 1; /* of each, in full[1].ticks */
    uint64_t add_ticks = reference_ticks(ADDITIONS), alone = ticks_alone(t, steps);
    if (add_ticks == MEASURE_NONE || alone == MEASURE_NONE)
        return;
    for (unsigned i = 1; i < last; i++) {
        uint64_t wanted = full[1].ticks * last / i;

        if (wanted > alone)
            set_pace(&t->pace[i], wanted - alone, steps, add_ticks);
    }
}

/* ---- a level and a mix ---- */

static void point(const struct target *t, unsigned pace, uint64_t loads)
{
    const uint64_t chased[] = { pace, 0 }, moved[] = { pace, 1 };
    struct background_timing at[IN_A_ROW];
    unsigned n = t->n > 1 ? measure_beside(t, pace, loads, at) : measure_alone(t, pace, loads, at);

    for (unsigned i = 0; i < n; i++) {
        probe_sample(t->run, chased, 2, loads, &at[i].ticks, 1);
        if (at[i].steps > 0)
            probe_sample(t->run, moved, 2, at[i].steps * t->step_bytes, &at[i].ticks, 1);
    }
}

/* LAP: loads in a lap of the chain. Paces take turns, so that what changes with time changes all.
 */
static void run_mix(struct target *t, uint64_t lap)
{
    const struct probe_key keys[] = { { "level", t->level + 1 },     { "kind", t->op },
                                      { "bytes", t->chased_bytes },  { "paces", t->paces },
                                      { t->n > 1 ? 0 : "alone", 1 }, { 0, 0 } };
    uint64_t loads = is_quick(t->run->plan) ? QUICK_LOADS : LOADS;
    const unsigned first = t->n > 1 ? 1 : 0;

    probe_series(t->run, t->run->name, keys);
    for (unsigned i = first; i < t->n; i++) {
        streams[i].bytes = t->others_bytes;
        t->step_bytes = stream_set(&streams[i], t->op, VARIANT);
    }
    if (!stream_has(t->op) || t->step_bytes == 0) {
        probe_done(t->run, t->run->name, RECORD_END_NO_INSTRUCTION);
        return;
    }
    if (in_cache(t))
        far_walk(&walker, WARM_LAPS * lap);
    else
        far_touch(blocks[0].start, t->chased_bytes);
    choose_paces(t, loads / 2);
    for (unsigned r = 0; r < rounds(t->run->plan); r++)
        for (unsigned pace = 0; pace < t->paces; pace++) {
            if (in_cache(t)) /* others may have evicted it */
                far_walk(&walker, lap);
            point(t, pace, loads);
        }
    probe_done(t->run, t->run->name, t->run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void run_level(struct target *t)
{
    static const enum stream_op ops[MIXES] = { STREAM_READ, STREAM_COPY, STREAM_TRIAD,
                                               STREAM_NT_WRITE };
    uint64_t lap = far_lay(&walker, &blocks[0], 0, t->chased_bytes, t->run->plan->seed);

    for (unsigned i = 0; i < (is_full(t->run->plan) ? MIXES : FEW_MIXES) && t->run->out->err == 0;
         i++) {
        t->op = ops[i];
        run_mix(t, lap);
    }
}

/* A working set that is in the last cache and in none before, for each of N contexts that share it.
 */
static size_t in_last_cache(const struct plan *plan, unsigned n)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t above = plan->n_caches > 1 ? plan->cache_bytes[plan->n_caches - 2] : 0;
    size_t share = last / (n < FEWEST_SHARES ? n : FEWEST_SHARES);
    size_t bytes = share > above + above / 2 ? above + (share - above) / 2 : above + above / 4;

    return (bytes < last / 2 ? bytes : last / 2) & ~(size_t)(PAGE_BYTES - 1);
}

static unsigned contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < BACKGROUND_MOST ? n : BACKGROUND_MOST;
}

static unsigned points(const struct plan *plan)
{
    unsigned mixes = is_full(plan) ? MIXES * (plan->n_caches > 0 ? 2 : 1) : FEW_MIXES;

    return mixes * rounds(plan) * IN_A_ROW * (2 * paces(plan) - 1);
}

/* Memory for as many of N contexts as there is some for: CHASED bytes for the first, and OTHERS for
 * each of the others; the first alone has both. */
static unsigned get_memory(unsigned n, size_t chased, size_t others)
{
    unsigned got = 0;

    while (got < n && far_alloc(&blocks[got], got,
                                got > 0 ? others
                                : n > 1 ? chased
                                        : chased + others) == 0) {
        streams[got].base = blocks[got].start;
        got++;
    }
    if (n == 1 && got == 1)
        streams[0].base = (char *)blocks[0].start + chased;
    return got;
}

static enum record_end run(struct probe_run *run)
{
    const struct plan *plan = run->plan;
    unsigned n = contexts();
    size_t chased = far_bytes(plan, n > 1 ? 1 : 2, BEYOND) / 2 & ~(size_t)(PAGE_BYTES - 1);
    size_t others = far_bytes(plan, n > 1 ? n : 2, BEYOND) / 2 & ~(size_t)(PAGE_BYTES - 1);
    unsigned got = chased > 0 && others > 0 ? get_memory(n, chased, others) : 0;
    struct target memory = { .run = run, .n = got, .paces = paces(plan), .level = plan->n_caches };

    memory.chased_bytes = chased;
    memory.others_bytes = others;
    if (got > 0 && (got > 1 || n == 1)) {
        run_level(&memory);
        struct target cache = memory;
        cache.level = plan->n_caches - 1;
        cache.chased_bytes = cache.others_bytes = in_last_cache(plan, got);
        if (is_full(plan) && plan->n_caches > 0 && cache.chased_bytes > 0 &&
            cache.chased_bytes < chased)
            run_level(&cache);
    }
    while (got > 0)
        hal_free(&blocks[--got]);
    return run->n_points > 0 ? RECORD_END_OK : RECORD_END_NO_MEMORY;
}

static void take_paces(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->paces = (unsigned)values[0];
}

static const struct probe_option with_paces = {
    .key = "paces",
    .value = "N",
    .about = "paces of traffic; with it all mixes of reads and writes, and the last cache",
    .wanted = "a number from 3 to 16, as in paces=8",
    .least = 3,
    .most = MOST_PACES,
    .n_values = 1,
    .take = take_paces,
};

static const struct probe_option *const options[] = { &estimate_capacity, &with_paces, 0 };

const struct probe probe_loaded_curve = {
    .rank = 85,
    .about = "latency over bandwidth: a pointer chase while other contexts stream at several paces",
    .options = options,
    .points = points,
    .run = run,
};
