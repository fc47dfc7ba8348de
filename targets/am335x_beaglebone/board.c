/* Sources: AM335x TRM, SPRUH73: chapters 2 (memory map), 19 (UART), 20 (timers: DMTIMER2 on the 24
 * MHz crystal, as boot loaders leave it; watchdog). */
#include "needs.h"
#include "watchdog_omap.h"

#define OCMC_RAM 0x40300000u

enum { UART_0 = 0x44e09000, DMTIMER_2 = 0x48040000, WATCHDOG_1 = 0x44e35000, TCLR = 0x38 };

static void start(void)
{
    watchdog_omap_stop(WATCHDOG_1);
}

static const struct arm_range devices[] = { { 0x44e00000, 1 << 20 },
                                            { 0x48000000, 1 << 20 },
                                            { 0, 0 } };

static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0x80000000, .size_bytes = 256 << 20, .cached = true },
    { .name = "ocm",
      .kind = "ocm",
      .start = OCMC_RAM,
      .size_bytes = 64 << 10,
      .scratch = (char *)(OCMC_RAM),
      .scratch_end = (char *)(OCMC_RAM + 0x10000) },
    { 0 },
};

static const struct clock clocks[] = { { &clock_gptimer, "dmtimer2", DMTIMER_2 + TCLR, 24000000 },
                                       { 0 } };

const struct uart board_uart = { .driver = &uart_omap,
                                 .base = UART_0,
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
