/* Real UARTs: port_uart.c asks libserialport, port_no_uart.c is for a build without it. */
#ifndef PORT_UART_H
#define PORT_UART_H

#include "port.h"

/* Lists the ports on USB in *LIST, for the caller to free. Returns their number, or -1 with WHY
 * filled. */
long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES]);
/* Opens port->device and sets it up. Returns 0, or -1 with WHY filled. */
int port_uart_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES]);
/* Closes what port_uart_open() opened. */
void port_uart_close(struct port *port);
/* Returns NULL, or why this build knows no UARTs. A literal. */
const char *port_uart_missing(void);

#endif
