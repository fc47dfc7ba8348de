/* Real UARTs: port_uart.c asks libserialport, port_no_uart.c is for a build without it. */
#ifndef PORT_UART_H
#define PORT_UART_H

#include "port_setup.h"

/* Lists the ports on USB in *LIST, for the caller to free. Returns their number, or -1 with WHY
 * filled. */
long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES]);
/* Appends to WHY which serial ports there are. */
void port_uart_names(char why[PORT_WHY_BYTES]);
/* Opens DEVICE and sets it up; reads and writes of *FD do not block. Returns a handle for
 * port_uart_close(), or NULL with WHY filled and *FD -1. */
void *port_uart_open(const char *device, const struct port_setup *setup, int *fd,
                     char why[PORT_WHY_BYTES]);
/* Closes UART and its descriptor. */
void port_uart_close(void *uart);
/* Returns NULL, or why this build knows no UARTs. A literal. */
const char *port_uart_missing(void);

#endif
