#ifndef UART_16550_H
#define UART_16550_H

#include "uart.h"

/* 16550 and what is compatible with it: PCs, Allwinner, Nuvoton. */
extern const struct uart_driver uart_16550;

/* OMAP's, which is a 16550 that must be turned on. Needs the parts uart_16550 and uart_memory, too.
 */
extern const struct uart_driver uart_omap;

/* Registers in memory, reached by loads and stores of 8 or 32 bits. */
extern const struct uart_access uart_memory_8, uart_memory_32;

#endif
