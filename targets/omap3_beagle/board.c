/* Sources: OMAP3530 TRM, SPRUF98: chapters 2 (memory map), 16 (timers), 17 (UART), 25.4 (boot ROM
 * and its services). The DM3730 of the BeagleBoard-xM is the same to this image. */
#include "cp15.h"
#include "needs.h"
#include "omap_rom.h"
#include "watchdog_omap.h"

#define SRAM 0x40200000u

enum {
    UART_3 = 0x49020000,
    GPTIMER_2 = 0x49032000,
    SYNC_32K = 0x48320000,
    WATCHDOG_2 = 0x48314000
};
enum { TCLR = 0x24, ROM_AUXILIARY_CONTROL = 3, L2EN = 1 << 1 };

/* One ROM leaves the second-level cache on, another off; in Non-secure state the ROM alone can turn
 * it on. Nothing in it is dirty then that its invalidation in entry.S has not written back. */
static void start(void)
{
    watchdog_omap_stop(WATCHDOG_2);
    omap_rom_call(ROM_AUXILIARY_CONTROL, cp15_actlr() | L2EN, 0);
}

static const struct arm_range devices[] = { { 0x48000000, 4 << 20 },
                                            { 0x49000000, 1 << 20 },
                                            { 0, 0 } };

/* Its end holds what the boot ROM keeps. */
static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0x80000000, .size_bytes = 256 << 20, .cached = true },
    { .name = "ocm",
      .kind = "ocm",
      .start = SRAM,
      .size_bytes = 64 << 10,
      .scratch = (char *)(SRAM),
      .scratch_end = (char *)(SRAM + 0xe000) },
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
const struct arm_board board = { .ram = { 0x80000000, 256 << 20 },
                                 .devices = devices,
                                 .regions = regions,
                                 .clocks = clocks,
                                 .start = start };
const struct a8_board board_a8 = { .nonsecure = true };
