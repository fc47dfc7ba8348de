/* Sources: JH7110 TRM, chapters on memory map and UART; Linux,
 * arch/riscv/boot/dts/starfive/jh7110.dtsi. The device tree tells memory, harts 1 to 4, and the
 * rate of `time`. UNTESTED on hardware. */
#include "board64.h"

static const struct board64_range devices[] = { { 0x10000000, 2 << 20 }, { 0, 0 } };

/* A DesignWare 16550, at the rate that U-Boot set. */
const struct uart board_uart = { .driver = &uart_16550,
                                 .base = 0x10000000,
                                 .shift = 2,
                                 .clock_hz = 24000000,
                                 .access = &uart_memory_32 };
const struct board64 board = { .ram = { 0x40000000, 1 << 30 },
                               .devices = devices,
                               .line_after_dashes = true };
