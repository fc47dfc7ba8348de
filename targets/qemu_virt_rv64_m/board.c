/* Source: QEMU's hw/riscv/virt.c, memory map; its device tree tells memory, harts and the rate of
 * `time`. */
#include "board64.h"
#include "machine.h"

static const struct board64_range devices[] = { { 0x10000000, 2 << 20 }, { 0, 0 } };

const struct uart board_uart = { .driver = &uart_16550,
                                 .base = 0x10000000,
                                 .clock_hz = 3686400,
                                 .baud = 115200,
                                 .access = &uart_memory_8 };
const struct board64 board = { .ram = { 0x80000000, 1 << 30 }, .devices = devices };
const uintptr_t machine_clint = 0x02000000;
