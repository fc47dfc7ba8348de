/* Source: RM0433, STM32H743 Reference Manual, section 48.7. */
#include "memory_word.h"
#include "uart.h"

enum { CR1 = 0x00, BRR = 0x0c, ISR = 0x1c, RDR = 0x24, TDR = 0x28 };
enum { ISR_RXNE = 1 << 5, ISR_TC = 1 << 6, ISR_TXE = 1 << 7 };
enum { CR1_UE = 1 << 0, CR1_RE = 1 << 2, CR1_TE = 1 << 3 };

static void uart_stm32h7_start(const struct uart *uart)
{
    word_out(uart->base + CR1, 0); /* the rate is taken while it is off */
    if (uart->baud != 0)
        word_out(uart->base + BRR, (uart->clock_hz + uart->baud / 2) / uart->baud);
    word_out(uart->base + CR1, CR1_UE | CR1_TE | CR1_RE);
}

static void uart_stm32h7_put(const struct uart *uart, uint8_t byte)
{
    while ((word_in(uart->base + ISR) & ISR_TXE) == 0)
        ;
    word_out(uart->base + TDR, byte);
}

static int uart_stm32h7_get(const struct uart *uart)
{
    if ((word_in(uart->base + ISR) & ISR_RXNE) == 0)
        return -1;
    return (int)(word_in(uart->base + RDR) & 0xff);
}

static void uart_stm32h7_drain(const struct uart *uart)
{
    while ((word_in(uart->base + ISR) & ISR_TC) == 0)
        ;
}

const struct uart_driver uart_stm32h7 = { uart_stm32h7_start, uart_stm32h7_put, uart_stm32h7_get,
                                          uart_stm32h7_drain };
