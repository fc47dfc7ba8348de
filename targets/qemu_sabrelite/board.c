/* Sources: i.MX 6Dual/6Quad Reference Manual, IMX6DQRM: chapter 2 (memory map), chapter 60 (SRC);
 * QEMU's sabrelite, whose first serial line is UART1 and whose timers run at 100 MHz. */
#include "memory_word.h"
#include "needs.h"

#define OCRAM 0x00900000u

enum { PERIPH_BASE = 0x00a00000, SRC = 0x020d8000 };
enum { SRC_CONTROL = 0x00, SRC_ENTRY = 0x20, SRC_ENABLE_SHIFT = 21 };

/* Core n: its entry in GPR(2n + 1), then the bit that ends its reset. */
static void release(unsigned core, uintptr_t entry)
{
    word_out(SRC + SRC_ENTRY + 8 * core, (uint32_t)entry);
    word_out(SRC + SRC_CONTROL, word_in(SRC + SRC_CONTROL) | 1u << (SRC_ENABLE_SHIFT + core));
}

static const struct arm_range devices[] = { { PERIPH_BASE, 1 << 20 },
                                            { 0x02000000, 2 << 20 },
                                            { 0, 0 } };

/* Its beginning holds what the boot ROM keeps. */
static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0x10000000, .size_bytes = 256 << 20, .cached = true },
    { .name = "ocm",
      .kind = "ocm",
      .start = OCRAM,
      .size_bytes = 256 << 10,
      .scratch = (char *)(OCRAM + 0x8000),
      .scratch_end = (char *)(OCRAM + 0x40000) },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_a9_global, "a9_global", PERIPH_BASE + 0x200, 100000000 },
    { &clock_a9_private, "a9_private", PERIPH_BASE + 0x600, 100000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_imx, .base = 0x02020000, .clock_hz = 80000000, .baud = 115200
};
const struct arm_board board = {
    .ram = { 0x10000000, 256 << 20 }, .devices = devices, .regions = regions, .clocks = clocks
};
const struct a9_board board_a9 = { .periph_base = PERIPH_BASE,
                                   .pl310_base = 0x00a02000,
                                   .release = release };
