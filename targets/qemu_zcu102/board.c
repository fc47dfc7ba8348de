/* Sources: Zynq UltraScale+ Device TRM, UG1085, chapters 10 (memory map) and 21 (UART); QEMU's
 * hw/arm/xlnx-zcu102.c, whose PSCI is called by SMC. */
#include "board64.h"

static const struct board64_range devices[] = { { 0xff000000, 2 << 20 }, { 0, 0 } };

const struct uart board_uart = {
    .driver = &uart_cadence, .base = 0xff000000, .clock_hz = 100000000, .baud = 115200
};
const struct board64 board = { .ram = { 0, 512 << 20 },
                               .devices = devices,
                               .cores = 4,
                               .start_by = FACTS_START_PSCI,
                               .psci = FACTS_PSCI_SMC };
