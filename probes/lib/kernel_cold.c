/* Runs kernels in caches that were made cold. */
#include "kernel_cold.h"
#include "hal/cache.h"
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
    size_t bytes;

    (void)kernel_memory(&bytes);
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

struct run {
    const struct kernel_job *job;
    struct kernel_share share;
    char *base;
    size_t bytes; /* from set to set */
    uint64_t sets, step;
};

static void run_sets(const struct run *r)
{
    uint64_t at = 0;

    for (uint64_t left = r->sets; left > 0; left--) {
        r->job->kernel->run(r->base + (size_t)at * r->bytes, r->job->n, &r->share);
        at += r->step;
        if (at >= r->sets)
            at -= r->sets;
    }
}

static void make_state(const struct run *r, enum kernel_state state, const struct flush *flush)
{
    for (uint64_t i = 0; i < r->sets; i++)
        r->job->kernel->fill(r->base + (size_t)i * r->bytes, r->job->n);
    r->job->kernel->run(r->base, r->job->n, &r->share);
    if (state != KERNEL_DATA)
        flush_data(flush, r->base, (size_t)r->sets * r->bytes);
    if (state != KERNEL_CODE)
        (void)hal_cache_flush_code();
}

uint64_t kernel_cold_ticks(const struct kernel_job *job, enum kernel_state state,
                           const struct flush *flush, uint64_t sets, struct hal_traffic *moved)
{
    struct hal_traffic now[PLAN_CACHES] = { 0 }; /* no memory that the port counts */
    size_t held;
    struct run r = {
        .job = job,
        .share = { .contexts = 1 },
        .base = kernel_memory(&held),
        .bytes = set_bytes(job),
        .sets = sets,
        .step = step_among(sets),
    };

    if (job->kernel->range)
        job->kernel->range(job->n, &r.share.from, &r.share.to);
    make_state(&r, state, flush);
    kernel_traffic_read(now, false);
    uint64_t begin = hal_timer_now_ticks();

    run_sets(&r);
    uint64_t ticks = measure_between_ticks(begin, hal_timer_now_ticks());
    if (moved && flush->by_line && state != KERNEL_DATA)
        flush_data(flush, r.base, (size_t)sets * r.bytes);
    kernel_traffic_read(now, true);
    if (moved)
        kernel_traffic_add(moved, now);
    return ticks;
}
