#ifndef UART_CADENCE_H
#define UART_CADENCE_H

#include "uart.h"

/* Zynq-7000's UART. */
extern const struct uart_driver uart_cadence;

#endif
