/* Sources: RM0433, STM32H743 Reference Manual: section 2.3 (memory map), 6.8 (PWR), 8.7 (RCC), 11.4
 * (GPIO), 60.5.8 (DBGMCU_IDC); UM1974, Nucleo-144: section 6.9 (USART3 on PD8 and PD9 is the
 * ST-LINK's line). The processor runs at 64 MHz (HSI), flash memory with the wait states of a
 * reset. UNTESTED. */
#include "chip.h"
#include "core.h"
#include "memory_word.h"
#include "needs.h"

#define DBGMCU_IDC 0x5c001000u

enum { PWR_CR3 = 0x5802480c, LDO_ALONE = 2, PWR_CSR1 = 0x58024804, ACTVOSRDY = 1 << 13 };
enum { RCC_AHB4ENR = 0x580244e0, RCC_APB1LENR = 0x580244e8 };
enum { GPIODEN = 1 << 3, TIM2EN = 1 << 0, USART3EN = 1 << 18 };
enum { GPIOD = 0x58020c00, MODER = 0x00, AFRH = 0x24, TX_PIN = 8, RX_PIN = 9, ALTERNATE = 2 };
enum { AF_USART3 = 7, MODE_BITS = 2, AF_BITS = 4, FIRST_OF_AFRH = 8 };

/* 6.4.1: until it is told how it is fed, the chip promises less than it can. */
static void choose_supply(void)
{
    word_out(PWR_CR3, LDO_ALONE);
    while ((word_in(PWR_CSR1) & ACTVOSRDY) == 0)
        ;
}

static void choose_usart(unsigned pin)
{
    uint32_t mode = word_in(GPIOD + MODER), function = word_in(GPIOD + AFRH);
    unsigned at = AF_BITS * (pin - FIRST_OF_AFRH);

    mode &= ~(3u << (MODE_BITS * pin));
    function &= ~(15u << at);
    word_out(GPIOD + AFRH, function | (uint32_t)AF_USART3 << at);
    word_out(GPIOD + MODER, mode | (uint32_t)ALTERNATE << (MODE_BITS * pin));
}

static const struct m_chip chip = { "an STM32H743", DBGMCU_IDC, 0xfff, 0x450 };

static void start(void)
{
    choose_supply();
    word_out(RCC_AHB4ENR, word_in(RCC_AHB4ENR) | GPIODEN);
    word_out(RCC_APB1LENR, word_in(RCC_APB1LENR) | TIM2EN | USART3EN);
    (void)word_in(RCC_APB1LENR); /* 8.5.13: two cycles until the clock is there */
    choose_usart(TX_PIN);
    choose_usart(RX_PIN);
    m_chip_must_be(&chip);
}

/* Tightly coupled memory, which no cache holds; nothing of the image lies there. A pointer to the
 * very start of that for code would be NULL. */
#define ITCM_FIRST 0x400
static const struct m_range more[] = { { 0x20000000, 128 << 10 }, { 0, 0 } };
static const struct bare_region regions[] = {
    { .name = "flash",
      .kind = "flash",
      .start = 0x08000000,
      .size_bytes = 2 << 20,
      .read_only = true,
      .cached = true,
      .states = m_cache_states,
      .set = m_caches_set },
    { .name = "axi",
      .kind = "sram",
      .start = 0x24000000,
      .size_bytes = 512 << 10,
      .cached = true,
      .states = m_cache_states,
      .set = m_caches_set },
    { .name = "itcm",
      .kind = "tcm",
      .start = 0,
      .size_bytes = 64 << 10,
      .scratch = (char *)ITCM_FIRST,
      .scratch_end = (char *)(64 << 10) },
    { .name = "dtcm", .kind = "tcm", .start = 0x20000000, .size_bytes = 128 << 10 },
    { 0 },
};

static const struct register_field registers[] = {
    { "flash_acr.latency", 0x52002000, 0, 15 }, /* RM0433, 4.9.1 */
    { "", 0, 0, 0 },
};

static const struct clock clocks[] = {
    { &clock_stm32, "tim2", 0x40000000, 64000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_stm32h7, .base = 0x40004800, .clock_hz = 64000000, .baud = 115200
};
const struct m_board board = {
    .more = more, .regions = regions, .clocks = clocks, .start = start, .registers = registers
};
