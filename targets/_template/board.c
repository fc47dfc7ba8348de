/* A board with a Cortex-A9 and no operating system (hal/arm_v7/needs.h has what a
 * Cortex-A8 wants in place of board_a9). Where there is an operating system, delete this
 * file and link.ld. Each FILL_IN_... that is left stops the compiler, which names it.
 *
 * Sources: say which manual and chapter each fact is from. */
#include "needs.h"

/* Where each core's SCU, interrupt controller and timers begin. */
enum { PERIPH_BASE = FILL_IN_periph_base };

/* What is mapped beside memory, in whole MiB: at least PERIPH_BASE's and the console's. */
static const struct arm_range devices[] = { { FILL_IN_devices_start, FILL_IN_devices_bytes },
                                            { 0, 0 } };

/* Counters beside the core's own, best first (hal/parts/clock.h); a rate of 0 is found beside a
 * counter whose rate is known. */
static const struct clock clocks[] = {
    { &clock_a9_global, "a9_global", PERIPH_BASE + 0x200, FILL_IN_global_timer_hz },
    { 0 },
};

/* The console (hal/parts/uart.h); its driver is one of the PARTS in target.cmake. */
const struct uart board_uart = { .driver = &FILL_IN_uart_driver,
                                 .base = FILL_IN_uart_base,
                                 .clock_hz = FILL_IN_uart_clock_hz,
                                 .baud = 115200 };
const struct arm_board board = { .ram = { FILL_IN_ram_start, FILL_IN_ram_bytes },
                                 .devices = devices,
                                 .clocks = clocks };
const struct a9_board board_a9 = { .periph_base = PERIPH_BASE,
                                   .pl310_base = FILL_IN_pl310_base_or_0 };
