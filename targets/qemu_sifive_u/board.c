/* Sources: SiFive FU540-C000 Manual, v1p4, chapters 5 (memory map) and 13 (UART); QEMU's
 * hw/riscv/sifive_u.c; the device tree tells memory, harts and the rate of `time`. */
#include "board64.h"

#define LIM 0x08000000u

static const struct board64_range devices[] = { { 0x10000000, 2 << 20 }, { 0, 0 } };

/* The part of the second-level cache that serves as memory (chapter 10): all of it under QEMU; on
 * the chip, the ways that nobody turned on as cache. */
static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0x80000000, .size_bytes = 1 << 30, .cached = true },
    { .name = "lim",
      .kind = "sram",
      .start = LIM,
      .size_bytes = 1 << 20,
      .scratch = (char *)LIM,
      .scratch_end = (char *)(LIM + (1 << 20)) },
    { 0 },
};

const struct uart board_uart = { .driver = &uart_sifive, .base = 0x10010000 };
const struct board64 board = { .ram = { 0x80000000, 1 << 30 },
                               .devices = devices,
                               .regions = regions };
