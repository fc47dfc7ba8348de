/* Sources: OMAP4430 TRM, SWPU231: chapters 2 (memory map), 22 (timers), 23 (UART), 27.4 (boot ROM,
 * its services and the start of the second core). */
#include "needs.h"
#include "omap_rom.h"
#include "watchdog_omap.h"

#define OCM_RAM 0x40300000u

enum { PERIPH_BASE = 0x48240000, PL310 = 0x48242000, WATCHDOG_2 = 0x4a314000 };
enum { UART_3 = 0x48020000, GPTIMER_2 = 0x48032000, SYNC_32K = 0x4a304000, TCLR = 0x38 };
enum { ROM_PL310_CONTROL = 0x102, ROM_START_FLAGS = 0x104, ROM_START_ENTRY = 0x105 };

static void start(void)
{
    watchdog_omap_stop(WATCHDOG_2);
}

static void enable_pl310(void)
{
    omap_rom_call(ROM_PL310_CONTROL, 1, 0);
}

/* The second core's ROM waits for an event, and goes to the entry once the flags are set. */
static void release(unsigned core, uintptr_t entry)
{
    (void)core;
    omap_rom_call(ROM_START_ENTRY, (uint32_t)entry, 0);
    omap_rom_call(ROM_START_FLAGS, 0x200, 0xfffffdff);
}

static const struct arm_range devices[] = { { 0x48000000, 4 << 20 },
                                            { 0x4a000000, 4 << 20 },
                                            { 0, 0 } };

/* Below and above the scratch are what the boot ROM keeps. */
static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0x80000000, .size_bytes = 512 << 20, .cached = true },
    { .name = "ocm",
      .kind = "ocm",
      .start = OCM_RAM,
      .size_bytes = 56 << 10,
      .scratch = (char *)(OCM_RAM + 0x4000),
      .scratch_end = (char *)(OCM_RAM + 0xc000) },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_gptimer, "gptimer2", GPTIMER_2 + TCLR, 0 },
    { &clock_counter, "sync_32k", SYNC_32K + 0x10, 32768 },
    { 0 },
};

const struct uart board_uart = { .driver = &uart_omap,
                                 .base = UART_3,
                                 .shift = 2,
                                 .clock_hz = 48000000,
                                 .baud = 115200,
                                 .access = &uart_memory_8 };
const struct arm_board board = { .ram = { 0x80000000, 512 << 20 },
                                 .devices = devices,
                                 .regions = regions,
                                 .clocks = clocks,
                                 .start = start };
const struct a9_board board_a9 = { .periph_base = PERIPH_BASE,
                                   .pl310_base = PL310,
                                   .pl310_enable = enable_pl310,
                                   .release = release,
                                   .nonsecure = true };
