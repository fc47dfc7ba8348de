/* Refusals to pin a thread as the test scripts them. */
#include "fake.h"

unsigned hal_thread_refusals(const char **error)
{
    if (fake.threads.refusals > 0)
        *error = fake.threads.error ? fake.threads.error : "EPERM";
    return fake.threads.refusals;
}

bool hal_thread_moved(void)
{
    return fake.threads.moved;
}
