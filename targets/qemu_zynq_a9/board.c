/* Sources: Zynq-7000 TRM, UG585: chapters 4 (memory map), 6.1 (start of the second core), 19
 * (UART); QEMU's xilinx-zynq-a9, which has one core and timers at 100 MHz. */
#include "memory_word.h"
#include "needs.h"

#define OCM 0xfffc0000u

enum { PERIPH_BASE = 0xf8f00000, SECOND_CORE_ENTRY = 0xfffffff0 };

/* The boot ROM holds the second core in a WFE until an event finds an address here. */
static void release(unsigned core, uintptr_t entry)
{
    (void)core;
    word_out(SECOND_CORE_ENTRY, (uint32_t)entry);
}

static const struct arm_range devices[] = { { 0xe0000000, 1 << 20 },
                                            { 0xf8000000, 16 << 20 },
                                            { 0, 0 } };

/* The last 64 KiB of the on-chip memory hold what the boot ROM reads. */
static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0, .size_bytes = 256 << 20, .cached = true },
    { .name = "ocm",
      .kind = "ocm",
      .start = OCM,
      .size_bytes = 256 << 10,
      .scratch = (char *)OCM,
      .scratch_end = (char *)(OCM + (192 << 10)) },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_a9_global, "a9_global", PERIPH_BASE + 0x200, 100000000 },
    { &clock_a9_private, "a9_private", PERIPH_BASE + 0x600, 100000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_cadence, .base = 0xe0000000, .clock_hz = 50000000, .baud = 115200
};
const struct arm_board board = {
    .ram = { 0x00000000, 256 << 20 }, .devices = devices, .regions = regions, .clocks = clocks
};
const struct a9_board board_a9 = { .periph_base = PERIPH_BASE,
                                   .pl310_base = 0xf8f02000,
                                   .release = release };
