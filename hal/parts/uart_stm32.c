/* Source: RM0090, STM32F405/407 Reference Manual, section 30.6. */
#include "memory_word.h"
#include "uart.h"

enum { SR = 0x00, DR = 0x04, BRR = 0x08, CR1 = 0x0c };
enum { SR_RXNE = 1 << 5, SR_TC = 1 << 6, SR_TXE = 1 << 7 };
enum { CR1_RE = 1 << 2, CR1_TE = 1 << 3, CR1_UE = 1 << 13 };

static void uart_stm32_start(const struct uart *uart)
{
    if (uart->baud != 0)
        word_out(uart->base + BRR, (uart->clock_hz + uart->baud / 2) / uart->baud);
    word_out(uart->base + CR1, CR1_UE | CR1_TE | CR1_RE);
}

static void uart_stm32_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + SR) & SR_TXE) == 0)
        ;
    word_out(uart->base + DR, byte);
}

static int uart_stm32_get(const struct uart *uart)
{
    if ((word_in(uart->base + SR) & SR_RXNE) == 0)
        return -1;
    return (int)(word_in(uart->base + DR) & 0xff);
}

static void uart_stm32_drain(const struct uart *uart)
{
    while ((word_in(uart->base + SR) & SR_TC) == 0)
        ;
}

const struct uart_driver uart_stm32 = { uart_stm32_start, uart_stm32_put, uart_stm32_get,
                                        uart_stm32_drain };
