/* The core clock over minutes with all contexts busy: when it falls, and how far.
 *
 * One series. x = milliseconds of load until then, ops = additions of the reference chain on
 * context 0, timed every now and then; all contexts else run multiply-adds on the widest vectors
 * that the image has. */
#include "hal/timer.h"
#include "lib/parallel_run.h"
#include "lib/peak_kernel.h"
#include "lib/reference.h"
#include "lib/work.h"
#include "run/probe.h"

enum {
    USUAL_MINUTES = 5, /* as sbc-bench */
    POINTS = 600,
    ROUNDS = 3,
    LEAST_MS = 100, /* between two points */
    SECONDS_A_MINUTE = 60,
    MS_A_SECOND = 1000,
};

struct point {
    uint64_t ms, ticks[ROUNDS];
    unsigned n;
};

static struct {
    struct measure_kernel heavy;
    uint64_t heavy_ops, chain_ops;
    uint64_t second_ticks, seconds; /* of load */
    unsigned stop, n;
    struct point at[POINTS];
} load;

static struct parallel_member members[PARALLEL_MOST];
static uint64_t minutes; /* given from outside; 0: not given */

static void take_minutes(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)plan;
    (void)n;
    minutes = values[0];
}

static const struct probe_option option_minutes = {
    .key = "minutes",
    .value = "N",
    .about = "of load for probe throttling; without it 5",
    .wanted = "a number from 1 to 1440, as in minutes=5",
    .least = 1,
    .most = 1440,
    .n_values = 1,
    .take = take_minutes,
};

static void run_peak(void *kernel, uint64_t laps)
{
    const struct peak_kernel *k = kernel;

    k->run(laps);
}

/* Multiply-adds of the last type that has them; else additions. 0, or -1: the image has neither. */
static int find_heavy(struct measure_kernel *heavy)
{
    const struct peak_kernel *found = 0;

    for (const struct peak_set *set = peak_table; set->type; set++)
        if (probe_same_text(set->mix, "fma"))
            for (const struct peak_kernel *k = set->kernel; k->run; k++)
                found = k;
    if (found == 0)
        return work_adding(heavy);
    *heavy = (struct measure_kernel){ run_peak, (void *)(uintptr_t)found };
    return 0;
}

static void keep_point(uint64_t ms)
{
    struct point *p = &load.at[load.n];
    uint64_t ticks[ROUNDS];

    p->n = measure_rounds(reference_kernel(REFERENCE_ADD), load.chain_ops, ticks, ROUNDS);
    for (unsigned i = 0; i < p->n; i++)
        p->ticks[i] = ticks[i];
    p->ms = ms;
    load.n += p->n > 0;
}

static void lead(void *ctx, uint64_t unused)
{
    uint64_t begin = hal_timer_now_ticks(), total_ms = load.seconds * MS_A_SECOND;
    uint64_t step_ms = total_ms / POINTS < LEAST_MS ? LEAST_MS : total_ms / POINTS;

    (void)ctx;
    (void)unused;
    for (uint64_t next_ms = 0, ms = 0; ms < total_ms && load.n < POINTS;) {
        load.heavy.run(load.heavy.ctx, load.heavy_ops);
        uint64_t passed = measure_between_ticks(begin, hal_timer_now_ticks());

        if (passed == MEASURE_NONE)
            continue;
        ms = passed / load.second_ticks * MS_A_SECOND +
             passed % load.second_ticks * MS_A_SECOND / load.second_ticks;
        if (ms < next_ms)
            continue;
        keep_point(ms);
        next_ms = ms + step_ms;
    }
    __atomic_store_n(&load.stop, 1, __ATOMIC_RELEASE);
}

static void follow(void *ctx, uint64_t unused)
{
    (void)ctx;
    (void)unused;
    while (!__atomic_load_n(&load.stop, __ATOMIC_ACQUIRE))
        load.heavy.run(load.heavy.ctx, load.heavy_ops);
}

static uint64_t seconds_of_load(void)
{
    return (minutes > 0 ? minutes : USUAL_MINUTES) * SECONDS_A_MINUTE;
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return POINTS;
}

static void forecast(const struct plan *plan, struct probe_forecast *to)
{
    (void)plan;
    to->ms = (uint32_t)(seconds_of_load() * MS_A_SECOND);
}

static void send(struct probe_run *run)
{
    probe_series(run, run->name, 0);
    for (unsigned i = 0; i < load.n; i++)
        probe_sample(run, &load.at[i].ms, 1, load.chain_ops, load.at[i].ticks, load.at[i].n);
    probe_done(run, run->name, load.n > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static enum record_end run(struct probe_run *run)
{
    unsigned n = hal_thread_contexts(), which;
    uint64_t ticks;

    n = n < PARALLEL_MOST ? n : PARALLEL_MOST;
    load.second_ticks = measure_second_ticks();
    load.seconds = seconds_of_load();
    load.stop = load.n = 0;
    if (load.second_ticks == 0)
        return RECORD_END_CLOCK_BACK;
    if (find_heavy(&load.heavy) != 0)
        return RECORD_END_NO_INSTRUCTION;
    load.heavy_ops = measure_enough_ops(run->plan, &load.heavy, 1, 0);
    load.chain_ops =
        measure_enough_ops(run->plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    if (load.heavy_ops == 0 || load.chain_ops == 0)
        return RECORD_END_CLOCK_BACK;
    (void)hal_thread_pin(0);
    for (unsigned i = 0; i < n; i++)
        members[i] =
            (struct parallel_member){ .kernel = { i == 0 ? lead : follow, 0 }, .context = i };
    (void)parallel_run(members, n, &ticks, &which);
    send(run);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &option_minutes, 0 };
static const struct probe_extra extra = { .forecast = forecast };

const struct probe probe_throttling = {
    .rank = 94,
    .optional = true,
    .about = "core clock over minutes with all hardware threads busy",
    .options = options,
    .extra = &extra,
    .points = points,
    .run = run,
};
