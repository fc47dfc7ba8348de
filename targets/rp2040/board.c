/* Source: RP2040 Datasheet: sections 2.2 (memory map), 2.6.3 (XIP cache: CTRL, FLUSH), 2.14
 * (resets), 2.15 (clocks), 2.16 (crystal), 2.19 (GPIO). The processor runs at 12 MHz, from the
 * crystal; the UART is on GPIO 0 (TX) and 1 (RX). UNTESTED. */
#include "chip.h"
#include "memory_word.h"
#include "needs.h"

enum { RESETS = 0x4000c000, RESET_DONE = 0x08, CLEAR = 0x3000 };
enum { IO_BANK0 = 1 << 5, PADS_BANK0 = 1 << 8, UART0 = 1 << 22 };
enum { XOSC = 0x40024000, XOSC_STATUS = 0x04, XOSC_STARTUP = 0x0c, XOSC_1_15MHZ = 0xaa0 };
enum { XOSC_ENABLE = 0xfab << 12, XOSC_DELAY = 47 };
enum { CLK_REF_CTRL = 0x40008030, CLK_REF_SELECTED = 0x40008038, REF_IS_XOSC = 2 };
enum { CLK_SYS_CTRL = 0x4000803c, CLK_SYS_SELECTED = 0x40008044, SYS_IS_REF = 0 };
enum { CLK_PERI_CTRL = 0x40008048, PERI_ON = 1 << 11 };
enum { XIP_CTRL = 0x14000000, XIP_EN = 1 << 0, XIP_FLUSH = 0x14000004 };
enum { GPIO0_CTRL = 0x40014004, GPIO1_CTRL = 0x4001400c, TO_UART = 2 };

static void wait_for(uintptr_t at, uint32_t bits)
{
    while ((word_in(at) & bits) != bits)
        ;
}

static void start_clocks(void)
{
    word_out(XOSC, XOSC_1_15MHZ);
    word_out(XOSC + XOSC_STARTUP, XOSC_DELAY);
    word_out(XOSC, XOSC_1_15MHZ | XOSC_ENABLE);
    wait_for(XOSC + XOSC_STATUS, 1u << 31);
    word_out(CLK_REF_CTRL, REF_IS_XOSC);
    wait_for(CLK_REF_SELECTED, 1u << REF_IS_XOSC);
    word_out(CLK_SYS_CTRL, SYS_IS_REF);
    wait_for(CLK_SYS_SELECTED, 1u << SYS_IS_REF);
    word_out(CLK_PERI_CTRL, PERI_ON);
}

/* 2.20.3, CHIP_ID, but for the revision. */
static const struct m_chip chip = { "an RP2040", 0x40000000, 0x0fffffff, 0x00002927 };

static void start(void)
{
    start_clocks();
    word_out(RESETS + CLEAR, IO_BANK0 | PADS_BANK0 | UART0);
    wait_for(RESETS + RESET_DONE, IO_BANK0 | PADS_BANK0 | UART0);
    word_out(GPIO0_CTRL, TO_UART);
    word_out(GPIO1_CTRL, TO_UART);
    m_chip_must_be(&chip);
}

static const char *const xip_states[] = { "uncached", NULL };

/* Emptied, so that nothing old is in it when it is on again; a read of FLUSH waits until it is. */
static void xip_set(unsigned state)
{
    word_out(XIP_CTRL, (word_in(XIP_CTRL) & ~(uint32_t)XIP_EN) | (state == 0 ? XIP_EN : 0u));
    word_out(XIP_FLUSH, 1);
    (void)word_in(XIP_FLUSH);
}

static const struct bare_region regions[] = {
    { .name = "flash",
      .kind = "flash",
      .start = 0x10000000,
      .size_bytes = 2 << 20,
      .read_only = true,
      .states = xip_states,
      .set = xip_set },
    { .name = "sram", .kind = "sram", .start = 0x20000000, .size_bytes = 264 << 10 },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_systick, "systick", 0xe000e010, 12000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_pl011, .base = 0x40034000, .clock_hz = 12000000, .baud = 115200
};
const struct m_board board = { .regions = regions, .clocks = clocks, .start = start };
