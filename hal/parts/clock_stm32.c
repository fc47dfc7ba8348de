/* Source: RM0090, STM32F405/407 Reference Manual, section 18.4. */
#include "clock.h"
#include "memory_word.h"

enum { CR1 = 0x00, EGR = 0x14, CNT = 0x24, PSC = 0x28, ARR = 0x2c };
enum { CR1_CEN = 1, EGR_UG = 1 };

static void clock_stm32_start(const struct clock *clock)
{
    word_out(clock->base + CR1, 0);
    word_out(clock->base + PSC, 0);
    word_out(clock->base + ARR, UINT32_MAX);
    word_out(clock->base + EGR, EGR_UG); /* takes the prescaler over */
    word_out(clock->base + CR1, CR1_CEN);
}

static uint64_t clock_stm32_read(const struct clock *clock)
{
    return word_in(clock->base + CNT);
}

const struct clock_driver clock_stm32 = { 32, clock_stm32_start, clock_stm32_read };
