/* Source: SiFive FU540-C000 Manual, v1p4, chapter 13. */
#include "memory_word.h"
#include "uart.h"

enum { TXDATA = 0x00, RXDATA = 0x04, TXCTRL = 0x08, RXCTRL = 0x0c, IP = 0x14, DIV = 0x18 };
enum { ENABLE = 1, WATERMARK_1 = 1 << 16, IP_TXWM = 1 };

static const uint32_t full_or_empty = (uint32_t)1 << 31;

static void uart_sifive_start(const struct uart *uart)
{
    if (uart->baud != 0)
        word_out(uart->base + DIV, (uart->clock_hz + uart->baud / 2) / uart->baud - 1);
    word_out(uart->base + TXCTRL, ENABLE | WATERMARK_1);
    word_out(uart->base + RXCTRL, ENABLE);
}

static void uart_sifive_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + TXDATA) & full_or_empty) != 0)
        ;
    word_out(uart->base + TXDATA, byte);
}

static int uart_sifive_get(const struct uart *uart)
{
    uint32_t word = word_in(uart->base + RXDATA);

    return (word & full_or_empty) != 0 ? -1 : (int)(word & 0xff);
}

/* Fewer bytes wait than the watermark says; nothing reports the last one on its way. */
static void uart_sifive_drain(const struct uart *uart)
{
    while ((word_in(uart->base + IP) & IP_TXWM) == 0)
        ;
}

const struct uart_driver uart_sifive = { uart_sifive_start, uart_sifive_put, uart_sifive_get,
                                         uart_sifive_drain };
