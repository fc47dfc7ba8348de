/* Sources: Motherboard Express uATX TRM, DUI 0447: chapters 4.2 (memory map), 4.3 (SYS_FLAGS,
 * SYS_24MHZ); CoreTile Express A9x4 TRM, DUI 0448, chapter 3.2; QEMU's vexpress-a9, whose timers
 * run at 100 MHz. */
#include "memory_word.h"
#include "needs.h"

#define SRAM 0x48000000u

enum { PERIPH_BASE = 0x1e000000, SYSTEM = 0x10000000 };
enum { SYS_FLAGS_SET = 0x30, SYS_FLAGS_CLEAR = 0x34, SYS_24MHZ = 0x5c };

/* Where the boot monitor holds the cores, they go to what SYS_FLAGS says when an interrupt comes.
 */
static void release(unsigned core, uintptr_t entry)
{
    (void)core;
    word_out(SYSTEM + SYS_FLAGS_CLEAR, UINT32_MAX);
    word_out(SYSTEM + SYS_FLAGS_SET, (uint32_t)entry);
}

static const struct arm_range devices[] = { { SYSTEM, 1 << 20 },
                                            { PERIPH_BASE, 1 << 20 },
                                            { 0, 0 } };

static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0x60000000, .size_bytes = 256 << 20, .cached = true },
    { .name = "sram",
      .kind = "sram",
      .start = SRAM,
      .size_bytes = 32 << 20,
      .scratch = (char *)(SRAM),
      .scratch_end = (char *)(SRAM + (1 << 20)) },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_a9_global, "a9_global", PERIPH_BASE + 0x200, 100000000 },
    { &clock_a9_private, "a9_private", PERIPH_BASE + 0x600, 100000000 },
    { &clock_counter, "sys_24mhz", SYSTEM + SYS_24MHZ, 24000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_pl011, .base = 0x10009000, .clock_hz = 24000000, .baud = 115200
};
const struct arm_board board = {
    .ram = { 0x60000000, 256 << 20 }, .devices = devices, .regions = regions, .clocks = clocks
};
const struct a9_board board_a9 = { .periph_base = PERIPH_BASE,
                                   .pl310_base = 0x1e00a000,
                                   .release = release };
