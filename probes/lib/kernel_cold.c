/* Runs kernels in caches that were made cold. */
#include "kernel_cold.h"
#include "events.h"
#include "hal/timer.h"
#include "measure.h"

/* Of no line that two sets share; more than any line has. */
enum { SET_BYTES = 512 };

static size_t set_bytes(const struct kernel_job *job)
{
    return (size_t)(job->kernel->bytes(job->n) + SET_BYTES - 1) / SET_BYTES * SET_BYTES;
}

uint64_t kernel_cold_sets(const struct kernel_job *job)
{
    size_t bytes = kernel_memory_bytes(job);

    return kernel_fits(job) ? bytes / set_bytes(job) + (bytes < set_bytes(job)) : 0;
}

static bool share_factor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a > 1;
}

/* A step that comes to each of SETS sets, far from its neighbours. */
static uint64_t step_among(uint64_t sets)
{
    uint64_t step = sets * 5 / 8;

    while (step > 1 && share_factor(sets, step))
        step--;
    return step > 0 ? step : 1;
}

/* The run under way. */
static struct {
    const struct kernel_job *job;
    enum kernel_state state;
    const struct flush *flush;
    size_t bytes; /* from set to set */
    uint64_t sets, step, ticks;
    struct hal_traffic *moved; /* NULL: not asked for */
    struct hal_traffic now[PLAN_CACHES];
} run;

static void run_sets(char *base, const struct kernel_share *share)
{
    uint64_t at = 0;

    for (uint64_t left = run.sets; left > 0; left--) {
        run.job->kernel->run(base + (size_t)at * run.bytes, run.job->n, share);
        if (left > 1)
            kernel_sync(share);
        at += run.step;
        if (at >= run.sets)
            at -= run.sets;
    }
}

/* Brings caches into the state as far as CONTEXT's own go; a flush by line reaches all. */
static void make_state(unsigned context, char *base, const struct kernel_share *share)
{
    bool fills = context == 0 || run.job->own;

    for (uint64_t i = 0; i < run.sets && fills; i++)
        run.job->kernel->fill(base + (size_t)i * run.bytes, run.job->n);
    kernel_meet();
    run.job->kernel->run(base, run.job->n, share);
    kernel_meet(); /* what one flushes, none fetches again */
    if (run.state != KERNEL_DATA && (fills || !run.flush->by_line))
        flush_data(run.flush, base, (size_t)run.sets * run.bytes);
    if (run.state != KERNEL_CODE)
        flush_code(run.flush);
}

/* Lines that a flush after the run writes back count, too. */
static void end_of_traffic(unsigned context, const char *base)
{
    bool fills = context == 0 || run.job->own;

    if (run.moved && run.flush->by_line && run.state != KERNEL_DATA && fills)
        flush_data(run.flush, base, (size_t)run.sets * run.bytes);
    kernel_meet();
    if (context == 0)
        kernel_traffic_read(run.now, true);
}

static void take_part(unsigned context)
{
    char *base = kernel_arrays(context);
    const struct kernel_share share = kernel_share_of(context);
    uint64_t begin = 0;

    make_state(context, base, &share);
    kernel_meet();
    if (context == 0)
        kernel_traffic_read(run.now, false);
    events_begin(context);
    if (context == 0)
        begin = hal_timer_now_ticks();
    kernel_meet();
    run_sets(base, &share);
    kernel_meet();
    if (context == 0)
        run.ticks = measure_between_ticks(begin, hal_timer_now_ticks());
    events_end(context);
    end_of_traffic(context, base);
}

uint64_t kernel_cold_ticks(const struct kernel_job *job, enum kernel_state state,
                           const struct flush *flush, uint64_t sets, struct hal_traffic *moved)
{
    run.job = job;
    run.state = state;
    run.flush = flush;
    run.bytes = set_bytes(job);
    run.sets = sets;
    run.step = step_among(sets);
    run.ticks = MEASURE_NONE;
    run.moved = moved;
    for (unsigned i = 0; i < PLAN_CACHES; i++)
        run.now[i] = (struct hal_traffic){ 0 };
    if (!kernel_together(job, take_part))
        return MEASURE_NONE;
    if (moved)
        kernel_traffic_add(moved, run.now);
    return run.ticks;
}
