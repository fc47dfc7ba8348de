/* The interval time counter, ar.itc (Intel Itanium Architecture Software Developer's Manual, volume
 * 2, 3.3.4.2): 64 bits, readable by user programs unless the kernel sets psr.si, at a rate that is
 * the processor's business. Measured against the kernel's clock; where it does not advance, that
 * clock.
 */
#include "system.h"
#include <hal/timer.h>
#include <stdbool.h>

enum { RATE_NS = 10000000, PATIENCE_READS = 1000000 };

static bool use_itc;
static uint64_t hz;

/* An earlier load's value is there once somebody wants it, and the next instruction waits with
 * it: the processor goes in order. mf keeps memory accesses on either side where they are. */
static uint64_t itc_ticks(void)
{
    uint64_t ticks;

    __asm__ volatile("mf\n\t;;\n\tmov %0 = ar.itc\n\t;;\n\tmf" : "=r"(ticks) : : "memory");
    return ticks;
}

static bool advances(uint64_t (*now)(void))
{
    uint64_t first = now();

    for (unsigned i = 0; i < PATIENCE_READS; i++)
        if (now() > first)
            return true;
    return false;
}

static uint64_t rate_hz(void)
{
    uint64_t begin_ns = ia64_clock_ns(), begin = itc_ticks(), now_ns;

    do
        now_ns = ia64_clock_ns();
    while (now_ns - begin_ns < RATE_NS);
    uint64_t ticks = itc_ticks() - begin;

    return ticks * 1000000000u / (now_ns - begin_ns);
}

/* The middle one of three: losing the processor between two readings spoils one. */
static uint64_t middle_rate_hz(void)
{
    uint64_t a = rate_hz(), b = rate_hz(), c = rate_hz();
    uint64_t low = a < b ? a : b, high = a < b ? b : a;

    return c < low ? low : c > high ? high : c;
}

int hal_timer_start(void)
{
    bool clock = advances(ia64_clock_ns);

    use_itc = advances(itc_ticks);
    hz = !use_itc ? 1000000000u : clock ? middle_rate_hz() : 0;
    return use_itc || clock ? 0 : -1;
}

uint64_t hal_timer_now_ticks(void)
{
    return use_itc ? itc_ticks() : ia64_clock_ns();
}

unsigned hal_timer_bits(void)
{
    return 64;
}

uint64_t hal_timer_hz(void)
{
    return hz;
}

const char *hal_timer_name(void)
{
    return use_itc ? "ar.itc" : "monotonic";
}
