/* Sources: Zynq UltraScale+ Device TRM, UG1085, chapters 10 (memory map) and 21 (UART); QEMU's
 * hw/arm/xlnx-zcu102.c, whose PSCI is called by SMC. */
#include "board64.h"

#define OCM 0xfffc0000u

static const struct board64_range devices[] = { { 0xff000000, 2 << 20 }, { 0, 0 } };

/* On-chip memory. Firmware that stays (TF-A) lies in its last 128 KiB. */
static const struct bare_region regions[] = {
    { .name = "ddr", .kind = "dram", .start = 0, .size_bytes = 512 << 20, .cached = true },
    { .name = "ocm",
      .kind = "ocm",
      .start = OCM,
      .size_bytes = 256 << 10,
      .scratch = (char *)OCM,
      .scratch_end = (char *)(OCM + (128 << 10)) },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_cadence, .base = 0xff000000, .clock_hz = 100000000, .baud = 115200
};
const struct board64 board = { .ram = { 0, 512 << 20 },
                               .devices = devices,
                               .regions = regions,
                               .cores = 4,
                               .start_by = FACTS_START_PSCI,
                               .psci = FACTS_PSCI_SMC };
