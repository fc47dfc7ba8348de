/* Source: nRF51 Series Reference Manual, version 3.0, chapter 18: a count is read by capturing it.
 */
#include "clock.h"
#include "memory_word.h"

enum { TASKS_START = 0x000, TASKS_STOP = 0x004, TASKS_CLEAR = 0x00c, TASKS_CAPTURE_0 = 0x040 };
enum { MODE = 0x504, BITMODE = 0x508, PRESCALER = 0x510, CC_0 = 0x540, BITMODE_32 = 3 };

static void clock_nrf_start(const struct clock *clock)
{
    word_out(clock->base + TASKS_STOP, 1);
    word_out(clock->base + MODE, 0);
    word_out(clock->base + BITMODE, BITMODE_32);
    word_out(clock->base + PRESCALER, 0);
    word_out(clock->base + TASKS_CLEAR, 1);
    word_out(clock->base + TASKS_START, 1);
}

static uint64_t clock_nrf_read(const struct clock *clock)
{
    word_out(clock->base + TASKS_CAPTURE_0, 1);
    return word_in(clock->base + CC_0);
}

const struct clock_driver clock_nrf = { 32, clock_nrf_start, clock_nrf_read };
