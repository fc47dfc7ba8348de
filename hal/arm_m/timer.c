/* The cycle counter where it advances, else the first counter of the board that does. Source:
 * ARMv7-M Architecture Reference Manual, DDI 0403, section C1.8; ARMv6-M has none. */
#include "chosen_clock.h"
#include "memory_word.h"
#include "needs.h"
#include <hal/timer.h>

enum { DEMCR = 0xe000edfc, TRCENA = 1 << 24, DWT_CTRL = 0xe0001000, DWT_CYCCNT = 0xe0001004 };
enum { CYCCNTENA = 1, DWT_LAR = 0xe0001fb0 };
#define DWT_KEY 0xc5acce55u /* Cortex-M7: its counter is locked */

static struct clock_choice chosen; /* of NULL: none was found */

#if __ARM_ARCH >= 7
static void start_cycles(const struct clock *clock)
{
    (void)clock;
    word_out(DEMCR, word_in(DEMCR) | TRCENA);
    word_out(DWT_LAR, DWT_KEY);
    word_out(DWT_CYCCNT, 0);
    word_out(DWT_CTRL, word_in(DWT_CTRL) | CYCCNTENA);
}

static uint64_t read_cycles(const struct clock *clock)
{
    (void)clock;
    return word_in(DWT_CYCCNT);
}

static const struct clock_driver clock_cycles = { 32, start_cycles, read_cycles };
static const struct clock cycles = { &clock_cycles, "cyccnt", 0, 0 };
#endif

int hal_timer_start(void)
{
    const struct clock *list[M_CLOCKS + 2] = { 0 };
    unsigned n = 0;

    if (chosen.clock)
        return 0;
#if __ARM_ARCH >= 7
    list[n++] = &cycles;
#endif
    for (unsigned i = 0; i < M_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        list[n++] = &board.clocks[i];
    return bare_clock_choose(&chosen, list);
}

uint64_t hal_timer_now_ticks(void)
{
    __asm__ volatile("dsb" : : : "memory");
    uint64_t now = chosen.clock->driver->read(chosen.clock);
    __asm__ volatile("isb" : : : "memory");
    return now;
}

unsigned hal_timer_bits(void)
{
    return chosen.clock->driver->bits;
}

uint64_t hal_timer_hz(void)
{
    return chosen.hz;
}

const char *hal_timer_name(void)
{
    return chosen.clock->name;
}
