/* A core runs one thread; the first runs main(), each other one waits for a thread in bare_serve().
 */
#include "bare.h"
#include <hal/thread.h>

enum state { FREE, POSTED, RETURNED };

/* A line of its own for each core, so that cores that wait do not slow others down. */
struct post {
    _Alignas(128) hal_thread_fn *fn;
    void *arg;
    unsigned state;
};

static struct post posts[BARE_CORES];

enum { PORT_CONTEXT };

unsigned hal_thread_contexts(void)
{
    return bare_cores();
}

enum hal_thread_status hal_thread_pin(unsigned context)
{
    if (context >= bare_cores())
        return HAL_THREAD_NO_CONTEXT;
    return context == bare_core() ? HAL_THREAD_OK : HAL_THREAD_FAILED;
}

enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg)
{
    if (context >= bare_cores())
        return HAL_THREAD_NO_CONTEXT;
    struct post *post = &posts[context];
    if (context == 0 || context == bare_core() ||
        __atomic_load_n(&post->state, __ATOMIC_ACQUIRE) != FREE)
        return HAL_THREAD_BUSY;
    thread->port[PORT_CONTEXT] = context;
    post->fn = fn;
    post->arg = arg;
    __atomic_store_n(&post->state, POSTED, __ATOMIC_RELEASE);
    if (bare_wake(context) == 0)
        return HAL_THREAD_OK;
    __atomic_store_n(&post->state, FREE, __ATOMIC_RELEASE);
    return HAL_THREAD_FAILED;
}

void hal_thread_join(struct hal_thread *thread)
{
    struct post *post = &posts[thread->port[PORT_CONTEXT]];

    while (__atomic_load_n(&post->state, __ATOMIC_ACQUIRE) != RETURNED)
        hal_thread_pause();
    __atomic_store_n(&post->state, FREE, __ATOMIC_RELEASE);
}

_Noreturn void bare_serve(void)
{
    struct post *post = &posts[bare_core()];

    for (;;) {
        while (__atomic_load_n(&post->state, __ATOMIC_ACQUIRE) != POSTED)
            bare_idle();
        post->fn(post->arg);
        __atomic_store_n(&post->state, RETURNED, __ATOMIC_RELEASE);
    }
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
    while (__atomic_load_n(&barrier->phase, __ATOMIC_ACQUIRE) == phase)
        hal_thread_pause();
}
