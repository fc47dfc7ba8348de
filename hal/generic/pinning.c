/* Threads stay where they were started. */
#include <hal/thread.h>

unsigned hal_thread_refusals(const char **error)
{
    (void)error;
    return 0;
}

bool hal_thread_moved(void)
{
    return false;
}
