/* Source: RM0090, STM32F405/407 Reference Manual: section 2.3 (memory map), 7.3 (RCC). QEMU's
 * TIM2 counts a GHz. */
#include "flash_stm32f4.h"
#include "memory_word.h"
#include "needs.h"

enum { RCC = 0x40023800, APB1ENR = 0x40, APB2ENR = 0x44, TIM2EN = 1 << 0, USART1EN = 1 << 4 };

static void start(void)
{
    flash_stm32f4_set(0);
    word_out(RCC + APB1ENR, word_in(RCC + APB1ENR) | TIM2EN);
    word_out(RCC + APB2ENR, word_in(RCC + APB2ENR) | USART1EN);
}

/* The chip has 64 KiB of CCM at 0x10000000 beside, where no code runs; QEMU has not. */
static const struct bare_region regions[] = {
    { .name = "flash",
      .kind = "flash",
      .start = 0x08000000,
      .size_bytes = 1 << 20,
      .read_only = true,
      .states = flash_stm32f4_states,
      .set = flash_stm32f4_set },
    { .name = "sram", .kind = "sram", .start = 0x20000000, .size_bytes = 192 << 10 },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_stm32, "tim2", 0x40000000, 1000000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_stm32, .base = 0x40011000, .clock_hz = 84000000, .baud = 115200
};
const struct m_board board = {
    .regions = regions, .clocks = clocks, .start = start, .registers = flash_stm32f4_registers
};
