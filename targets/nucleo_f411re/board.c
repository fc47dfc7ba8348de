/* Sources: RM0383, STM32F411 Reference Manual: sections 3.8.1 (FLASH_ACR), 6.3 (RCC), 8.4
 * (GPIO), 23.6.1 (DBGMCU_IDCODE); UM1724, Nucleo-64: section 6.8 (USART2 on PA2 and PA3 is the
 * ST-LINK's line). The processor runs at 16 MHz, as after a reset, where flash memory needs no wait
 * state. UNTESTED. */
#include "chip.h"
#include "flash_stm32f4.h"
#include "memory_word.h"
#include "needs.h"

#define DBGMCU_IDCODE 0xe0042000u

enum { RCC = 0x40023800, AHB1ENR = 0x30, APB1ENR = 0x40 };
enum { GPIOAEN = 1 << 0, TIM2EN = 1 << 0, USART2EN = 1 << 17 };
enum { GPIOA = 0x40020000, MODER = 0x00, AFRL = 0x20, TX_PIN = 2, RX_PIN = 3, ALTERNATE = 2 };
enum { AF_USART2 = 7, MODE_BITS = 2, AF_BITS = 4 };

static void choose_usart(unsigned pin)
{
    uint32_t mode = word_in(GPIOA + MODER), function = word_in(GPIOA + AFRL);

    mode &= ~(3u << (MODE_BITS * pin));
    function &= ~(15u << (AF_BITS * pin));
    word_out(GPIOA + AFRL, function | (uint32_t)AF_USART2 << (AF_BITS * pin));
    word_out(GPIOA + MODER, mode | (uint32_t)ALTERNATE << (MODE_BITS * pin));
}

static const struct m_chip chip = { "an STM32F411", DBGMCU_IDCODE, 0xfff, 0x431 };

static void start(void)
{
    flash_stm32f4_set(0);
    word_out(RCC + AHB1ENR, word_in(RCC + AHB1ENR) | GPIOAEN);
    word_out(RCC + APB1ENR, word_in(RCC + APB1ENR) | TIM2EN | USART2EN);
    choose_usart(TX_PIN);
    choose_usart(RX_PIN);
    m_chip_must_be(&chip);
}

static const struct bare_region regions[] = {
    { .name = "flash",
      .kind = "flash",
      .start = 0x08000000,
      .size_bytes = 512 << 10,
      .read_only = true,
      .states = flash_stm32f4_states,
      .set = flash_stm32f4_set },
    { .name = "sram", .kind = "sram", .start = 0x20000000, .size_bytes = 128 << 10 },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_stm32, "tim2", 0x40000000, 16000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_stm32, .base = 0x40004400, .clock_hz = 16000000, .baud = 115200
};
const struct m_board board = {
    .regions = regions, .clocks = clocks, .start = start, .registers = flash_stm32f4_registers
};
