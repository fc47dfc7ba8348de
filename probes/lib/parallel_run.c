/* Runs the same kind of work on several threads at once. */
#include "parallel_run.h"
#include "hal/timer.h"

static struct hal_thread threads[PARALLEL_MOST];
static struct hal_barrier start;
static unsigned called_off; /* somebody could not be started: go home */

/* What ran elsewhere than it should is no timing. */
static void time_own(struct parallel_member *m)
{
    m->ticks = measure_ticks(&m->kernel, m->ops);
    if (hal_thread_moved())
        m->ticks = MEASURE_NONE;
}

static void work(void *arg)
{
    struct parallel_member *m = arg;

    hal_barrier_wait(&start);
    if (!__atomic_load_n(&called_off, __ATOMIC_ACQUIRE))
        time_own(m);
}

/* Those that wait at the barrier are let through without work: their number was not to be had. */
static void call_off(unsigned started)
{
    __atomic_store_n(&called_off, 1, __ATOMIC_RELEASE);
    start.n = started + 1;
    hal_barrier_wait(&start);
    for (unsigned i = 1; i <= started; i++)
        hal_thread_join(&threads[i]);
}

enum hal_thread_status parallel_run(struct parallel_member *m, unsigned n, uint64_t *ticks,
                                    unsigned *which)
{
    start = (struct hal_barrier){ .n = n };
    called_off = 0;
    for (unsigned i = 1; i < n; i++) {
        enum hal_thread_status status = hal_thread_start(&threads[i], m[i].context, work, &m[i]);

        if (status != HAL_THREAD_OK) {
            *which = i;
            call_off(i - 1);
            return status;
        }
    }
    /* Before the barrier: whoever shares the caller's context may run first once it opens. */
    uint64_t begin = hal_timer_now_ticks();
    hal_barrier_wait(&start);
    time_own(&m[0]);
    for (unsigned i = 1; i < n; i++)
        hal_thread_join(&threads[i]);
    *ticks = measure_between_ticks(begin, hal_timer_now_ticks());
    for (unsigned i = 0; i < n; i++)
        if (m[i].ticks == MEASURE_NONE)
            *ticks = MEASURE_NONE;
    return HAL_THREAD_OK;
}
