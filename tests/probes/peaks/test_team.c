/* Contexts that meet at barriers: all take part, and one that is late still comes to the last. */
#include "hal/timer.h"
#include "team.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

enum { TIMINGS = 20, LATE_US = 3000, HANGS_S = 20 };

static pthread_t leader;
static unsigned runs;

void __real_hal_barrier_wait(struct hal_barrier *barrier);
void __wrap_hal_barrier_wait(struct hal_barrier *barrier);

/* Whoever is not the first comes out of every barrier late. */
void __wrap_hal_barrier_wait(struct hal_barrier *barrier)
{
    __real_hal_barrier_wait(barrier);
    if (!pthread_equal(pthread_self(), leader))
        (void)usleep(LATE_US);
}

static void count(void *ctx, uint64_t ops)
{
    (void)ctx;
    __atomic_add_fetch(&runs, (unsigned)ops, __ATOMIC_RELAXED);
}

static void time_some(void *arg)
{
    const struct measure_kernel kernel = { count, 0 };
    unsigned *timed = arg;

    for (; *timed < TIMINGS; ++*timed)
        assert_true(team_ticks(&kernel, 3) != MEASURE_NONE);
}

static void late_members_take_part_and_go_home(void **state)
{
    unsigned timed = 0;

    (void)state;
    if (hal_thread_contexts() < 2)
        skip();
    assert_int_equal(team_run(2, time_some, &timed), 0);
    assert_int_equal(timed, TIMINGS);
    assert_int_equal(runs, 2 * 3 * TIMINGS);
}

static void time_nothing(void *arg)
{
    (void)arg;
}

static void a_team_with_nothing_to_do_goes_home(void **state)
{
    (void)state;
    if (hal_thread_contexts() < 2)
        skip();
    for (unsigned i = 0; i < TIMINGS; i++)
        assert_int_equal(team_run(2, time_nothing, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_members_take_part_and_go_home),
        cmocka_unit_test(a_team_with_nothing_to_do_goes_home),
    };

    leader = pthread_self();
    (void)alarm(HANGS_S);
    return hal_timer_start() != 0 || cmocka_run_group_tests(tests, 0, 0);
}
