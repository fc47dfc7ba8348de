/* QEMU's PC: its first serial line and exit device. */
#include "needs.h"

/* Source: QEMU's hw/i386/pc.c and hw/char/serial-isa.c: COM1. */
const struct uart board_uart = {
    .driver = &uart_16550,
    .base = 0x3f8,
    .shift = 0,
    .clock_hz = 1843200,
    .baud = 115200,
    .access = &x86_port_access,
};

/* As board.txt places the device isa-debug-exit. */
const uint16_t x86_debug_exit_port = 0xf4;
