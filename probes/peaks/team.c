/* Several contexts that do the same work between two barriers. */
#include "team.h"
#include "hal/timer.h"
#include <stdbool.h>

static struct parallel_member members[PARALLEL_MOST];
static struct hal_barrier before, after;

/* Written by the first context before the barrier, read by all after it. */
static struct {
    const struct measure_kernel *kernel; /* NULL: go home */
    uint64_t ops;
} task;

/* By member: went home. A timing of the whole that is repeated then finds nothing left to do. Each
 * has its own, since one that is late must still come to the last barrier. */
static bool home[PARALLEL_MOST];

static struct {
    team_lead *run;
    void *arg;
} leader;

static void follow(void *ctx, uint64_t ops)
{
    bool *is_home = ctx;

    (void)ops;
    while (!*is_home) {
        hal_barrier_wait(&before);
        if (!task.kernel) {
            *is_home = true;
            return;
        }
        task.kernel->run(task.kernel->ctx, task.ops);
        hal_barrier_wait(&after);
    }
}

static void lead_all(void *ctx, uint64_t ops)
{
    bool *is_home = ctx;

    (void)ops;
    if (*is_home)
        return;
    leader.run(leader.arg);
    task.kernel = 0;
    *is_home = true;
    hal_barrier_wait(&before);
}

uint64_t team_ticks(const struct measure_kernel *kernel, uint64_t ops)
{
    task.kernel = kernel;
    task.ops = ops;
    hal_barrier_wait(&before);
    uint64_t begin = hal_timer_now_ticks();
    kernel->run(kernel->ctx, ops);
    hal_barrier_wait(&after);
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

int team_run(unsigned n, team_lead *lead, void *arg)
{
    uint64_t ticks;
    unsigned which;

    if (n > PARALLEL_MOST)
        return -1;
    before = after = (struct hal_barrier){ .n = n };
    leader.run = lead;
    leader.arg = arg;
    for (unsigned i = 0; i < n; i++) {
        home[i] = false;
        members[i] = (struct parallel_member){ { i == 0 ? lead_all : follow, &home[i] }, 1, i, 0 };
    }
    return parallel_run(members, n, &ticks, &which) == HAL_THREAD_OK ? 0 : -1;
}
