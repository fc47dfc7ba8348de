#ifndef UART_IMX_H
#define UART_IMX_H

#include "uart.h"

/* The UART of i.MX processors. */
extern const struct uart_driver uart_imx;

#endif
