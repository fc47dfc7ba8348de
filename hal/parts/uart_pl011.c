/* Source: PrimeCell UART (PL011) TRM, DDI 0183, section 3.3. */
#include "memory_word.h"
#include "uart.h"

enum {
    UARTDR = 0x00,
    UARTFR = 0x18,
    UARTIBRD = 0x24,
    UARTFBRD = 0x28,
    UARTLCR_H = 0x2c,
    UARTCR = 0x30
};
enum { FR_BUSY = 0x08, FR_RXFE = 0x10, FR_TXFF = 0x20 };
enum { LCR_H_8N1_FEN = 0x70, CR_UARTEN_TXE_RXE = 0x301 };

static void uart_pl011_start(const struct uart *uart)
{
    if (uart->baud != 0) {
        /* Section 3.3.6: clock / (16 * baud) in 64ths; 4 times the clock stays below 2^32. */
        uint32_t parts = (4 * uart->clock_hz + uart->baud / 2) / uart->baud;

        word_out(uart->base + UARTCR, 0);
        word_out(uart->base + UARTIBRD, parts >> 6);
        word_out(uart->base + UARTFBRD, parts & 63);
    }
    word_out(uart->base + UARTLCR_H, LCR_H_8N1_FEN);
    word_out(uart->base + UARTCR, CR_UARTEN_TXE_RXE);
}

static void uart_pl011_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + UARTFR) & FR_TXFF) != 0)
        ;
    word_out(uart->base + UARTDR, byte);
}

static int uart_pl011_get(const struct uart *uart)
{
    if ((word_in(uart->base + UARTFR) & FR_RXFE) != 0)
        return -1;
    return (int)(word_in(uart->base + UARTDR) & 0xff);
}

static void uart_pl011_drain(const struct uart *uart)
{
    while ((word_in(uart->base + UARTFR) & FR_BUSY) != 0)
        ;
}

const struct uart_driver uart_pl011 = { uart_pl011_start, uart_pl011_put, uart_pl011_get,
                                        uart_pl011_drain };
