/* Time that a thread has run, as the system counts it. */
#include <hal/timer.h>
#include <time.h>

uint64_t hal_timer_thread_ns(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0)
        return 0;
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}
