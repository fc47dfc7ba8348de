/* Sources: Allwinner A10 User Manual: memory map, UART, timer controller; QEMU's cubieboard. */
#include "needs.h"

enum { TIMER_0 = 0x01c20c10, UART_0 = 0x01c28000 };

static const struct arm_range devices[] = { { 0x01c00000, 1 << 20 }, { 0, 0 } };
static const struct clock clocks[] = { { &clock_allwinner, "timer0", TIMER_0, 24000000 }, { 0 } };

const struct uart board_uart = { .driver = &uart_16550,
                                 .base = UART_0,
                                 .shift = 2,
                                 .clock_hz = 24000000,
                                 .baud = 115200,
                                 .access = &uart_memory_32 };
const struct arm_board board = { .ram = { 0x40000000, 512 << 20 },
                                 .devices = devices,
                                 .clocks = clocks };
const struct a8_board board_a8 = { .nonsecure = false };
