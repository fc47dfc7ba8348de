/* Source: i.MX 6Dual/6Quad Reference Manual, IMX6DQRM, chapter 64 (UART), section 64.15. */
#include "memory_word.h"
#include "uart.h"

enum { URXD = 0x00, UTXD = 0x40, UCR1 = 0x80, UCR2 = 0x84, UCR3 = 0x88, UFCR = 0x90 };
enum { USR1 = 0x94, USR2 = 0x98, UBIR = 0xa4, UBMR = 0xa8 };
enum {
    UCR1_UARTEN = 0x0001,
    UCR2_8N1_ON = 0x4027,
    UCR3_RXDMUXSEL = 0x0004, /* "should always be set" */
    UFCR_CLOCK_UNDIVIDED = 0x0a81,
    USR1_TRDY = 0x2000,
    USR2_RDR = 0x0001,
    USR2_TXDC = 0x0008,
    SAMPLES_A_BIT = 16
};

static void uart_imx_start(const struct uart *uart)
{
    word_out(uart->base + UCR1, UCR1_UARTEN);
    word_out(uart->base + UCR2, UCR2_8N1_ON);
    word_out(uart->base + UCR3, UCR3_RXDMUXSEL);
    if (uart->baud != 0) {
        word_out(uart->base + UFCR, UFCR_CLOCK_UNDIVIDED);
        /* Baud rate is clock / (16 * (UBMR + 1) / (UBIR + 1)); UBIR is written first. */
        word_out(uart->base + UBIR, SAMPLES_A_BIT - 1);
        word_out(uart->base + UBMR, (uart->clock_hz + uart->baud / 2) / uart->baud - 1);
    }
}

static void uart_imx_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + USR1) & USR1_TRDY) == 0)
        ;
    word_out(uart->base + UTXD, byte);
}

static int uart_imx_get(const struct uart *uart)
{
    if ((word_in(uart->base + USR2) & USR2_RDR) == 0)
        return -1;
    return (int)(word_in(uart->base + URXD) & 0xff);
}

static void uart_imx_drain(const struct uart *uart)
{
    while ((word_in(uart->base + USR2) & USR2_TXDC) == 0)
        ;
}

const struct uart_driver uart_imx = { uart_imx_start, uart_imx_put, uart_imx_get, uart_imx_drain };
