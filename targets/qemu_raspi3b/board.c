/* Sources: BCM2835 ARM Peripherals, chapters 1.2 (memory map) and 13 (UART), which begins at
 * 0x3f000000 on a BCM2837; QEMU's hw/arm/raspi.c, whose spin table is the firmware's (Raspberry Pi,
 * tools/armstubs/armstub8.S). */
#include "board64.h"

static const struct board64_range devices[] = { { 0x3f000000, 16 << 20 }, { 0, 0 } };

const struct uart board_uart = {
    .driver = &uart_pl011, .base = 0x3f201000, .clock_hz = 48000000, .baud = 115200
};
const struct board64 board = { .ram = { 0, 0x3c000000 },
                               .devices = devices,
                               .cores = 4,
                               .start_by = FACTS_START_SPIN_TABLE,
                               .spin_table = 0xd8 };
