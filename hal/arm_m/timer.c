/* The cycle counter where it advances, else the first counter of the board that does. Source:
 * ARMv7-M Architecture Reference Manual, DDI 0403, section C1.8; ARMv6-M has none. */
#include "bare.h"
#include "clock_choice.h"
#include "memory_word.h"
#include "needs.h"
#include "told_clock.h"
#include <hal/timer.h>

enum { MOST_CLOCKS = 4 };
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

static uint64_t read_told(const struct clock *clock)
{
    (void)clock;
    return bare_told_ticks();
}

static const struct clock_driver clock_told = { 64, NULL, read_told };
static struct clock told = { &clock_told, "told", 0, 0 };

static int choose(void)
{
    const struct clock *list[MOST_CLOCKS + 2] = { 0 };
    unsigned n = 0;

#if __ARM_ARCH >= 7
    list[n++] = &cycles;
#endif
    for (unsigned i = 0; i < MOST_CLOCKS && board.clocks && board.clocks[i].driver; i++)
        list[n++] = &board.clocks[i];
    return clock_choose(&chosen, list);
}

static void note_clock(void)
{
    static struct bare_text t;

    bare_text_add(&t, "clock: ");
    bare_text_add(&t, chosen.clock->name);
    bare_text_add(&t, chosen.first ? "" : ", as the cycle counter does not advance");
    if (chosen.hz == 0)
        bare_text_add(&t, ", of unknown rate");
    bare_note(t.text);
}

int hal_timer_start(void)
{
    if (chosen.clock)
        return 0;
    if (bare_told_clock.hz != 0) {
        told.hz = bare_told_clock.hz;
        chosen = (struct clock_choice){ &told, told.hz, true };
    } else if (choose() != 0) {
        return -1;
    }
    note_clock();
    return 0;
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
