/* Source: PrimeCell UART (PL011) TRM, DDI 0183, section 3.3. */
#include "memory_word.h"
#include "uart.h"

enum { DATA = 0x00, FLAGS = 0x18, DIVISOR = 0x24, FRACTION = 0x28, LINE = 0x2c, CONTROL = 0x30 };
enum { FLAG_BUSY = 0x08, FLAG_NOTHING_CAME = 0x10, FLAG_FULL = 0x20 };
enum { LINE_8N1_FIFO = 0x70, CONTROL_ON = 0x301 };

static void start(const struct uart *uart)
{
    if (uart->baud != 0) {
        /* Section 3.3.6: clock / (16 * baud) in 64ths; 4 times the clock stays below 2^32. */
        uint32_t parts = (4 * uart->clock_hz + uart->baud / 2) / uart->baud;

        word_out(uart->base + CONTROL, 0);
        word_out(uart->base + DIVISOR, parts >> 6);
        word_out(uart->base + FRACTION, parts & 63);
    }
    word_out(uart->base + LINE, LINE_8N1_FIFO);
    word_out(uart->base + CONTROL, CONTROL_ON);
}

static void put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + FLAGS) & FLAG_FULL) != 0)
        ;
    word_out(uart->base + DATA, byte);
}

static int get(const struct uart *uart)
{
    if ((word_in(uart->base + FLAGS) & FLAG_NOTHING_CAME) != 0)
        return -1;
    return (int)(word_in(uart->base + DATA) & 0xff);
}

static void drain(const struct uart *uart)
{
    while ((word_in(uart->base + FLAGS) & FLAG_BUSY) != 0)
        ;
}

const struct uart_driver uart_pl011 = { start, put, get, drain };
