/* Sources: say which manual and chapter each fact is from. */
#include "needs.h"

/* Ranges mapped beside memory, in whole MiB: the console's registers, the clocks', the core's. */
static const struct arm_range devices[] = { { FILL_IN_devices_start, FILL_IN_devices_bytes },
                                            { 0, 0 } };

/* Counters beside the core's own, best first; hal/parts/clock.h lists the drivers. A rate of 0 is
 * measured against a counter whose rate is known. */
static const struct clock clocks[] = {
    { &FILL_IN_clock_driver, FILL_IN_clock_name, FILL_IN_clock_base, FILL_IN_clock_hz },
    { 0 },
};

/* The console; hal/parts/uart.h lists the drivers, and what a 16550 wants beside. */
const struct uart board_uart = { .driver = &FILL_IN_uart_driver,
                                 .base = FILL_IN_uart_base,
                                 .clock_hz = FILL_IN_uart_clock_hz,
                                 .baud = 115200 };
const struct arm_board board = { .ram = { FILL_IN_ram_start, FILL_IN_ram_bytes },
                                 .devices = devices,
                                 .clocks = clocks };

/* Cortex-A9; a Cortex-A8 has `const struct a8_board board_a8 = { .nonsecure = false };` here. */
const struct a9_board board_a9 = { .periph_base = FILL_IN_periph_base,
                                   .pl310_base = FILL_IN_pl310_base_or_0 };
