/* The scheduler's time slice (BlackjackBench section 3.6): of twice as many threads as contexts
 * each reads the clock in a loop; when it was not running, two readings are far apart.
 *
 * Events: x = thread, values = gaps in ticks, those of at least GAP timings' length. A second
 * series, key stretch=1: values = how long the thread ran between two gaps; a gap grows with the
 * number of threads that wait, a stretch does not. Key least: the shortest gap, ticks. A thread
 * stops when it has seen enough gaps, or after TIME timings.
 *
 * A last series, key alone=1: one thread on each context, which reads the clock in a loop, before
 * the others run (selfish detour: Beckman and others, "Benchmarking the effects of operating system
 * interference on extreme-scale parallel machines", Cluster Computing 11, 2008). x = context; a
 * sentence for each of WINDOWS windows has its ticks, those of all gaps of 20 us and more, how many
 * gaps, ticks of the longest, and ns that the thread ran by its own clock: 0 without such a clock.
 */
#include "hal/board_limits.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "lib/parallel_run.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    GAPS = 12, /* of one thread */
    SHORTEST =
        50, /* gaps that count, in units of the shortest timing (0.5 ms: interrupts are shorter) */
    TIME = 60000, /* a thread's life, in the same (0.6 s) */
    QUICK_TIME = 20000,
    WINDOWS = 5,        /* of a thread that is alone */
    WINDOW_TIME = 4000, /* in units of the shortest timing (40 ms) */
    QUICK_WINDOW = 1200,
    SHORTEST_ALONE = 2, /* gaps that count, in the same (20 us) */
};

struct watcher {
    uint64_t least_ticks, life_ticks;
    uint64_t gap[GAPS], stretch[GAPS]; /* of a stretch: the one that ends with the gap */
    unsigned n;
};

static struct parallel_member members[PARALLEL_MOST];
static struct watcher watchers[PARALLEL_MOST];

static void watch(void *ctx, uint64_t unused)
{
    struct watcher *w = ctx;
    uint64_t begin = hal_timer_now_ticks(), last = begin, since = begin;

    (void)unused;
    for (w->n = 0; w->n < GAPS;) {
        uint64_t at = hal_timer_now_ticks(), gap = measure_between_ticks(last, at);

        if (gap != MEASURE_NONE && gap >= w->least_ticks) {
            w->stretch[w->n] = measure_between_ticks(since, last);
            w->gap[w->n++] = gap;
            since = at;
        }
        last = at;
        if (measure_between_ticks(begin, at) > w->life_ticks)
            return;
    }
}

/* All but the first stretch of a thread, which began with the thread and not with a slot. */
static void send_stretches(struct probe_run *run, unsigned n)
{
    const struct probe_key keys[] = {
        { "stretch", 1 }, { "least", watchers[0].least_ticks }, { "threads", n }, { 0, 0 }
    };
    bool any = false;

    for (unsigned i = 0; i < n; i++)
        any |= watchers[i].n > 1;
    if (!any)
        return;
    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < n; i++)
        if (watchers[i].n > 1)
            probe_event_wide(run, i, watchers[i].stretch + 1, watchers[i].n - 1);
    probe_done(run, run->name, RECORD_END_OK);
}

static void send(struct probe_run *run, unsigned n)
{
    const struct probe_key keys[] = { { "least", watchers[0].least_ticks },
                                      { "threads", n },
                                      { 0, 0 } };

    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < n; i++)
        if (watchers[i].n > 0)
            probe_event_wide(run, i, watchers[i].gap, watchers[i].n);
    probe_done(run, run->name, RECORD_END_OK);
    send_stretches(run, n);
}

/* ---- one thread on each context ---- */

struct window {
    uint64_t ticks, lost_ticks, gaps, longest_ticks, ran_ns;
};

struct spinner {
    uint64_t least_ticks, window_ticks;
    struct window window[WINDOWS];
};

static struct spinner spinners[PARALLEL_MOST];

