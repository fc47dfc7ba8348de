/* Source: Cortex-M System Design Kit TRM, DDI 0479, section 4.3. */
#include "memory_word.h"
#include "uart.h"

enum { DATA = 0x00, STATE = 0x04, CTRL = 0x08, BAUDDIV = 0x10 };
enum { TX_FULL = 1, RX_FULL = 2, TX_ENABLE = 1, RX_ENABLE = 2, LEAST_DIVISOR = 16 };

static void uart_cmsdk_start(const struct uart *uart)
{
    uint32_t divisor = uart->baud ? (uart->clock_hz + uart->baud / 2) / uart->baud : 0;

    if (uart->baud != 0)
        word_out(uart->base + BAUDDIV, divisor < LEAST_DIVISOR ? LEAST_DIVISOR : divisor);
    word_out(uart->base + CTRL, TX_ENABLE | RX_ENABLE);
}

static void uart_cmsdk_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + STATE) & TX_FULL) != 0)
        ;
    word_out(uart->base + DATA, byte);
}

static int uart_cmsdk_get(const struct uart *uart)
{
    if ((word_in(uart->base + STATE) & RX_FULL) == 0)
        return -1;
    return (int)(word_in(uart->base + DATA) & 0xff);
}

/* Nothing reports the last byte on its way. */
static void uart_cmsdk_drain(const struct uart *uart)
{
    while ((word_in(uart->base + STATE) & TX_FULL) != 0)
        ;
}

const struct uart_driver uart_cmsdk = { uart_cmsdk_start, uart_cmsdk_put, uart_cmsdk_get,
                                        uart_cmsdk_drain };
