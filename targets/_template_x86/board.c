/* Sources: say where each fact is from. Processors, memory and clocks are found in the firmware's
 * tables. */
#include "needs.h"

/* The console; a PC's first serial line: port 0x3f8, 1843200 Hz. */
const struct uart board_uart = { .driver = &uart_16550,
                                 .base = FILL_IN_uart_port,
                                 .shift = 0,
                                 .clock_hz = FILL_IN_uart_clock_hz,
                                 .baud = 115200,
                                 .access = &x86_port_access };

/* The port of an emulator's exit device; hardware has none: 0. */
const uint16_t x86_debug_exit_port = FILL_IN_debug_exit_port_or_0;
