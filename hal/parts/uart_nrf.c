/* Source: nRF51 Series Reference Manual, version 3.0, chapter 28. */
#include "memory_word.h"
#include "uart.h"

enum { STARTRX = 0x000, STARTTX = 0x008, RXDRDY = 0x108, TXDRDY = 0x11c, ENABLE = 0x500 };
enum { RXD = 0x518, TXD = 0x51c, BAUDRATE = 0x524, ENABLED = 4 };
/* Table 332: the divisor is rate * 2^32 / 16 MHz, rounded up to its highest 20 bits. */
enum { RATE_ROUND = 0xfff };

static void uart_nrf_start(const struct uart *uart)
{
    if (uart->baud != 0) {
        uint64_t rate = ((uint64_t)uart->baud << 32) / uart->clock_hz;

        word_out(uart->base + BAUDRATE, (uint32_t)(rate + RATE_ROUND) & ~(uint32_t)RATE_ROUND);
    }
    word_out(uart->base + ENABLE, ENABLED);
    word_out(uart->base + STARTTX, 1);
    word_out(uart->base + STARTRX, 1);
}

static void uart_nrf_put(const struct uart *uart, uint8_t byte)
{
    word_out(uart->base + TXDRDY, 0);
    word_out(uart->base + TXD, byte);
    while (word_in(uart->base + TXDRDY) == 0)
        ;
}

static int uart_nrf_get(const struct uart *uart)
{
    if (word_in(uart->base + RXDRDY) == 0)
        return -1;
    word_out(uart->base + RXDRDY, 0);
    return (int)(word_in(uart->base + RXD) & 0xff);
}

/* Each byte is waited for as it is put. */
static void uart_nrf_drain(const struct uart *uart)
{
    (void)uart;
}

const struct uart_driver uart_nrf = { uart_nrf_start, uart_nrf_put, uart_nrf_get, uart_nrf_drain };
