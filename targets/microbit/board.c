/* Source: nRF51 Series Reference Manual, version 3.0: chapters 13 (clocks), 14 (GPIO), 18 (timer),
 * 28 (UART: PSELTXD, PSELRXD, and how its pins are to be); micro:bit v1's pins P0.24 and P0.25,
 * which its interface chip makes a USB serial line of. UNTESTED. */
#include "memory_word.h"
#include "needs.h"

enum { CLOCK = 0x40000000, HFCLKSTART = 0x000, HFCLKSTARTED = 0x100 };
enum { GPIO = 0x50000000, OUTSET = 0x508, DIRSET = 0x518, PIN_CNF = 0x700, INPUT = 0 };
enum { UART = 0x40002000, PSELTXD = 0x50c, PSELRXD = 0x514, TX_PIN = 24, RX_PIN = 25 };

/* Until it is started, a resistor and a capacitor stand in for the crystal. */
static void start_crystal(void)
{
    word_out(CLOCK + HFCLKSTARTED, 0);
    word_out(CLOCK + HFCLKSTART, 1);
    while (word_in(CLOCK + HFCLKSTARTED) == 0)
        ;
}

static void start(void)
{
    start_crystal();
    word_out(GPIO + OUTSET, 1u << TX_PIN);
    word_out(GPIO + DIRSET, 1u << TX_PIN);
    word_out(GPIO + PIN_CNF + sizeof(uint32_t) * RX_PIN, INPUT);
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
