#ifndef PORT_UART_H
#define PORT_UART_H

#include "port.h"

/* Real UARTs. port_uart.c asks libserialport; a build without it has port_no_uart.c. */

/* The ports on USB to *LIST, for the caller to free; their number, or -1 with WHY filled. */
long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES]);
/* Opens PORT->device and sets it up. 0, or -1 with WHY filled. */
int port_uart_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES]);
void port_uart_close(struct port *port);
/* NULL, or why this build knows no UARTs. */
const char *port_uart_missing(void);

#endif
