/* Source: BCM2835 ARM Peripherals, section 2.2 (mini UART). */
#include "memory_word.h"
#include "uart.h"

enum {
    AUX_ENABLES = 0x04,
    AUX_MU_IO = 0x40,
    AUX_MU_IER = 0x44,
    AUX_MU_IIR = 0x48,
    AUX_MU_LCR = 0x4c,
    AUX_MU_MCR = 0x50,
    AUX_MU_LSR = 0x54,
    AUX_MU_CNTL = 0x60,
    AUX_MU_BAUD = 0x68,
};
enum { MINI_UART = 1, LCR_8_BITS = 3, IIR_CLEAR = 6, CNTL_RX_TX = 3, SAMPLES_A_BIT = 8 };
enum { LSR_DATA = 0x01, LSR_ROOM = 0x20, LSR_IDLE = 0x40 };

/* The whole auxiliary block is dead before its enable bit is set. */
static void uart_mini_start(const struct uart *uart)
{
    word_out(uart->base + AUX_ENABLES, word_in(uart->base + AUX_ENABLES) | MINI_UART);
    word_out(uart->base + AUX_MU_IER, 0);
    word_out(uart->base + AUX_MU_CNTL, 0);
    word_out(uart->base + AUX_MU_LCR, LCR_8_BITS);
    word_out(uart->base + AUX_MU_MCR, 0);
    word_out(uart->base + AUX_MU_IIR, IIR_CLEAR);
    if (uart->baud != 0) {
        uint32_t bit = SAMPLES_A_BIT * uart->baud;

        word_out(uart->base + AUX_MU_BAUD, (uart->clock_hz + bit / 2) / bit - 1);
    }
    word_out(uart->base + AUX_MU_CNTL, CNTL_RX_TX);
}

static void uart_mini_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + AUX_MU_LSR) & LSR_ROOM) == 0)
        ;
    word_out(uart->base + AUX_MU_IO, byte);
}

static int uart_mini_get(const struct uart *uart)
{
    if ((word_in(uart->base + AUX_MU_LSR) & LSR_DATA) == 0)
        return -1;
    return (int)(word_in(uart->base + AUX_MU_IO) & 0xff);
}

static void uart_mini_drain(const struct uart *uart)
{
    while ((word_in(uart->base + AUX_MU_LSR) & LSR_IDLE) == 0)
        ;
}

const struct uart_driver uart_mini = { uart_mini_start, uart_mini_put, uart_mini_get,
                                       uart_mini_drain };
