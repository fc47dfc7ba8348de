/* Source: National Semiconductor PC16550D data sheet (1995), section 8, register descriptions. */
#include "uart.h"

enum reg {
    DATA = 0,
    DIVISOR_LOW = 0,
    INTERRUPTS = 1,
    DIVISOR_HIGH = 1,
    FIFO = 2,
    LINE = 3,
    MODEM = 4,
    STATUS = 5
};

enum {
    FIFO_ON_CLEAR = 0x07,
    LINE_8N1 = 0x03,
    LINE_DIVISOR = 0x80, /* registers 0 and 1 are the divisor */
    MODEM_READY = 0x03,  /* DTR, RTS */
    STATUS_RECEIVED = 0x01,
    STATUS_ROOM = 0x20,
    STATUS_EMPTY = 0x40,
    SAMPLES_A_BIT = 16
};

static uint32_t in(const struct uart *uart, enum reg reg)
{
    return uart->access->in(uart->base + ((uintptr_t)reg << uart->shift));
}

static void out(const struct uart *uart, enum reg reg, uint32_t value)
{
    uart->access->out(uart->base + ((uintptr_t)reg << uart->shift), value);
}

static void start(const struct uart *uart)
{
    out(uart, INTERRUPTS, 0);
    if (uart->baud != 0) {
        uint32_t bit = SAMPLES_A_BIT * uart->baud;
        uint32_t divisor = (uart->clock_hz + bit / 2) / bit;

        out(uart, LINE, LINE_DIVISOR | LINE_8N1);
        out(uart, DIVISOR_LOW, divisor & 0xff);
        out(uart, DIVISOR_HIGH, divisor >> 8);
    }
    out(uart, LINE, LINE_8N1);
    out(uart, FIFO, FIFO_ON_CLEAR);
    out(uart, MODEM, MODEM_READY);
}

static void put(const struct uart *uart, uint8_t byte)
{
    while ((in(uart, STATUS) & STATUS_ROOM) == 0)
        ;
    out(uart, DATA, byte);
}

static int get(const struct uart *uart)
{
    return (in(uart, STATUS) & STATUS_RECEIVED) != 0 ? (int)(in(uart, DATA) & 0xff) : -1;
}

static void drain(const struct uart *uart)
{
    while ((in(uart, STATUS) & STATUS_EMPTY) == 0)
        ;
}

const struct uart_driver uart_16550 = { start, put, get, drain };
