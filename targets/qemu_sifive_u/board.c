/* Sources: SiFive FU540-C000 Manual, v1p4, chapters 5 (memory map) and 13 (UART); QEMU's
 * hw/riscv/sifive_u.c; the device tree tells memory, harts and the rate of `time`. */
#include "board64.h"

static const struct board64_range devices[] = { { 0x10000000, 2 << 20 }, { 0, 0 } };

const struct uart board_uart = { .driver = &uart_sifive, .base = 0x10010000 };
const struct board64 board = { .ram = { 0x80000000, 1 << 30 }, .devices = devices };
