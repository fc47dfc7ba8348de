/* A board with an Atom: its first serial line. */
#include "needs.h"

/* Source: PC convention (PC 99 System Design Guide, COM1); the crystal of every PC's serial line is
 * 1.8432 MHz. */
const struct uart board_uart = {
    .driver = &uart_16550,
    .base = 0x3f8,
    .shift = 0,
    .clock_hz = 1843200,
    .baud = 115200,
    .access = &x86_port_access,
};

const uint16_t x86_debug_exit_port = 0; /* hardware has none */
