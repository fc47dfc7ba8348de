/* Source: National Semiconductor PC16550D data sheet (1995), section 8, register descriptions. */
#include "uart.h"

enum reg { RBR_THR = 0, DLL = 0, IER = 1, DLM = 1, FCR = 2, LCR = 3, MCR = 4, LSR = 5 };

enum {
    FCR_ENABLE_CLEAR = 0x07,
    LCR_8N1 = 0x03,
    LCR_DLAB = 0x80,    /* registers 0 and 1 are the divisor */
    MCR_DTR_RTS = 0x03, /* DTR, RTS */
    LSR_DR = 0x01,
    LSR_THRE = 0x20,
    LSR_TEMT = 0x40,
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

static void uart_16550_start(const struct uart *uart)
{
    out(uart, IER, 0);
    if (uart->baud != 0) {
        uint32_t bit = SAMPLES_A_BIT * uart->baud;
        uint32_t divisor = (uart->clock_hz + bit / 2) / bit;

        out(uart, LCR, LCR_DLAB | LCR_8N1);
        out(uart, DLL, divisor & 0xff);
        out(uart, DLM, divisor >> 8);
    }
    out(uart, LCR, LCR_8N1);
    out(uart, FCR, FCR_ENABLE_CLEAR);
    out(uart, MCR, MCR_DTR_RTS);
}

static void uart_16550_put(const struct uart *uart, uint8_t byte)
{
    while ((in(uart, LSR) & LSR_THRE) == 0)
        ;
    out(uart, RBR_THR, byte);
}

static int uart_16550_get(const struct uart *uart)
{
    return (in(uart, LSR) & LSR_DR) != 0 ? (int)(in(uart, RBR_THR) & 0xff) : -1;
}

static void uart_16550_drain(const struct uart *uart)
{
    while ((in(uart, LSR) & LSR_TEMT) == 0)
        ;
}

const struct uart_driver uart_16550 = { uart_16550_start, uart_16550_put, uart_16550_get,
                                        uart_16550_drain };
