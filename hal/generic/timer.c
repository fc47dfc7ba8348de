/* A clock for a port that brings none: the C library's calendar time, in ns. It needs a hosted C
 * library and one context; a board without one must bring its own timer.c. */
#include <hal/timer.h>
#include <time.h>

#if !__STDC_HOSTED__
#error "no C library to ask for the time: this port needs a timer.c of its own"
#endif

enum { START_READS = 10000000 }; /* a second or so: longer than any calendar takes to advance */

static uint64_t last_ns;
static uint64_t shift_ns; /* what the calendar was set back since the start, modulo 2^64 */

static uint64_t calendar_ns(void)
{
    struct timespec t = { 0, 0 };

    (void)timespec_get(&t,
                       TIME_UTC); /* where it fails, T is 0 for ever and hal_timer_start sees it */
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int hal_timer_start(void)
{
    uint64_t first = hal_timer_now_ticks();

    for (long i = 0; i < START_READS; i++)
        if (hal_timer_now_ticks() != first)
            return 0;
    return -1;
}

uint64_t hal_timer_now_ticks(void)
{
    uint64_t now_ns = calendar_ns() + shift_ns;

    /* Somebody may set the calendar back; time goes on from the last reading then. */
    if (now_ns < last_ns) {
        shift_ns += last_ns - now_ns;
        now_ns = last_ns;
    }
    last_ns = now_ns;
    return now_ns;
}

unsigned hal_timer_bits(void)
{
    return 64;
}

uint64_t hal_timer_hz(void)
{
    return 1000000000u;
}

const char *hal_timer_name(void)
{
    return "timespec_get";
}
