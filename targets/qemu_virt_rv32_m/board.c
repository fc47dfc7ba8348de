/* Source: QEMU's hw/riscv/virt.c, memory map; the lower half of mtime is a counter of 10 MHz. */
#include "needs.h"

enum { MTIME = 0x0200bff8 };

static const struct clock clocks[] = { { &clock_counter, "mtime", MTIME, 10000000 }, { 0 } };

const struct uart board_uart = { .driver = &uart_16550,
                                 .base = 0x10000000,
                                 .clock_hz = 3686400,
                                 .baud = 115200,
                                 .access = &uart_memory_8 };
const struct m_board board = { .ram_start = 0x80000000, .ram_bytes = 64 << 20, .clocks = clocks };
