/* Source: Application Note AN500, ARM DAI 0500: memory map, FPGA system control (a counter of 25
 * MHz, whose prescaler is at 0x1c). */
#include "chip.h"
#include "memory_word.h"
#include "needs.h"

enum { FPGAIO = 0x40028000, COUNTER = 0x18, PRESCALER = 0x1c };

/* The number of the note that the FPGA's contents are of (section 4, SCC_ID). */
static const struct m_chip chip = { "a Cortex-M7 (AN500)", 0x4002fffc, 0xfff0, 0x5000 };

static void start(void)
{
    word_out(FPGAIO + PRESCALER, 0);
    m_chip_must_be(&chip);
}

static const struct m_range more[] = { { 0x60000000, 16 << 20 }, { 0, 0 } }; /* PSRAM */

static const struct bare_region regions[] = {
    { .name = "ssram1",
      .kind = "sram",
      .start = 0,
      .size_bytes = 4 << 20,
      .cached = true,
      .scratch = image_end,
      .scratch_end = (char *)(4 << 20) },
    { .name = "ssram2",
      .kind = "sram",
      .start = 0x20000000,
      .size_bytes = 4 << 20,
      .cached = true },
    { .name = "psram",
      .kind = "psram",
      .start = 0x60000000,
      .size_bytes = 16 << 20,
      .cached = true },
    { 0 },
};

static const struct clock clocks[] = {
    { &clock_counter, "fpgaio", FPGAIO + COUNTER, 25000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_cmsdk, .base = 0x40004000, .clock_hz = 25000000, .baud = 115200
};
const struct m_board board = { .more = more, .regions = regions, .clocks = clocks, .start = start };
