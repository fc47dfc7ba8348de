/* Source: OMAP3530 TRM, SPRUF98, chapter 17 (UART/IrDA/CIR), register MDR1_REG. */
#include "uart.h"

enum { MDR1 = 8 }; /* after the registers that a 16550 has */
enum { MDR1_UART_16X = 0, MDR1_DISABLE = 7 };

static void mode(const struct uart *uart, uint32_t value)
{
    uart->access->out(uart->base + ((uintptr_t)MDR1 << uart->shift), value);
}

/* The divisor may be written while the UART is off only. */
static void uart_omap_start(const struct uart *uart)
{
    mode(uart, MDR1_DISABLE);
    uart_16550.start(uart);
    mode(uart, MDR1_UART_16X);
}

static void uart_omap_put(const struct uart *uart, uint8_t byte)
{
    uart_16550.put(uart, byte);
}

static int uart_omap_get(const struct uart *uart)
{
    return uart_16550.get(uart);
}

static void uart_omap_drain(const struct uart *uart)
{
    uart_16550.drain(uart);
}

const struct uart_driver uart_omap = { uart_omap_start, uart_omap_put, uart_omap_get,
                                       uart_omap_drain };
