/* Source: nRF51 Series Reference Manual, version 3.0: chapters 18 (timer), 28 (UART: PSELTXD,
 * PSELRXD); micro:bit v1's pins P0.24 and P0.25. */
#include "memory_word.h"
#include "needs.h"

enum { UART = 0x40002000, PSELTXD = 0x50c, PSELRXD = 0x514, TX_PIN = 24, RX_PIN = 25 };

static void start(void)
{
    word_out(UART + PSELTXD, TX_PIN);
    word_out(UART + PSELRXD, RX_PIN);
}

static const struct clock clocks[] = {
    { &clock_nrf, "timer0", 0x40008000, 16000000 },
    { 0 },
};

const struct uart board_uart = {
    .driver = &uart_nrf, .base = UART, .clock_hz = 16000000, .baud = 115200
};
const struct m_board board = { .clocks = clocks, .start = start };
