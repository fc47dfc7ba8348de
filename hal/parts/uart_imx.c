/* Source: i.MX 6Dual/6Quad Reference Manual, IMX6DQRM, chapter 64 (UART), section 64.15. */
#include "memory_word.h"
#include "uart.h"

enum {
    RECEIVED = 0x00,
    SEND = 0x40,
    CONTROL_1 = 0x80,
    CONTROL_2 = 0x84,
    CONTROL_3 = 0x88,
    FIFO = 0x90
};
enum { STATUS_1 = 0x94, STATUS_2 = 0x98, INCREMENT = 0xa4, MODULATOR = 0xa8 };
enum {
    CONTROL_1_ON = 0x0001,
    CONTROL_2_8N1_ON = 0x4027,
    CONTROL_3_RECEIVE_MUXED = 0x0004, /* "should always be set" */
    FIFO_CLOCK_UNDIVIDED = 0x0a81,
    STATUS_1_ROOM = 0x2000,
    STATUS_2_RECEIVED = 0x0001,
    STATUS_2_SENT = 0x0008,
    SAMPLES_A_BIT = 16
};

static void start(const struct uart *uart)
{
    word_out(uart->base + CONTROL_1, CONTROL_1_ON);
    word_out(uart->base + CONTROL_2, CONTROL_2_8N1_ON);
    word_out(uart->base + CONTROL_3, CONTROL_3_RECEIVE_MUXED);
    if (uart->baud != 0) {
        word_out(uart->base + FIFO, FIFO_CLOCK_UNDIVIDED);
        /* Baud rate is clock / (16 * (UBMR + 1) / (UBIR + 1)); UBIR is written first. */
        word_out(uart->base + INCREMENT, SAMPLES_A_BIT - 1);
        word_out(uart->base + MODULATOR, (uart->clock_hz + uart->baud / 2) / uart->baud - 1);
    }
}

static void put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + STATUS_1) & STATUS_1_ROOM) == 0)
        ;
    word_out(uart->base + SEND, byte);
}

static int get(const struct uart *uart)
{
    if ((word_in(uart->base + STATUS_2) & STATUS_2_RECEIVED) == 0)
        return -1;
    return (int)(word_in(uart->base + RECEIVED) & 0xff);
}

static void drain(const struct uart *uart)
{
    while ((word_in(uart->base + STATUS_2) & STATUS_2_SENT) == 0)
        ;
}

const struct uart_driver uart_imx = { start, put, get, drain };
