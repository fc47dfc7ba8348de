/* Source: Zynq-7000 TRM, UG585, chapter 19 and appendix B.33. */
#include "memory_word.h"
#include "uart.h"

enum {
    CONTROL_REG0 = 0x00,
    MODE_REG0 = 0x04,
    BAUD_RATE_GEN_REG0 = 0x18,
    CHANNEL_STS_REG0 = 0x2c,
    TX_RX_FIFO0 = 0x30,
    BAUD_RATE_DIVIDER_REG0 = 0x34
};
enum { CONTROL_RXRES_TXRES = 0x03, CONTROL_RXEN_TXEN = 0x14, MODE_8N1 = 0x20 };
enum { STS_REMPTY = 0x02, STS_TEMPTY = 0x08, STS_TFUL = 0x10, STS_TACTIVE = 0x800 };
enum { SAMPLES_A_BIT = 7 };

static void uart_cadence_start(const struct uart *uart)
{
    if (uart->baud != 0) {
        uint32_t bit = SAMPLES_A_BIT * uart->baud;

        word_out(uart->base + BAUD_RATE_DIVIDER_REG0, SAMPLES_A_BIT - 1);
        word_out(uart->base + BAUD_RATE_GEN_REG0, (uart->clock_hz + bit / 2) / bit);
    }
    word_out(uart->base + CONTROL_REG0, CONTROL_RXRES_TXRES);
    word_out(uart->base + MODE_REG0, MODE_8N1);
    word_out(uart->base + CONTROL_REG0, CONTROL_RXEN_TXEN);
}

static void uart_cadence_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + CHANNEL_STS_REG0) & STS_TFUL) != 0)
        ;
    word_out(uart->base + TX_RX_FIFO0, byte);
}

static int uart_cadence_get(const struct uart *uart)
{
    if ((word_in(uart->base + CHANNEL_STS_REG0) & STS_REMPTY) != 0)
        return -1;
    return (int)(word_in(uart->base + TX_RX_FIFO0) & 0xff);
}

static void uart_cadence_drain(const struct uart *uart)
{
    while ((word_in(uart->base + CHANNEL_STS_REG0) & (STS_TEMPTY | STS_TACTIVE)) != STS_TEMPTY)
        ;
}

const struct uart_driver uart_cadence = { uart_cadence_start, uart_cadence_put, uart_cadence_get,
                                          uart_cadence_drain };
