/* Threads that stay on a CPU each. */
#include "affinity.h"
#include "cpu.h"
#include <hal/thread.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

/* Held by a hal_thread. */
enum { PORT_ID, PORT_FN, PORT_ARG, PORT_CONTEXT };

_Static_assert(sizeof(pthread_t) <= sizeof(uintptr_t), "a thread's id fits its slot");
_Static_assert(sizeof(hal_thread_fn *) <= sizeof(uintptr_t), "a function's address fits its slot");

/* Spins before the CPU is offered to others: some 50 us, so that parties that are all running never
 * get there, and one that waits for a thread queued after it on its own CPU loses little. */
enum { SPINS_BEFORE_YIELD = 4096 };

/* Held while a thread is started and pinned: it runs nothing before it is where it belongs. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
    struct hal_thread *thread = arg;

    (void)pthread_mutex_lock(&starting);
    hal_thread_fn *fn = (hal_thread_fn *)thread->port[PORT_FN]; /* NULL: could not be pinned */
    (void)pthread_mutex_unlock(&starting);
    if (fn != NULL) {
        posix_pinned((unsigned)thread->port[PORT_CONTEXT]);
        fn((void *)thread->port[PORT_ARG]);
    }
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

/* Starts THREAD on CONTEXT. False when it cannot be started, or not there: then it has ended. */
static bool start_pinned(pthread_t *id, struct hal_thread *thread, unsigned context)
{
    (void)pthread_mutex_lock(&starting);
    bool started = pthread_create(id, NULL, run, thread) == 0;
    bool pinned = started && posix_pin_thread(*id, context) == 0;
    if (!pinned)
        thread->port[PORT_FN] = 0;
    (void)pthread_mutex_unlock(&starting);
    if (started && !pinned)
        (void)pthread_join(*id, NULL);
    return pinned;
}

enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg)
{
    pthread_t id;

    if (context >= posix_context_count() && context != HAL_THREAD_ANY)
        return HAL_THREAD_NO_CONTEXT;
    thread->port[PORT_FN] = (uintptr_t)fn;
    thread->port[PORT_ARG] = (uintptr_t)arg;
    thread->port[PORT_CONTEXT] = context;
    if (!start_pinned(&id, thread, context))
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
