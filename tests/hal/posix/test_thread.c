/* The posix port's threads: pinned where they were told, and a barrier that needs no CPU each. */
#define _GNU_SOURCE /* the C library declares affinity calls only then */
#include <hal/thread.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>

#include <cmocka.h>

/* The one CPU that the caller may run on; -1 when it may run on several. */
static int only_cpu(void)
{
    cpu_set_t mask;

    if (sched_getaffinity(0, sizeof mask, &mask) != 0 || CPU_COUNT(&mask) != 1)
        return -1;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &mask))
            return (int)cpu;
    return -1;
}

static void *narrow_and_count(void *contexts)
{
    cpu_set_t mask;

    (void)sched_getaffinity(0, sizeof mask, &mask);
    for (size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&mask) > 1; cpu++)
        CPU_CLR(cpu, &mask);
    (void)sched_setaffinity(0, sizeof mask, &mask);
    *(unsigned *)contexts = hal_thread_contexts();
    return NULL;
}

/* Comes first, because the port counts once. */
static void contexts_belong_to_the_process(void **state)
{
    cpu_set_t mask;
    pthread_t narrow;
    unsigned contexts = 0;

    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof mask, &mask), 0);
    assert_int_equal(pthread_create(&narrow, NULL, narrow_and_count, &contexts), 0);
    assert_int_equal(pthread_join(narrow, NULL), 0);
    assert_int_equal(contexts, CPU_COUNT(&mask));
}

static void note_cpu(void *arg)
{
    *(int *)arg = only_cpu();
}

static void each_context_is_a_cpu_of_its_own(void **state)
{
    int last = -1;

    (void)state;
    for (unsigned k = 0; k < hal_thread_contexts(); k++) {
        struct hal_thread thread;
        int cpu = -1;
        assert_int_equal(hal_thread_start(&thread, k, note_cpu, &cpu), HAL_THREAD_OK);
        hal_thread_join(&thread);
        assert_true(cpu > last); /* in the system's order, none twice, none unpinned */
        last = cpu;
        assert_int_equal(hal_thread_pin(k), HAL_THREAD_OK);
        assert_int_equal(only_cpu(), cpu); /* the caller gets to the same place */
    }
    assert_int_equal(hal_thread_pin(0), HAL_THREAD_OK);
}

enum { CROWD = 4, ROUNDS = 50 };

struct crowd {
    struct hal_barrier barrier;
    unsigned arrived;
    unsigned early; /* times that somebody was let through before all had come */
};

static void meet(void *arg)
{
    struct crowd *crowd = arg;

    for (unsigned round = 1; round <= ROUNDS; round++) {
        (void)__atomic_add_fetch(&crowd->arrived, 1, __ATOMIC_RELAXED);
        hal_barrier_wait(&crowd->barrier);
        if (__atomic_load_n(&crowd->arrived, __ATOMIC_RELAXED) < round * CROWD)
            (void)__atomic_add_fetch(&crowd->early, 1, __ATOMIC_RELAXED);
        hal_barrier_wait(&crowd->barrier);
    }
}

static void a_crowd_on_one_cpu_meets_too(void **state)
{
    struct crowd crowd = { .barrier = { .n = CROWD } };
    struct hal_thread thread[CROWD];

    (void)state;
    for (unsigned i = 0; i < CROWD; i++)
        assert_int_equal(hal_thread_start(&thread[i], 0, meet, &crowd), HAL_THREAD_OK);
    for (unsigned i = 0; i < CROWD; i++)
        hal_thread_join(&thread[i]);
    assert_int_equal(crowd.arrived, CROWD * ROUNDS);
    assert_int_equal(crowd.early, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_belong_to_the_process),
        cmocka_unit_test(each_context_is_a_cpu_of_its_own),
        cmocka_unit_test(a_crowd_on_one_cpu_meets_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