static void spin_window(const struct spinner *s, struct window *w)
{
    uint64_t ran_ns = hal_timer_thread_ns();
    uint64_t begin = hal_timer_now_ticks(), last = begin;

    *w = (struct window){ 0 };
    while (w->ticks < s->window_ticks) {
        uint64_t at = hal_timer_now_ticks(), gap = measure_between_ticks(last, at);

        if (gap != MEASURE_NONE && gap >= s->least_ticks) {
            w->lost_ticks += gap;
            w->gaps++;
            w->longest_ticks = gap > w->longest_ticks ? gap : w->longest_ticks;
        }
        w->ticks += gap != MEASURE_NONE ? gap : 0;
        last = at;
    }
    w->ran_ns = hal_timer_thread_ns() - ran_ns;
}

static void spin(void *ctx, uint64_t unused)
{
    struct spinner *s = ctx;

    (void)unused;
    for (unsigned i = 0; i < WINDOWS; i++)
        spin_window(s, &s->window[i]);
}

static unsigned n_alone(void)
{
    unsigned n = hal_thread_contexts();

    return n < PARALLEL_MOST ? n : PARALLEL_MOST;
}

/* Returns whether all threads ran. */
static bool spin_alone(const struct plan *plan)
{
    uint64_t window = plan->effort == EFFORT_QUICK ? QUICK_WINDOW : WINDOW_TIME, ticks;
    unsigned which;

    for (unsigned i = 0; i < n_alone(); i++) {
        spinners[i] = (struct spinner){ .least_ticks = SHORTEST_ALONE * plan->sample_ticks,
                                        .window_ticks = window * plan->sample_ticks };
        members[i] =
            (struct parallel_member){ .kernel = { spin, &spinners[i] }, .ops = 1, .context = i };
    }
    return parallel_run(members, n_alone(), &ticks, &which) == HAL_THREAD_OK;
}

static void send_alone(struct probe_run *run)
{
    const struct probe_key keys[] = { { "alone", 1 },
                                      { "least", spinners[0].least_ticks },
                                      { 0, 0 } };

    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < n_alone(); i++)
        for (unsigned k = 0; k < WINDOWS; k++) {
            const struct window *w = &spinners[i].window[k];
            const uint64_t values[] = { w->ticks, w->lost_ticks, w->gaps, w->longest_ticks,
                                        w->ran_ns };

            probe_event_wide(run, i, values, sizeof values / sizeof values[0]);
        }
    probe_done(run, run->name, RECORD_END_OK);
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return (4 + WINDOWS) * hal_thread_contexts();
}

static enum record_end run(struct probe_run *run)
{
    if (!HAL_LIMIT_SYSTEM)
        return RECORD_END_NO_OS;
    bool alone = spin_alone(run->plan);
    unsigned n = 2 * hal_thread_contexts(), which;
    uint64_t ticks, life = run->plan->effort == EFFORT_QUICK ? QUICK_TIME : TIME;

    life *= run->plan->sample_ticks;
    if (run->plan->budget_seconds > 0)
        life = measure_budget_ticks(run->plan, 0);
    n = n > PARALLEL_MOST ? PARALLEL_MOST : n;
    for (unsigned i = 0; i < n; i++) {
        watchers[i] = (struct watcher){ .least_ticks = SHORTEST * run->plan->sample_ticks,
                                        .life_ticks = life };
        members[i] = (struct parallel_member){ .kernel = { watch, &watchers[i] },
                                               .ops = 1,
                                               .context = HAL_THREAD_ANY };
    }
    if (parallel_run(members, n, &ticks, &which) != HAL_THREAD_OK)
        return RECORD_END_NO_OS;
    send(run, n);
    if (alone)
        send_alone(run);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &measure_time, 0 };

const struct probe probe_timeslice = {
    .rank = 74,
    .about = "time slice of the scheduler, CPU time left to a thread",
    .options = options,
    .points = points,
    .run = run,
};
