/* Threads as the test scripts them. */
#include "fake.h"
#include <stdint.h>

enum { PORT_FN, PORT_ARG, PORT_CONTEXT };

unsigned hal_thread_contexts(void)
{
    return fake.threads.contexts;
}

static enum hal_thread_status answer_for(unsigned context)
{
    if (context < fake.threads.contexts && fake.threads.answer == HAL_THREAD_FAILED)
        fake.threads.refusals++;
    return context >= fake.threads.contexts ? HAL_THREAD_NO_CONTEXT : fake.threads.answer;
}

enum hal_thread_status hal_thread_pin(unsigned context)
{
    enum hal_thread_status answer = answer_for(context);

    if (answer == HAL_THREAD_OK)
        fake.threads.current = context;
    return answer;
}

static void run(const struct hal_thread *thread)
{
    unsigned callers = fake.threads.current;

    fake.threads.current = (unsigned)thread->port[PORT_CONTEXT];
    ((hal_thread_fn *)thread->port[PORT_FN])((void *)thread->port[PORT_ARG]);
    fake.threads.current = callers;
}

enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg)
{
    enum hal_thread_status answer = answer_for(context);

    if (answer != HAL_THREAD_OK)
        return answer;
    thread->port[PORT_FN] = (uintptr_t)fn;
    thread->port[PORT_ARG] = (uintptr_t)arg;
    thread->port[PORT_CONTEXT] = context;
    fake.threads.starts++;
    if (!fake.threads.at_join) {
        run(thread);
        thread->port[PORT_FN] = 0;
    }
    return HAL_THREAD_OK;
}

void hal_thread_join(struct hal_thread *thread)
{
    fake.threads.joins++;
    if (thread->port[PORT_FN] != 0)
        run(thread);
    thread->port[PORT_FN] = 0;
}

void hal_thread_pause(void)
{
}

void hal_barrier_wait(struct hal_barrier *barrier)
{
    (void)barrier;
    fake.threads.barrier_waits++;
}
