/* Source: Zynq-7000 TRM, UG585, chapter 19 and appendix B.33. */
#include "memory_word.h"
#include "uart.h"

enum { CONTROL = 0x00, MODE = 0x04, DIVISOR = 0x18, STATUS = 0x2c, FIFO = 0x30, SAMPLES = 0x34 };
enum { CONTROL_RESET = 0x03, CONTROL_ON = 0x14, MODE_8N1 = 0x20 };
enum { STATUS_NOTHING_CAME = 0x02, STATUS_EMPTY = 0x08, STATUS_FULL = 0x10, STATUS_ACTIVE = 0x800 };
enum { SAMPLES_A_BIT = 7 };

static void start(const struct uart *uart)
{
    if (uart->baud != 0) {
        uint32_t bit = SAMPLES_A_BIT * uart->baud;

        word_out(uart->base + SAMPLES, SAMPLES_A_BIT - 1);
        word_out(uart->base + DIVISOR, (uart->clock_hz + bit / 2) / bit);
    }
    word_out(uart->base + CONTROL, CONTROL_RESET);
    word_out(uart->base + MODE, MODE_8N1);
    word_out(uart->base + CONTROL, CONTROL_ON);
}

static void put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + STATUS) & STATUS_FULL) != 0)
        ;
    word_out(uart->base + FIFO, byte);
}

static int get(const struct uart *uart)
{
    if ((word_in(uart->base + STATUS) & STATUS_NOTHING_CAME) != 0)
        return -1;
    return (int)(word_in(uart->base + FIFO) & 0xff);
}

static void drain(const struct uart *uart)
{
    while ((word_in(uart->base + STATUS) & (STATUS_EMPTY | STATUS_ACTIVE)) != STATUS_EMPTY)
        ;
}

const struct uart_driver uart_cadence = { start, put, get, drain };
