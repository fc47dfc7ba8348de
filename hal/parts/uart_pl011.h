#ifndef UART_PL011_H
#define UART_PL011_H

#include "uart.h"

/* ARM PrimeCell UART: Versatile Express, RealView, Highbank. */
extern const struct uart_driver uart_pl011;

#endif
