/* A 16550's registers as I/O ports. */
#include "cpu.h"
#include "needs.h"

static uint32_t in(uintptr_t at)
{
    return x86_in8((uint16_t)at);
}

static void out(uintptr_t at, uint32_t value)
{
    x86_out8((uint16_t)at, (uint8_t)value);
}

const struct uart_access x86_port_access = { in, out };
