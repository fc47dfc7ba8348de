/* One context, the caller's, and no second thread. */
#include <hal/thread.h>

unsigned hal_thread_contexts(void)
{
    return 1;
}

enum hal_thread_status hal_thread_pin(unsigned context)
{
    return context == 0 ? HAL_THREAD_OK : HAL_THREAD_NO_CONTEXT;
}

enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg)
{
    (void)thread;
    (void)fn;
    (void)arg;
    return context == 0 ? HAL_THREAD_BUSY : HAL_THREAD_NO_CONTEXT;
}

void hal_thread_join(struct hal_thread *thread)
{
    (void)thread; /* no start says OK, so nothing is ever joined */
}

void hal_thread_pause(void)
{
}

void hal_barrier_wait(struct hal_barrier *barrier)
{
    (void)barrier; /* the only thread there is has arrived */
}
