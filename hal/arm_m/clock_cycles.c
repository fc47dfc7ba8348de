/* The cycle counter where it advances, else the first counter of the board that does. Source:
 * ARMv7-M Architecture Reference Manual, DDI 0403, section C1.8; ARMv6-M has none. */
#include "chosen_clock.h"
#include "memory_word.h"
#include "needs.h"
#include <hal/timer.h>

enum { DEMCR = 0xe000edfc, TRCENA = 1 << 24, DWT_CTRL = 0xe0001000, DWT_CYCCNT = 0xe0001004 };
enum { CYCCNTENA = 1, DWT_LAR = 0xe0001fb0 };
#define DWT_KEY 0xc5acce55u /* Cortex-M7: its counter is locked */

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

void bare_clocks(const struct clock **list)
{
#if __ARM_ARCH >= 7
    *list++ = &cycles;
#endif
    for (unsigned i = 0; i < M_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        *list++ = &board.clocks[i];
}

uint64_t hal_timer_now_ticks(void)
{
    __asm__ volatile("dsb" : : : "memory");
    uint64_t now = bare_clock.clock->driver->read(bare_clock.clock);
    __asm__ volatile("isb" : : : "memory");
    return now;
}
