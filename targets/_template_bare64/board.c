/* Sources: say which manual and chapter each fact is from. */
#include "board64.h"

/* Ranges mapped beside memory, in whole 2 MiB: the console's registers, and those of clocks. */
static const struct board64_range devices[] = { { FILL_IN_devices_start, FILL_IN_devices_bytes },
                                                { 0, 0 } };

/* The console; hal/parts/uart.h lists the drivers, and what a 16550 wants beside. */
const struct uart board_uart = { .driver = &FILL_IN_uart_driver,
                                 .base = FILL_IN_uart_base,
                                 .clock_hz = FILL_IN_uart_clock_hz,
                                 .baud = 115200 };

/* The device tree tells the rest; hal/bare64/board64.h says what to state where there is none. */
const struct board64 board = { .ram = { FILL_IN_ram_start, FILL_IN_ram_bytes_at_most },
                               .devices = devices };
