/* Sources: OMAP24xx memory map as in QEMU's n800, whose ARM1136 is replaced by a Cortex-A8. UART
 * and timers are OMAP3's at other addresses; both timers count 32768 a second here. */
#include "needs.h"

enum { SYNC_32K = 0x48004000, GPTIMER2 = 0x4802a000, UART1 = 0x4806a000, TCLR = 0x24 };

static const struct arm_range devices[] = { { 0x48000000, 1 << 20 }, { 0, 0 } };

static const struct clock clocks[] = {
    { &clock_gptimer, "gptimer2", GPTIMER2 + TCLR, 0 },
    { &clock_counter, "sync_32k", SYNC_32K + 0x10, 32768 },
    { 0 },
};

const struct uart board_uart = { .driver = &uart_omap,
                                 .base = UART1,
                                 .shift = 2,
                                 .clock_hz = 48000000,
                                 .baud = 115200,
                                 .access = &uart_memory_8 };
const struct arm_board board = { .ram = { 0x80000000, 128 << 20 },
                                 .devices = devices,
                                 .clocks = clocks };
const struct a8_board board_a8 = { .nonsecure = false };
