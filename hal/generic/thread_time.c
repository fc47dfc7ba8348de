/* Boards without a system: no other thread takes time away, so there is no difference. */
#include <hal/timer.h>

uint64_t hal_timer_thread_ns(void)
{
    return 0;
}
