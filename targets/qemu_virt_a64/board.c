/* Source: QEMU's hw/arm/virt.c, memory map; its device tree tells memory, cores and how PSCI is
 * called. */
#include "board64.h"

static const struct board64_range devices[] = { { 0x09000000, 2 << 20 }, { 0, 0 } };

const struct uart board_uart = {
    .driver = &uart_pl011, .base = 0x09000000, .clock_hz = 24000000, .baud = 115200
};
const struct board64 board = { .ram = { 0x40000000, 1 << 30 }, .devices = devices };
