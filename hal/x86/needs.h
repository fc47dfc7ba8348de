/* Facts that a bare x86 board states for this port. */
#ifndef X86_NEEDS_H
#define X86_NEEDS_H

#include "uart.h"
#include <stdint.h>

/* Told to this port by the board (targets/<board>/board.c), besides board_uart; the firmware's
 * tables tell the rest. */

/* I/O port of an emulator's exit device, which ends the emulator with status 2 * value + 1; 0 where
 * there is none. */
extern const uint16_t x86_debug_exit_port;

/* For board_uart: registers are I/O ports, a byte each. */
extern const struct uart_access x86_port_access;

#endif
