/* Sources: Nuvoton NPCM750 as in QEMU's npcm750-evb (hw/arm/npcm7xx.c): memory map, two cores,
 * timers at 100 MHz, UART 0 on a 24 MHz clock. */
#include "needs.h"

enum { PERIPH_BASE = 0xf03fe000 };

static const struct arm_range devices[] = { { 0xf0000000, 16 << 20 }, { 0, 0 } };

static const struct clock clocks[] = {
    { &clock_a9_global, "a9_global", PERIPH_BASE + 0x200, 100000000 },
    { 0 },
};

const struct uart board_uart = { .driver = &uart_16550,
                                 .base = 0xf0001000,
                                 .shift = 2,
                                 .clock_hz = 24000000,
                                 .baud = 115200,
                                 .access = &uart_memory_32 };
const struct arm_board board = { .ram = { 0x00000000, 256 << 20 },
                                 .devices = devices,
                                 .clocks = clocks };
const struct a9_board board_a9 = { .periph_base = PERIPH_BASE, .pl310_base = 0xf03fc000 };
