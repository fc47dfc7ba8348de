/* A 16550's registers in memory. */
#include "uart.h"

static uint32_t in_8(uintptr_t at)
{
    return *(volatile uint8_t *)at;
}

static void out_8(uintptr_t at, uint32_t value)
{
    *(volatile uint8_t *)at = (uint8_t)value;
}

static uint32_t in_32(uintptr_t at)
{
    return *(volatile uint32_t *)at;
}

static void out_32(uintptr_t at, uint32_t value)
{
    *(volatile uint32_t *)at = value;
}

const struct uart_access uart_memory_8 = { in_8, out_8 };
const struct uart_access uart_memory_32 = { in_32, out_32 };
