#include "affinity.h"
#include "cpu.h"
#include <hal/thread.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

/* What a hal_thread holds. */
enum { PORT_ID, PORT_FN, PORT_ARG };

_Static_assert(sizeof(pthread_t) <= sizeof(uintptr_t), "a thread's id fits its slot");
_Static_assert(sizeof(hal_thread_fn *) <= sizeof(uintptr_t), "a function's address fits its slot");

/* Spins before the CPU is offered to others: some 50 us, so that parties that are all running never
 * get there, and one that waits for a thread behind it on its own CPU loses little. */
enum { SPINS_BEFORE_YIELD = 4096 };

static void *run(void *arg)
{
    struct hal_thread *thread = arg;

    ((hal_thread_fn *)thread->port[PORT_FN])((void *)thread->port[PORT_ARG]);
    return NULL;
}

unsigned hal_thread_contexts(void)
{
    return posix_context_count();
}

enum hal_thread_status hal_thread_pin(unsigned context)
{
    if (context >= posix_context_count())
        return HAL_THREAD_NO_CONTEXT;
    return posix_pin_caller(context) == 0 ? HAL_THREAD_OK : HAL_THREAD_FAILED;
}

enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg)
{
    pthread_attr_t attr;
    pthread_t id;

    if (context >= posix_context_count() && context != HAL_THREAD_ANY)
        return HAL_THREAD_NO_CONTEXT;
    if (pthread_attr_init(&attr) != 0)
        return HAL_THREAD_FAILED;
    thread->port[PORT_FN] = (uintptr_t)fn;
    thread->port[PORT_ARG] = (uintptr_t)arg;
    int started =
        posix_pin_attr(&attr, context) == 0 && pthread_create(&id, &attr, run, thread) == 0;
    (void)pthread_attr_destroy(&attr);
    if (!started)
        return HAL_THREAD_FAILED;
    thread->port[PORT_ID] = (uintptr_t)id;
    return HAL_THREAD_OK;
}

void hal_thread_join(struct hal_thread *thread)
{
    (void)pthread_join((pthread_t)thread->port[PORT_ID], NULL);
}

void hal_thread_pause(void)
{
    cpu_pause();
}

void hal_barrier_wait(struct hal_barrier *barrier)
{
    unsigned phase = __atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE);

    if (__atomic_add_fetch(&barrier->arrived, 1, __ATOMIC_ACQ_REL) == barrier->n) {
        /* Nobody arrives again before the new phase shows, so this store cannot race. */
        __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&barrier->phase, phase + 1, __ATOMIC_RELEASE);
        return;
    }
    for (unsigned spins = 1; __atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE) == phase; spins++) {
        if (spins % SPINS_BEFORE_YIELD == 0)
            (void)sched_yield();
        else
            cpu_pause();
    }
}
