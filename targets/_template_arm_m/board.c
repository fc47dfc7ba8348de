/* Sources: say which manual and chapter each fact is from. */
#include "memory_word.h"
#include "needs.h"

/* Turns on what a reset left off: the clocks of UART and timer, the UART's pins. */
static void start(void)
{
    word_out(FILL_IN_clock_register, FILL_IN_clock_bits);
}

/* Counters beside the core's cycle counter, with a name for the log and the ticks in a second;
 * hal/parts/clock.h lists the drivers. */
static const struct clock clocks[] = {
    { &FILL_IN_clock_driver, FILL_IN_clock_name, FILL_IN_clock_base, FILL_IN_clock_hz },
    { 0 },
};

/* The console; hal/parts/uart.h lists the drivers. */
const struct uart board_uart = { .driver = &FILL_IN_uart_driver,
                                 .base = FILL_IN_uart_base,
                                 .clock_hz = FILL_IN_uart_clock_hz,
                                 .baud = 115200 };

/* hal/arm_m/needs.h says what else there is to state: more memory, memories with costs of their
 * own. */
const struct m_board board = { .clocks = clocks, .start = start };
